import Glibc
import ScreensLinux
import Synchronization

/// The state of a link's calls: whether a call runs, and whether another may begin.
final class LinkCall: Sendable {
    enum State {
        case idle, running, over
    }

    private static let running: UInt32 = 1
    private static let over: UInt32 = 2

    private let word = FutexWord()
    private let caller = Atomic<UInt>(0)

    var isOver: Bool { word.pointer.pointee.load(ordering: .acquiring) & Self.over != 0 }

    /// - Returns: whether the call may be made. If so, ``end(_:)`` must follow.
    func begin() -> Bool {
        caller.store(UInt(pthread_self()), ordering: .relaxed)
        return word.pointer.pointee.compareExchange(
            expected: 0, desired: Self.running, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// - Parameter onEnd: called after the last call, before a thread that waits for that call goes on.
    func end(_ onEnd: () -> Void) {
        let result = word.pointer.pointee.compareExchange(
            expected: Self.running, desired: 0, ordering: .acquiringAndReleasing)
        guard !result.exchanged else { return }
        onEnd()
        word.pointer.pointee.store(Self.over, ordering: .releasing)
        word.wakeAll()
    }

    /// Lets no further call begin. It does not wait for a running call.
    ///
    /// - Returns: the state before.
    func close() -> State {
        let before = word.pointer.pointee.bitwiseOr(Self.over, ordering: .acquiringAndReleasing).oldValue
        return before & Self.over != 0 ? .over : before == Self.running ? .running : .idle
    }

    /// Waits for a running call, unless this thread makes it. Only after ``close()``.
    func waitForLast() {
        while word.pointer.pointee.load(ordering: .acquiring) == Self.running | Self.over,
            caller.load(ordering: .relaxed) != UInt(pthread_self())
        {
            word.wait(while: Self.running | Self.over)
        }
    }
}
