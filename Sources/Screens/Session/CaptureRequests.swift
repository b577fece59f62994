import Synchronization

/// Who wants to have the picture that a screen of ours shows: its own thread gives it, between two frames.
final class CaptureRequests: Sendable {
    private struct State {
        var waiters: [CheckedContinuation<Picture?, Never>] = []
        var isOver = false
    }

    private let state = Mutex(State())

    /// The picture, or nil where the screen is let go of first.
    ///
    /// - Parameter tell: has the thread look.
    func picture(_ tell: () -> Void) async -> Picture? {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiters.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume(returning: nil) } else { tell() }
        }
    }

    /// Answers those that wait, if there are any.
    func answer(_ makePicture: () -> Picture) {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        guard !waiters.isEmpty else { return }
        let picture = makePicture()
        for waiter in waiters { waiter.resume(returning: picture) }
    }

    /// Answers nobody any more.
    func end() {
        let waiters = state.withLock { state in
            defer {
                state.waiters = []
                state.isOver = true
            }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }
}
