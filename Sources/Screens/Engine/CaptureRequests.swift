import ScreensLinux
import Synchronization

/// The requests for the picture of an enabled screen. The screen's thread answers them between two frames.
final class CaptureRequests: Sendable {
    private struct State {
        var waiters: [UInt64: CheckedContinuation<Picture?, Never>] = [:]
        var lastNumber: UInt64 = 0
        var isOver = false
    }

    private let state = Mutex(State())
    /// Whether there are requests. The screen's thread reads it without the lock whenever it takes changes.
    private let isRequested = Atomic<Bool>(false)

    /// Waits for the picture; nil if the session ends before, or the task is cancelled.
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
                isRequested.store(true, ordering: .releasing)
                wake()
            }
        } onCancel: {
            giveUp(number)
        }
    }

    private func giveUp(_ number: UInt64) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: nil)
    }

    /// Answers the waiting requests, if there are any.
    ///
    /// - Parameter makePicture: returns nil if the picture cannot be read.
    func answer(_ makePicture: () -> Picture?) {
        guard isRequested.load(ordering: .acquiring) else { return }
        isRequested.store(false, ordering: .relaxed)
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

extension SharedState {
    /// Reads the picture of a screen: from the buffers that the kernel scans out, on a thread of its own, or from the
    /// session that draws it if the kernel does not give out the buffers.
    ///
    /// - Parameter open: opens a card to read it, by its path.
    func capture(
        _ screen: Screen, opening open: @escaping @Sendable (String) throws(ScreenError) -> any DisplayCard
    ) async throws(ScreenError) -> ScreenCapture {
        if let card = screens.cards.first(where: { $0.path == screen.card }), card.isLeftClosed {
            throw ScreenError(
                .unsupported, operation: "capture", object: screen.qualifiedName,
                circumstances: "\(card.driver ?? "its driver") \(DarkWithoutMaster.reason)",
                remedy: "open the card all the same by --probe, or by CardReading.probedRegardless")
        }
        let result: Result<ScreenCapture, ScreenError> = await withCheckedContinuation { continuation in
            let read: @Sendable () -> Void = {
                continuation.resume(
                    returning: Result { () throws(ScreenError) in
                        try open(screen.card).capture(connector: screen.connector, name: screen.qualifiedName)
                    })
            }
            do throws(SystemError) {
                try NativeThread.start(name: "capture", read)
            } catch {
                continuation.resume(returning: .failure(ScreenError(error)))
            }
        }
        do {
            return try result.get()
        } catch let error where [.permissionDenied, .unsupported].contains(error.code) {
            let session = enabled.sessions.first { $0.screen.id == screen.id }
            guard let session, let picture = await session.captures.picture({ session.signal.post(.changes) }) else {
                throw error
            }
            return ScreenCapture(picture: picture, isSteady: true, omissions: [])
        }
    }
}
