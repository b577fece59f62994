import Glibc
import Linux
import ProgramKit
import Screens

/// The main thread as an actor: all state of the daemon belongs to it.
///
/// Its executor is an event loop, which waits for descriptors and times and runs jobs between them. The state of an owner
/// that is marked `@MainLoop` is therefore confined to one thread, which the compiler checks.
@globalActor
actor MainLoop {
    static let shared = MainLoop()

    /// For the jobs that belong to no actor too.
    nonisolated let events: EventLoop
    private nonisolated let executor: Executor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init() {
        do throws(SystemError) {
            events = try EventLoop()
            executor = Executor(events)
        } catch {
            // At the start of the program, which cannot work without the loop.
            Failure(.system, "cannot wait for events: \(error)").endProgram()
        }
    }

    /// Runs on the calling thread, which is the actor's from then on, until ``stop()``.
    nonisolated static func run() { shared.events.run() }

    nonisolated static func stop() { shared.events.stop() }

    /// Calls `body` once on the main thread, soon. It may be called on any thread.
    nonisolated static func enqueue(_ body: @escaping @MainLoop () -> Void) {
        shared.events.enqueue { call(body) }
    }

    /// Calls `body`, on the main thread already.
    nonisolated static func call(_ body: @MainLoop () -> Void) {
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

extension Failure {
    /// Ends the program with this as its reason, on any thread.
    func endProgram() -> Never {
        let bytes = Array("screensd: \(message.printableLine)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
        exit(status.rawValue)
    }
}

/// Calls something once on the main thread, unless it goes away before.
final class LoopTimer: Sendable {
    private final class Life: Sendable {}

    private let number: UInt64
    /// It ends with the timer, also where the loop has taken the timer as due already.
    private let life: Life

    /// - Parameter delay: from now, by CLOCK_MONOTONIC.
    init(after delay: Duration, _ body: @escaping @MainLoop () -> Void) {
        let life = Life()
        self.life = life
        number = MainLoop.shared.events.schedule(at: .now.advanced(by: max(.zero, delay))) { [weak life] in
            if life != nil { MainLoop.call(body) }
        }
    }

    deinit {
        MainLoop.shared.events.cancel(number)
    }
}

/// A source of events that the main loop waits for. Its end removes it from the loop and closes its descriptor.
struct Watched<Source: DescriptorOwner & ~Copyable>: ~Copyable, Sendable {
    let source: Source

    /// - Parameters:
    ///   - source: its descriptor does not block. It is closed where this throws, too.
    ///   - handler: called on the main thread whenever the descriptor is ready.
    init(_ source: consuming Source, _ handler: @escaping @MainLoop (Readiness) -> Void) throws(SystemError) {
        self.source = source
        try MainLoop.shared.events.watch(self.source.descriptor, for: .input) { readiness in
            MainLoop.call { handler(readiness) }
        }
    }

    deinit {
        MainLoop.shared.events.unwatch(source.descriptor)
    }

    /// Waits for something else from now on; an empty set is for hangups and errors, which are always reported.
    borrowing func wait(for readiness: Readiness) {
        MainLoop.shared.events.watch(source.descriptor, onlyFor: readiness)
    }

    /// Waits for nothing any more, not even a hangup. The descriptor stays open.
    borrowing func endWaiting() {
        MainLoop.shared.events.unwatch(source.descriptor)
    }
}

/// A descriptor that the main loop waits for.
typealias WatchedDescriptor = Watched<OwnedDescriptor>

extension Watched where Source == OwnedDescriptor {
    var rawValue: Int32 { source.rawValue }

    init(adopting descriptor: Int32, _ handler: @escaping @MainLoop (Readiness) -> Void) throws(SystemError) {
        try self.init(OwnedDescriptor(adopting: descriptor), handler)
    }
}
