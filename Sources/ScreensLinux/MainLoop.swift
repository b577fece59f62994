import Glibc

/// The main thread of a program as an actor: the state of the daemon belongs to it, and that of contents.
///
/// Its executor is an event loop, which waits for descriptors and times and runs jobs between them. The state of an owner
/// that is marked `@MainLoop` is therefore confined to one thread, which the compiler checks.
@globalActor
package actor MainLoop {
    package static let shared = MainLoop()

    /// For the jobs that belong to no actor too.
    package nonisolated let events: EventLoop
    private nonisolated let executor: Executor

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init() {
        do throws(SystemError) {
            events = try EventLoop()
            executor = Executor(events)
        } catch {
            // At the start of the program, which cannot work without the loop.
            let line = Array("cannot wait for events: \(error)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(71)
        }
    }

    /// Runs on the calling thread, which is the actor's from then on, until ``stop()``.
    package nonisolated static func run() { shared.events.run() }

    package nonisolated static func stop() { shared.events.stop() }

    /// Calls `body` once on the main thread, soon. It may be called on any thread.
    package nonisolated static func enqueue(_ body: @escaping @MainLoop () -> Void) {
        shared.events.enqueue { call(body) }
    }

    /// Calls `body`, on the main thread already.
    package nonisolated static func call(_ body: @MainLoop () -> Void) {
        shared.preconditionIsolated()
        // The type states the thread that it has to be called on, and this is that thread. `MainActor.assumeIsolated` does the
        // same; other global actors have no such function.
        withoutActuallyEscaping(body) { body in unsafeBitCast(body, to: (() -> Void).self)() }
    }

    private final class Executor: SerialExecutor {
        private let events: EventLoop

        init(_ events: EventLoop) { self.events = events }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let executor = asUnownedSerialExecutor()
            events.enqueue { job.runSynchronously(on: executor) }
        }

        func checkIsolated() {
            precondition(events.isOnItsThread, "called on another thread than the main one")
        }
    }
}
