import Synchronization

/// The requests for the picture of an enabled screen, which the screen's thread answers between two frames.
final class CaptureRequests: Sendable {
    private struct State {
        var waiters: [UInt64: CheckedContinuation<Picture?, Never>] = [:]
        var lastNumber: UInt64 = 0
        var isOver = false
    }

    private let state = Mutex(State())
    /// Read without the lock whenever the screen's thread takes changes.
    private let isAsked = Atomic<Bool>(false)

    /// The picture, or nil where the session ends first, or the task is cancelled.
    ///
    /// - Parameter wake: wakes the screen's thread.
    func picture(_ wake: () -> Void) async -> Picture? {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiters[number] = continuation }
                    return state.isOver
                }
                if isOver { return continuation.resume(returning: nil) }
                // A cancellation before this point found no waiter.
                if Task.isCancelled { return giveUp(number) }
                isAsked.store(true, ordering: .releasing)
                wake()
            }
        } onCancel: {
            giveUp(number)
        }
    }

    private func giveUp(_ number: UInt64) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: nil)
    }

    /// Answers those that wait, if there are any.
    func answer(_ makePicture: () -> Picture) {
        guard isAsked.load(ordering: .acquiring) else { return }
        isAsked.store(false, ordering: .relaxed)
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        guard !waiters.isEmpty else { return }
        let picture = makePicture()
        for waiter in waiters { waiter.resume(returning: picture) }
    }

    /// Ends all requests, and refuses later ones.
    func end() {
        let waiters = state.withLock { state in
            defer {
                state.waiters = [:]
                state.isOver = true
            }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }
}
