import Synchronization

/// A thread that waits for descriptors and deadlines, and that is an actor's executor.
///
/// What it waits for is handled on it, between the actor's jobs; so an actor's handlers may assume its isolation. The
/// thread ends when its owner, the actor, goes away: a job that waits keeps the actor, so none is ever left behind.
final class DisplayThread: SerialExecutor {
    private let loop: PollLoop

    init(name: String) throws(ScreenError) {
        loop = try PollLoop()
        try NativeThread.start(name: name) { [loop] in loop.run() }
    }

    deinit {
        loop.stop()
    }

    /// Calls `handler` on this thread whenever the descriptor is readable.
    func watch(_ descriptor: Int32, _ handler: @escaping @Sendable () -> Void) throws(ScreenError) {
        try loop.watch(descriptor, for: .input) { _ in handler() }
    }

    /// Calls `body` once on this thread, `delay` nanoseconds from now.
    func schedule(after delay: Int64, _ body: @escaping @Sendable () -> Void) {
        loop.schedule(at: MonotonicClock.now + delay, body)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        loop.enqueue(UnownedJob(job), on: asUnownedSerialExecutor())
    }

    func checkIsolated() {
        precondition(loop.isOnItsThread, "called on another thread than its own")
    }
}
