import CLinux
import Glibc
import Synchronization

/// Whether a link is being called, and whether it may be.
final class LinkCall: Sendable {
    private static let running: UInt32 = 1
    private static let over: UInt32 = 2

    private let word = FutexWord()
    private let caller = Atomic<UInt>(0)

    var isOver: Bool { word.pointer.pointee.load(ordering: .acquiring) & Self.over != 0 }

    /// - Returns: whether the call may be made; ``end()`` follows it then.
    func begin() -> Bool {
        caller.store(UInt(pthread_self()), ordering: .relaxed)
        return word.pointer.pointee.compareExchange(
            expected: 0, desired: Self.running, ordering: .acquiringAndReleasing
        ).exchanged
    }

    func end() {
        let before = word.pointer.pointee.bitwiseAnd(~Self.running, ordering: .acquiringAndReleasing).oldValue
        if before & Self.over != 0 { clinux_futex_wake_all(word.pointer) }
    }

    /// Lets no call begin any more. A call that runs is not waited for.
    ///
    /// - Returns: whether calls could begin until now.
    @discardableResult
    func close() -> Bool {
        word.pointer.pointee.bitwiseOr(Self.over, ordering: .acquiringAndReleasing).oldValue & Self.over == 0
    }

    /// Lets no call begin any more. A call that runs is waited for, unless it is this thread that makes it.
    ///
    /// - Returns: whether calls could begin until now.
    func finish() -> Bool {
        let wasOpen = close()
        while word.pointer.pointee.load(ordering: .acquiring) == Self.running | Self.over,
            caller.load(ordering: .relaxed) != UInt(pthread_self())
        {
            _ = clinux_futex_wait(word.pointer, Self.running | Self.over, nil)
        }
        return wasOpen
    }
}
