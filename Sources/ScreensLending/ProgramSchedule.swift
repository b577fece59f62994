import ScreensConfiguration
import ScreensLinux

/// Decides when the program of a content runs: events in, actions out. Its caller has the clock.
struct ProgramSchedule: Sendable {
    /// The content that a screen is to have.
    enum Wanted: Sendable, Hashable {
        /// No program: another content, or nothing, as while the screen is off.
        case nothing
        /// No display is there. A program that runs stays: it may draw on when the display is back, and none is started.
        case absent
        /// No connector has the name. It may come, as with a dock.
        case unknown
        /// Another virtual terminal is shown. A program that runs stays, or pauses where it is to, and none is started.
        case hidden
        case program(ContentProgram)
    }

    enum Action: Sendable, Hashable {
        case start(ContentProgram)
        /// To end the one that runs; its end is reported later.
        case stop
        /// To stop the processes of the one that runs, and to let them go on.
        case pause, resume
        case wait(until: MonotonicTime)
    }

    private struct Run: Sendable, Hashable {
        let program: ContentProgram
        let start: MonotonicTime
        /// Whether it is being ended.
        var isEnding = false
        var isPaused = false
    }

    private enum State: Sendable, Hashable {
        case idle
        case running(Run)
        /// Between an end and the next start.
        case pausing(until: MonotonicTime)
    }

    /// From an end to the next start: doubled at each, up to a limit.
    private static let shortestPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(60)
    /// After so long a run the pause is the shortest again.
    private static let longRun = Duration.seconds(60)

    private var wanted = Wanted.absent
    private var state = State.idle
    /// The last pause; nil where the next one is the shortest.
    private var pause: Duration?

    var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    /// Whether the next program follows soon, so that the picture of the one before stays until it has its own: without a pause, or after
    /// the shortest one.
    func keepsPicture(at now: MonotonicTime) -> Bool {
        switch state {
        case .running(let run): !run.isEnding
        case .pausing(let deadline): now.duration(to: deadline) <= Self.shortestPause
        case .idle: false
        }
    }

    /// The screen is to show something else from now on, or the same.
    mutating func want(_ wanted: Wanted, at now: MonotonicTime) -> Action? {
        guard wanted != self.wanted else { return nil }
        self.wanted = wanted
        if case .running(let run) = state { return keep(run, for: wanted) }
        guard case .program(let program) = wanted else {
            state = .idle
            return nil
        }
        return start(program, at: now)
    }

    private mutating func keep(_ former: Run, for wanted: Wanted) -> Action? {
        guard !former.isEnding else { return nil }
        var run = former
        defer { state = .running(run) }
        switch wanted {
        case .absent, .unknown: return nil
        case .hidden:
            run.isPaused = run.program.pauses
            return run.isPaused && !former.isPaused ? .pause : nil
        case .program(run.program):
            run.isPaused = false
            return former.isPaused ? .resume : nil
        case .program, .nothing:
            run.isEnding = true
            return .stop
        }
    }

    /// The program has ended, or could not be started.
    mutating func programEnded(at now: MonotonicTime) -> Action? {
        guard case .running(let ended) = state else { return nil }
        guard case .program(let program) = wanted else {
            // As compositors do when their only display goes: not a failure.
            state = .idle
            return nil
        }
        // Another one was requested, or the same one again after a stop.
        guard program == ended.program, !ended.isEnding else { return start(program, at: now) }
        let isShort = ended.start.duration(to: now) < Self.longRun
        let pause = isShort ? pause.map { min($0 * 2, Self.longestPause) } ?? Self.shortestPause : Self.shortestPause
        self.pause = pause
        let deadline = now.advanced(by: pause)
        state = .pausing(until: deadline)
        return .wait(until: deadline)
    }

    /// A pause may be over.
    mutating func timeCame(at now: MonotonicTime) -> Action? {
        guard case .pausing(let deadline) = state, case .program(let program) = wanted else { return nil }
        // The clock of the wait counts the time of a suspended machine, and this one does not.
        guard deadline <= now else { return .wait(until: deadline) }
        state = .running(Run(program: program, start: now))
        return .start(program)
    }

    /// Something has changed: earlier failures do not count.
    private mutating func start(_ program: ContentProgram, at now: MonotonicTime) -> Action {
        pause = nil
        state = .running(Run(program: program, start: now))
        return .start(program)
    }
}
