import Glibc
import Synchronization

/// Lets a screen's thread commit, until it is closed for good.
///
/// Closing waits for a commit that is under way, which takes microseconds; after it there is none. So a CRTC can be
/// switched off, or given to somebody else, whatever a delegate is doing.
struct CommitGate: ~Copyable, Sendable {
    private enum State {
        static let open = 0
        static let committing = 1
        static let closed = 2
    }

    private let state = Atomic<Int>(State.open)

    /// - Returns: whether the commit may be made; ``leave()`` must follow it then.
    func enter() -> Bool {
        state.compareExchange(
            expected: State.open, desired: State.committing, ordering: .acquiring
        ).exchanged
    }

    func leave() {
        state.store(State.open, ordering: .releasing)
    }

    /// From now on no commit is made. Repeating it does nothing.
    func close() {
        while true {
            let result = state.compareExchange(
                expected: State.open, desired: State.closed, ordering: .acquiringAndReleasing)
            if result.exchanged || result.original == State.closed { return }
            _ = sched_yield()
        }
    }
}
