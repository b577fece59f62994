import Glibc

/// The main thread of a program as an actor, which owns the state of the daemon and of contents.
///
/// Its executor is an event loop, which waits for descriptors and times and runs jobs between them. State that is
/// marked `@MainLoop` is therefore confined to one thread, which the compiler checks.
@globalActor
package actor MainLoop {
    package static let shared = MainLoop()

    /// The actor's event loop, which can also run the jobs of no actor.
    package nonisolated let events: EventLoop
    private nonisolated let executor: Executor

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init() {
        do throws(SystemError) {
            events = try EventLoop()
            executor = Executor(events)
        } catch {
            // This is the start of the program, which cannot work without the loop.
            let line = Array("cannot wait for events: \(error)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(71)
        }
    }

    /// Runs the loop on the calling thread until ``stop()``. The actor is confined to this thread from then on.
    package nonisolated static func run() { shared.events.run() }

    package nonisolated static func stop() { shared.events.stop() }

    /// Calls `body` once on the main thread, soon. May be called on any thread.
    package nonisolated static func enqueue(_ body: @escaping @MainLoop () -> Void) {
        shared.events.enqueue { call(body) }
    }

    /// Calls `body` at once. The caller must be on the main thread.
    package nonisolated static func call(_ body: @MainLoop () -> Void) {
        shared.preconditionIsolated()
        // `body` must be called on the main thread, and the caller is on it. `MainActor.assumeIsolated` does the same;
        // other global actors have no such function.
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
