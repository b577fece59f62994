import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensReports
import Synchronization

/// One run of a content's program, with its own lease and its own thread.
final class ContentProgramRun: Sendable {
    fileprivate struct State {
        /// The first reason to end it, for people; nil if nothing has requested the end.
        var reason: String?
        /// Whether the program has begun. Requests before that are carried out when it begins.
        var isStarted = false
        var isPaused = false
        /// The screen as the former program had it, until this program gets its lease.
        var former: LentScreen?
        var paused: LeftProcesses.Paused?
    }

    private let end = Completion()
    private let state = Mutex(State())

    /// Starts it.
    ///
    /// - Parameters:
    ///   - screen: the name of the screen to lease.
    ///   - former: the screen as the former program had it, whose picture stays until this program's; nil if the daemon
    ///     has the screen.
    ///   - report: called once, on another thread, when the program and all processes that it leaves behind have ended.
    ///     It takes the screen, which goes back to the daemon when it is released.
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
    /// - Parameter reason: a sentence for people.
    func stop(_ reason: String) {
        state.withLock { $0.reason = $0.reason ?? reason }
        end.signal()
        // A stopped process would not notice the request.
        resume()
    }

    /// Stops its processes; from any thread.
    func pause() {
        state.withLock { state in
            state.isPaused = true
            state.pause()
        }
    }

    /// Continues its processes; from any thread.
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

    /// Gets the screen. The connection through which the former program had it ends then.
    private func lease(_ screen: String, to program: String, at location: DaemonLocation) throws(Failure) -> LentScreen
    {
        let former = state.withLock { state in
            defer { state.former = nil }
            return state.former
        }
        let connection = try CommandClient.openForContents(location, timeouts: .ofCommand)
        return try connection.lease(screen, to: program, after: former) { [weak self] in
            self?.stop("the lease of the screen has ended")
        }
    }

    private func run(
        _ program: LeasedProgram, on screen: String, at location: DaemonLocation, _ lent: inout LentScreen?
    ) throws(Failure) -> ChildProgram.End {
        // If nothing can be run, the screen keeps its picture.
        try program.check()
        let present = try lease(screen, to: program.name, at: location)
        lent = present
        // The lease may have taken time, and the content may have changed since.
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
