import Glibc
import Screens
import Synchronization

/// The kits of the process by their programs' pointers.
///
/// The pointers are numbers that are never given twice: a call with the number of a stopped kit is an error, and
/// reaches neither freed memory nor a later kit. A stop waits for the calls of other threads. `screens_quit` may be
/// called in a signal handler, so a kit is found without a lock.
enum KitTable {
    private static let first = Atomic<Unmanaged<KitPlace>?>(nil)
    private static let count = Atomic<UInt>(0)

    /// Returns a number that no kit has had, for the pointer of a program.
    static func newNumber() -> UInt {
        // Nothing is mapped at such low addresses, and they look like aligned pointers.
        16 * count.add(1, ordering: .relaxed).newValue
    }

    /// Adds a kit, so that calls find it by its pointer.
    static func add(_ kit: Kit) {
        freePlace().fill(kit.number, kit)
    }

    /// Carries out a call on a kit, which exists until the call has returned.
    ///
    /// - Throws: ``ScreenError`` for NULL or a stopped kit, and the errors of the body.
    static func call<Value>(
        _ pointer: OpaquePointer?, _ body: (Kit) throws(ScreenError) -> Value
    ) throws(ScreenError) -> Value {
        let number = UInt(bitPattern: pointer)
        var place = number == 0 ? nil : places
        while let here = place {
            if let kit = here.enter(number) {
                defer { here.leave() }
                return try body(kit)
            }
            place = here.next
        }
        throw missing(pointer)
    }

    /// Ends a kit: later calls fail, and the calls of other threads have returned.
    ///
    /// - Parameter body: makes the calls of other threads return.
    /// - Throws: ``ScreenError`` for NULL, or a kit that another call stops or has stopped.
    static func end(_ pointer: OpaquePointer?, _ body: (Kit) -> Void) throws(ScreenError) {
        let number = UInt(bitPattern: pointer)
        var place = number == 0 ? nil : places
        while let here = place {
            if here.close(number) { return here.empty(body) }
            place = here.next
        }
        throw missing(pointer)
    }

    private static var places: KitPlace? { first.load(ordering: .acquiring)?.takeUnretainedValue() }

    private static func freePlace() -> KitPlace {
        var place = places
        while let here = place {
            if here.take() { return here }
            place = here.next
        }
        while true {
            let next = first.load(ordering: .acquiring)
            // The place is never freed: a signal handler may be in it at any time.
            let new = Unmanaged.passRetained(KitPlace(before: next?.takeUnretainedValue()))
            if first.compareExchange(expected: next, desired: new, ordering: .sequentiallyConsistent).exchanged {
                return new.takeUnretainedValue()
            }
            new.release()
        }
    }

    private static func missing(_ pointer: OpaquePointer?) -> ScreenError {
        guard pointer != nil else {
            return ScreenError(.invalidArgument, operation: "use", object: "a kit that is NULL")
        }
        return ScreenError(
            .stopped, operation: "use", object: "a kit that was stopped",
            remedy: "call screens_stop() once, and nothing after it")
    }
}

/// A place of the table, for one kit after another.
///
/// A call first counts itself and then compares the number; a stop first removes the number and then reads the count.
/// So at least one of them sees the other.
private final class KitPlace: Sendable {
    let next: KitPlace?
    private let isTaken = Atomic<Bool>(true)
    /// The number of the kit while calls find it, else 0.
    private let number = Atomic<UInt>(0)
    private let calls = Atomic<Int>(0)
    private let kit = Atomic<Unmanaged<Kit>?>(nil)
    private let callEnds = Semaphore()

    /// A place that is taken.
    init(before next: KitPlace?) {
        self.next = next
    }

    func take() -> Bool {
        isTaken.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged
    }

    func fill(_ number: UInt, _ kit: Kit) {
        self.kit.store(Unmanaged.passRetained(kit), ordering: .releasing)
        self.number.store(number, ordering: .sequentiallyConsistent)
    }

    func enter(_ number: UInt) -> Kit? {
        guard self.number.load(ordering: .sequentiallyConsistent) == number else { return nil }
        calls.add(1, ordering: .sequentiallyConsistent)
        guard self.number.load(ordering: .sequentiallyConsistent) == number else {
            leave()
            return nil
        }
        return kit.load(ordering: .acquiring)?.takeUnretainedValue()
    }

    /// Ends a call. Posting to a semaphore is safe in a signal handler.
    func leave() {
        calls.subtract(1, ordering: .sequentiallyConsistent)
        if number.load(ordering: .sequentiallyConsistent) == 0 { callEnds.post() }
    }

    /// - Returns: whether it had the kit with that number, which the caller must end.
    func close(_ number: UInt) -> Bool {
        self.number.compareExchange(expected: number, desired: 0, ordering: .sequentiallyConsistent).exchanged
    }

    func empty(_ body: (Kit) -> Void) {
        if let kit = kit.load(ordering: .acquiring)?.takeUnretainedValue() { body(kit) }
        while calls.load(ordering: .sequentiallyConsistent) > 0 { callEnds.wait() }
        kit.exchange(nil, ordering: .sequentiallyConsistent)?.release()
        isTaken.store(false, ordering: .sequentiallyConsistent)
    }
}
