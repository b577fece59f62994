/// A thread that waits for descriptors and deadlines, and that is an actor's executor.
///
/// Handlers run on it between the actor's jobs, so they may assume the actor's isolation. The thread ends when its owner,
/// the actor, goes away: a job that waits keeps the actor, so none is ever left behind.
package final class ActorThread: SerialExecutor {
    private let loop: EventLoop

    /// - Parameters:
    ///   - name: as in `top -H`; at most 15 bytes are kept.
    ///   - time: of what is scheduled.
    package init(name: String, time: TimeSource = .system) throws(SystemError) {
        loop = try EventLoop(time: time)
        try NativeThread.start(name: name) { [loop] in loop.run() }
    }

    deinit {
        loop.stop()
    }

    /// Calls `handler` on this thread whenever the descriptor is readable.
    package func watch(_ descriptor: Int32, _ handler: @escaping @Sendable () -> Void) throws(SystemError) {
        try loop.watch(descriptor, for: .input) { _ in handler() }
    }

    /// Calls no handler for the descriptor any more, which has to be before it is closed.
    package func unwatch(_ descriptor: Int32) {
        loop.unwatch(descriptor)
    }

    /// Calls `body` once on this thread, `delay` from now.
    package func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        loop.schedule(at: loop.time.now.advanced(by: delay), body)
    }

    /// Calls `body` once on this thread, soon, after the jobs that came before it.
    package func enqueue(_ body: @escaping @Sendable () -> Void) {
        loop.enqueue(body)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        loop.enqueue { job.runSynchronously(on: executor) }
    }

    package func checkIsolated() {
        precondition(loop.isOnItsThread, "called on another thread than its own")
    }
}
