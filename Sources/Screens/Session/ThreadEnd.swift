import Synchronization

/// The end of a thread, to be waited for.
final class ThreadEnd: Sendable {
    private struct State {
        var hasCome = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let bell = FrameMailbox()

    var hasCome: Bool { state.withLock(\.hasCome) }

    func come() {
        let waiters = state.withLock { state in
            state.hasCome = true
            defer { state.waiters = [] }
            return state.waiters
        }
        bell.post(.orders)
        for waiter in waiters { waiter.resume() }
    }

    /// Blocks until it comes, or until `deadline` (nanoseconds of CLOCK_MONOTONIC). One thread at a time may ask.
    func comes(by deadline: Int64) -> Bool {
        while !hasCome, MonotonicClock.now < deadline { bell.wait(until: deadline) }
        return hasCome
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let hasCome = state.withLock { state in
                if !state.hasCome { state.waiters.append(continuation) }
                return state.hasCome
            }
            if hasCome { continuation.resume() }
        }
    }
}
