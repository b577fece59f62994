/// A thread that waits for descriptors and deadlines, and that is an actor's executor.
///
/// Handlers run on it between the actor's jobs, so they may assume the actor's isolation. The thread ends when its
/// owner, the actor, goes away. A waiting job keeps the actor alive, so no job is left behind.
package final class ActorThread: SerialExecutor {
    private let loop: EventLoop

    /// - Parameters:
    ///   - name: the name in `top -H`; at most 15 bytes are kept.
    ///   - time: the time source of scheduled calls.
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

    /// Stops calling the handler of the descriptor, which must be called before the descriptor is closed.
    package func unwatch(_ descriptor: Int32) {
        loop.unwatch(descriptor)
    }

    /// Calls `body` once on this thread, `delay` from now.
    package func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        loop.schedule(at: loop.time.now.advanced(by: delay), body)
    }

    /// Calls `body` once on this thread, soon, after the earlier jobs.
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
