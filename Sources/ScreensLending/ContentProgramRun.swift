import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensReports
import Synchronization

/// One run of the program of a content, on a lease of its own and on a thread of its own.
final class ContentProgramRun: Sendable {
    fileprivate struct State {
        /// Why it was ended, of which the first reason counts.
        var reason: String?
        /// Whether the program has begun: what is requested before is done then.
        var isStarted = false
        var isPaused = false
        /// The screen as the program before had it, until this one's lease.
        var former: LentScreen?
        var paused: LeftProcesses.Paused?
    }

    private let end = Completion()
    private let state = Mutex(State())

    /// Starts it.
    ///
    /// - Parameters:
    ///   - screen: whose lease it gets.
    ///   - former: the screen as the program before had it, whose picture stays until this one's; nil where it has the daemon's.
    ///   - report: called once, on another thread, when it has ended with all processes that it leaves behind; with the screen, which
    ///     goes back when it is released.
    init(
        _ content: ContentProgram, on screen: String, after former: LentScreen?, at location: DaemonLocation,
        report: @escaping @Sendable (Result<ChildProgram.End, Failure>, LentScreen?) -> Void
    ) {
        state.withLock { $0.former = former }
        let patterns = content.way == .seat ? content.input.compactMap(InputPattern.init) : nil
        let program = LeasedProgram(arguments: content.command, seatInput: patterns)
        do {
            // The program ends with the thread that starts it.
            try NativeThread.start(name: "content") { [self] in
                let result: Result<ChildProgram.End, Failure>
                var lent: LentScreen?
                do throws(Failure) {
                    result = .success(try run(program, on: screen, at: location, &lent))
                } catch {
                    result = .failure(error)
                }
                report(result, lent)
            }
        } catch {
            report(.failure(Failure(.system, "cannot run \(program.name): \(error)")), nil)
        }
    }

    /// Ends it; from any thread.
    ///
    /// - Parameter reason: for people, as a sentence.
    func stop(_ reason: String) {
        state.withLock { $0.reason = $0.reason ?? reason }
        end.signal()
        // One that is stopped would not notice the request.
        resume()
    }

    /// Stops its processes; from any thread.
    func pause() {
        state.withLock { state in
            state.isPaused = true
            state.pause()
        }
    }

    /// Lets its processes go on; from any thread.
    func resume() {
        state.withLock { state in
            state.isPaused = false
            state.paused?.resume()
            state.paused = nil
        }
    }

    private func started() {
        state.withLock { state in
            state.isStarted = true
            if state.isPaused { state.pause() }
        }
    }

    /// Gets the screen. The connection that the program before had it by ends then.
    private func lease(_ screen: String, to program: String, at location: DaemonLocation) throws(Failure) -> LentScreen
    {
        let former = state.withLock { state in
            defer { state.former = nil }
            return state.former
        }
        let connection = try DaemonConnection.openForContents(location, timeouts: .ofCommand)
        return try connection.lease(screen, to: program, after: former) { [weak self] in
            self?.stop("the lease of the screen has ended")
        }
    }

    private func run(
        _ program: LeasedProgram, on screen: String, at location: DaemonLocation, _ lent: inout LentScreen?
    ) throws(Failure) -> ChildProgram.End {
        // The screen keeps its picture where nothing can be run.
        try program.checkFile()
        let present = try lease(screen, to: program.name, at: location)
        lent = present
        // The lease may have taken its time, and the content may be another one.
        if let reason = state.withLock(\.reason) {
            throw Failure(.unavailable, "\(reason): \(program.name) is not started")
        }
        let begun = {
            Notices.shared.say("\(program.name) is started on \(screen)")
            self.started()
        }
        return try program.runOnThisThread(with: present.descriptor, onStart: begun) { [self] in
            await end.wait()
            return state.withLock(\.reason) ?? ""
        }
    }
}

extension ContentProgramRun.State {
    fileprivate mutating func pause() {
        guard isStarted, paused == nil else { return }
        paused = LeftProcesses.pause()
    }
}
