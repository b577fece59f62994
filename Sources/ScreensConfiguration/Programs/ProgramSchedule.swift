import struct ScreensLinux.MonotonicTime

/// The decisions about when the program of a content runs: the wanted program, ends and the time in, actions out. The
/// caller has the clock.
package struct ProgramSchedule: Sendable {
    /// The content that a screen should show.
    package enum Wanted: Sendable, Hashable {
        /// No program: another content, or nothing, for example while the screen is off.
        case nothing
        /// No display is connected. A program that runs stays, since it may draw on when the display is back; none is
        /// started.
        case absent
        /// No connector has the name. It may appear, as with a dock.
        case unknown
        /// The shown virtual terminal is not the daemon's. A program that runs stays, or pauses if it is configured to;
        /// none is started.
        case hidden
        case program(ContentProgram)
    }

    package enum Action: Sendable, Hashable {
        case start(ContentProgram)
        /// End the program that runs; its end is reported later.
        case stop
        /// Stop the processes of the program that runs, and continue them.
        case pause, resume
        case wait(until: MonotonicTime)
    }

    private struct Run: Sendable, Hashable {
        let program: ContentProgram
        let start: MonotonicTime
        /// Whether the program is being ended.
        var isEnding = false
        var isPaused = false
    }

    private enum State: Sendable, Hashable {
        case idle
        case running(Run)
        /// The pause between an end and the next start.
        case pausing(until: MonotonicTime)
    }

    private var wanted = Wanted.absent
    private var state = State.idle
    /// The last pause; nil if the next one is the shortest.
    private var pause: Duration?

    package init() {}

    package var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    /// Returns whether the next program follows soon, without a pause or after the shortest one. The picture of the
    /// former program stays until then.
    package func keepsPicture(at now: MonotonicTime) -> Bool {
        switch state {
        case .running(let run): !run.isEnding
        case .pausing(let deadline): now.duration(to: deadline) <= ProgramTimes.pause.shortest
        case .idle: false
        }
    }

    /// Takes the content that the screen should show from now on, which may be the same as before.
    package mutating func want(_ wanted: Wanted, at now: MonotonicTime) -> Action? {
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

    /// Records that the program has ended, or could not be started.
    package mutating func programEnded(at now: MonotonicTime) -> Action? {
        guard case .running(let ended) = state else { return nil }
        guard case .program(let program) = wanted else {
            // Compositors end when their only display is disconnected: not a failure.
            state = .idle
            return nil
        }
        // Another program was requested, or the same one again after a stop.
        guard program == ended.program, !ended.isEnding else { return start(program, at: now) }
        let isShort = ended.start.duration(to: now) < ProgramTimes.longRun
        let (shortest, longest) = ProgramTimes.pause
        let pause = isShort ? pause.map { min($0 * 2, longest) } ?? shortest : shortest
        self.pause = pause
        let deadline = now.advanced(by: pause)
        state = .pausing(until: deadline)
        return .wait(until: deadline)
    }

    /// Starts the program if a pause is over.
    package mutating func timeCame(at now: MonotonicTime) -> Action? {
        guard case .pausing(let deadline) = state, case .program(let program) = wanted else { return nil }
        // The clock of the wait includes the time of a suspended machine, and this clock does not.
        guard deadline <= now else { return .wait(until: deadline) }
        state = .running(Run(program: program, start: now))
        return .start(program)
    }

    /// Starts a program after a change: earlier failures do not count.
    private mutating func start(_ program: ContentProgram, at now: MonotonicTime) -> Action {
        pause = nil
        state = .running(Run(program: program, start: now))
        return .start(program)
    }
}
