import ScreensLinux
import Synchronization

/// The thread of an enabled connector, which draws for one session after the other.
///
/// So a change of the mode costs no thread, and only one thread at a time calls the delegate.
final class ScreenThread: Sendable {
    private struct State {
        /// The session for which the thread draws.
        var current: ScreenSession?
        var next: ScreenSession?
        /// The sessions that were stopped before their turn came. They may share the content of the present session.
        var dropped: [ScreenSession] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// Whether a call of the delegate runs although its session has ended.
    var isInLastCall: Bool { state.withLock { $0.current?.gate.isInLastCall ?? false } }

    /// Draws for a session: at once, or after the session before it has stopped.
    ///
    /// - Throws: ``SystemError`` if the process may have no more threads.
    func draw(_ session: ScreenSession) throws(SystemError) {
        let isRunning = state.withLock { state in
            if let next = state.next { state.dropped.append(next) }
            state.next = session
            defer { state.isRunning = true }
            return state.isRunning
        }
        guard !isRunning else { return }
        do {
            try NativeThread.start(name: session.screen.name, isUrgent: true) { [self] in
                CallOrigin.$thread.withValue(self) { while let ending = drawNext() { ending.finish() } }
            }
        } catch {
            state.withLock { $0 = State() }
            throw error
        }
    }

    /// The steps that remain after a session has been released.
    private struct Ending {
        private let end: Completion
        private let ended: @Sendable () -> Void
        private let manualSleep: ManualSleep?

        init(of session: ScreenSession) {
            end = session.end
            ended = session.handlers.ended
            manualSleep = session.manualSleep
        }

        func finish() {
            end.signal()
            ended()
            manualSleep?.end()
        }
    }

    /// Draws for the next session until it ends, and releases it before its end is signalled.
    private func drawNext() -> Ending? {
        guard let session = takeNext() else { return nil }
        session.manualSleep?.begin()
        var loop = RenderLoop(session: session)
        if let failure = loop.run() { session.handlers.failed(session, failure) }
        state.withLock { $0.current = nil }
        return Ending(of: session)
    }

    /// Ends the sessions that were dropped meanwhile, after the session before them has ended.
    private func takeNext() -> ScreenSession? {
        let (next, dropped) = state.withLock { state in
            defer {
                state.current = state.next
                state.next = nil
                state.dropped = []
            }
            state.isRunning = state.next != nil
            return (state.next, state.dropped)
        }
        for session in dropped { Ending(of: session).finish() }
        return next
    }
}

/// The origin of a task.
enum CallOrigin {
    /// The thread whose delegate has started the task, or a task that started it; nil for other tasks.
    @TaskLocal static var thread: ScreenThread?
}
