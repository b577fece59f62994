import ScreensLinux
import ScreensProgramKit

/// Decides when the program of a content runs: events in, actions out. Its caller has the clock.
struct ProgramSchedule: Sendable {
    /// The content that a screen is to have.
    enum Wanted: Sendable, Hashable {
        /// No program: another content, or nothing, as while the screen is off.
        case nothing
        /// No display is there. A program that runs stays: it may draw on when the display is back, and none is started.
        case absent
        case program(ContentProgram)
    }

    enum Action: Sendable, Hashable {
        case start(ContentProgram)
        /// To end the one that runs; its end is reported later.
        case stop
        case wait(until: MonotonicTime)
    }

    private enum State: Sendable, Hashable {
        case idle
        case running(ContentProgram, since: MonotonicTime, isStopped: Bool)
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

    /// The screen is to show something else from now on, or the same.
    mutating func want(_ wanted: Wanted, at now: MonotonicTime) -> Action? {
        guard wanted != self.wanted else { return nil }
        self.wanted = wanted
        switch (state, wanted) {
        case (.running(_, _, isStopped: true), _), (.running, .absent): return nil
        case (.running(let program, _, _), .program(let wanted)) where program == wanted: return nil
        case (.running(let program, let start, _), _):
            state = .running(program, since: start, isStopped: true)
            return .stop
        case (_, .program(let program)): return start(program, at: now)
        case (_, .nothing), (_, .absent):
            state = .idle
            return nil
        }
    }

    /// The program has ended, or could not be started.
    mutating func programEnded(at now: MonotonicTime) -> Action? {
        guard case .running(let ended, let start, let isStopped) = state else { return nil }
        guard case .program(let program) = wanted else {
            // As compositors do when their only display goes: not a failure.
            state = .idle
            return nil
        }
        // Another one was requested, or the same one again after a stop.
        guard program == ended, !isStopped else { return self.start(program, at: now) }
        let isShort = start.duration(to: now) < Self.longRun
        let pause = isShort ? pause.map { min($0 * 2, Self.longestPause) } ?? Self.shortestPause : Self.shortestPause
        self.pause = pause
        let deadline = now.advanced(by: pause)
        state = .pausing(until: deadline)
        return .wait(until: deadline)
    }

    /// A pause may be over.
    mutating func timeCame(at now: MonotonicTime) -> Action? {
        guard case .pausing(let deadline) = state, deadline <= now, case .program(let program) = wanted else {
            return nil
        }
        state = .running(program, since: now, isStopped: false)
        return .start(program)
    }

    /// Something has changed: earlier failures do not count.
    private mutating func start(_ program: ContentProgram, at now: MonotonicTime) -> Action {
        pause = nil
        state = .running(program, since: now, isStopped: false)
        return .start(program)
    }
}
