import ScreensKMS
import ScreensLinux
import Synchronization

/// The mastership of a simulated card. The first opener gets it, as in the kernel, and only the master may commit.
final class SimulatedMastership: Sendable {
    /// One opener of the card, and whether it is the master.
    struct Opener: Sendable {
        fileprivate let number: UInt64
        fileprivate let mastership: SimulatedMastership

        var isMaster: Bool { mastership.master.load(ordering: .acquiring) == number }

        /// - Returns: whether it is the master now; false if another opener is.
        func becomeMaster() -> Bool {
            let exchange = mastership.master.compareExchange(
                expected: SimulatedMastership.none, desired: number, ordering: .acquiringAndReleasing)
            return exchange.exchanged || exchange.original == number
        }

        func dropMaster() {
            _ = mastership.master.compareExchange(
                expected: number, desired: SimulatedMastership.none, ordering: .acquiringAndReleasing)
        }

        func close() {
            dropMaster()
            mastership.announceClose()
        }
    }

    private static let none: UInt64 = 0
    private static let otherProgram: UInt64 = 1

    private struct Watcher {
        weak var watch: SimulatedCloseWatch?
    }

    private let master = Atomic<UInt64>(SimulatedMastership.none)
    private let openerCount = Atomic<UInt64>(SimulatedMastership.otherProgram)
    private let watchers = Mutex<[Watcher]>([])

    func open(_ access: CardDevice.Access) -> Opener {
        let opener = Opener(number: openerCount.add(1, ordering: .relaxed).newValue, mastership: self)
        // A reader gives up at once the mastership that the kernel gave it.
        if access == .master { _ = opener.becomeMaster() }
        return opener
    }

    var isFree: Bool { master.load(ordering: .acquiring) == Self.none }

    func becomeOtherPrograms() {
        master.store(Self.otherProgram, ordering: .releasing)
    }

    /// Ends the other program, which closes the card. It does nothing if that program is not the master.
    func endOtherProgram() {
        let exchange = master.compareExchange(
            expected: Self.otherProgram, desired: Self.none, ordering: .acquiringAndReleasing)
        if exchange.exchanged { announceClose() }
    }

    func watch(_ watch: SimulatedCloseWatch) {
        watchers.withLock { watchers in
            watchers.removeAll { $0.watch == nil }
            watchers.append(Watcher(watch: watch))
        }
    }

    private func announceClose() {
        for watcher in watchers.withLock(\.self) { watcher.watch?.cardWasClosed() }
    }
}

/// Reports the closes of a simulated card.
final class SimulatedCloseWatch: CloseReports {
    private let counter: EventCounter

    init() throws(SystemError) {
        counter = try EventCounter(for: "a simulated card")
    }

    var descriptor: Int32 { counter.descriptor }

    func take() -> Bool { counter.take() > 0 }

    func cardWasClosed() {
        counter.add()
    }
}
