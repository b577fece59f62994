import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensReports

/// One run of `screens content`: it follows the content of a screen, and keeps its program running.
package struct ContentRun {
    private enum Event: Sendable {
        /// An event of the daemon.
        case daemon(EventDocument)
        case daemonEnded(Failure)
        case programEnded(Result<ChildProgram.End, Failure>, LentScreen?)
        case timeCame
        /// A signal requests the end.
        case interrupted(Int32)
    }

    private let location: DaemonLocation
    private let name: String
    private let signals: EndSignals
    /// The commands that may be started; the daemon decides which of them, and when.
    private var commands: FileCommands
    private let events: AsyncStream<Event>
    private let inbox: AsyncStream<Event>.Continuation
    private var screen: FollowedScreen
    private var schedule = ProgramSchedule()
    private var wanted: ProgramSchedule.Wanted?
    private var program: ContentProgramRun?
    /// The screen with the picture of the program that has ended, kept for a program that starts soon.
    private var kept: LentScreen?
    /// The name of the last program that was started.
    private var programName = ""
    /// The result of the run, which ends when no program runs.
    private var ending: Result<Void, Failure>?

    /// - Parameters:
    ///   - screen: the name of the screen.
    ///   - commands: the commands of the configuration's files; no other one is run, whatever the daemon reports.
    package init(_ screen: String, at location: DaemonLocation, commands: FileCommands, signals: EndSignals) {
        name = screen
        self.commands = commands
        self.signals = signals
        self.location = location
        self.screen = FollowedScreen(screen)
        (events, inbox) = AsyncStream.makeStream(of: Event.self)
    }

    /// Runs until a signal requests the end.
    ///
    /// - Throws: ``Failure``, also if the daemon ends, and if no program can have a filter of system calls.
    package mutating func run() async throws(Failure) {
        try LeasedProgram.checkFilter()
        do throws(SystemError) {
            try SilentInput.take()
            signals.pass { [inbox] signal, _ in inbox.yield(.interrupted(signal)) }
            try watch()
        } catch {
            throw Failure(.system, "cannot follow the content of \(name): \(error)")
        }
        for await event in events {
            take(event)
            if let ending, !schedule.isRunning { return try ending.get() }
        }
    }

    /// Receives the events of the daemon on a separate thread, because the calls block.
    private func watch() throws(SystemError) {
        try NativeThread.start(name: "watch") { [inbox, location] in
            do throws(Failure) {
                try CommandClient.openForContents(location, timeouts: .ofCommand).watch { inbox.yield(.daemon($0)) }
            } catch {
                inbox.yield(.daemonEnded(error))
            }
        }
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .daemon(let event):
            do throws(Failure) {
                if let wanted = try screen.take(event) { want(wanted) }
            } catch {
                end(.failure(error))
            }
        case .daemonEnded(let failure): end(.failure(failure))
        case .programEnded(let result, let screen):
            program = nil
            let action = schedule.programEnded(at: .now)
            if schedule.keepsPicture(at: .now) { kept = screen } else { screen?.giveBack() }
            report(result, before: action)
            carryOut(action)
            if ending == nil { sayWaiting() }
        case .timeCame: carryOut(schedule.timeCame(at: .now))
        case .interrupted(let signal):
            signals.limitEnd(signal)
            end(.success(()))
        }
    }

    private mutating func end(_ result: Result<Void, Failure>) {
        ending = ending ?? result
        carryOut(schedule.want(.nothing, at: .now))
    }

    private mutating func want(_ wanted: ProgramSchedule.Wanted) {
        // Most events are about something else.
        guard ending == nil, wanted != self.wanted else { return }
        self.wanted = wanted
        carryOut(schedule.want(wanted, at: .now))
        sayWaiting()
    }

    private func sayWaiting() {
        guard !schedule.isRunning, let reason = wanted.flatMap(Self.reason) else { return }
        Notices.shared.say("\(name): \(reason): waiting")
    }

    private mutating func carryOut(_ action: ProgramSchedule.Action?) {
        defer { if !schedule.keepsPicture(at: .now) { kept = nil } }
        switch action {
        case .start(let content):
            programName = content.name
            do throws(Failure) {
                commands.read()
                program = ContentProgramRun(
                    try commands.permitted(content), on: screen.found ?? name, after: kept, at: location
                ) { [inbox] in inbox.yield(.programEnded($0, $1)) }
            } catch {
                inbox.yield(.programEnded(.failure(error), nil))
            }
            kept = nil
        case .stop:
            program?.stop(ending == nil ? "the content of \(name) has changed" : "this command ends")
        case .pause: program?.pause()
        case .resume: program?.resume()
        case .wait(let deadline):
            Task { [inbox] in
                try? await Task.sleep(for: MonotonicTime.now.duration(to: deadline))
                inbox.yield(.timeCame)
            }
        case nil: break
        }
    }

    private static func reason(toWaitFor wanted: ProgramSchedule.Wanted) -> String? {
        switch wanted {
        case .absent: "no display is connected"
        case .unknown: "no card has a connector of that name (`screens list --all` lists them)"
        case .hidden: "another virtual terminal is shown"
        case .nothing: "its content is not a command, or it is off"
        case .program: nil
        }
    }

    private func report(_ result: Result<ChildProgram.End, Failure>, before action: ProgramSchedule.Action?) {
        var text =
            switch result {
            case .success(.signalled(let signal)): "\(programName) was ended by signal \(signal)"
            case .success(.exited(let status)): "\(programName) has ended with exit code \(status)"
            case .failure(let failure): failure.message
            }
        if case .wait(let deadline) = action {
            let seconds = MonotonicTime.now.duration(to: deadline).pollMilliseconds
            let attempt = if case .success = result { "started" } else { "tried" }
            text += "; it is \(attempt) again in \((seconds + 500) / 1000) s"
        }
        Notices.shared.say(text)
    }
}
