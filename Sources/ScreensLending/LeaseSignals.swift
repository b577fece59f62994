import ScreensLinux
import ScreensManager
import Synchronization

/// SIGINT, SIGTERM and SIGHUP in a run of `screens lease`. They go to the program while it runs. A signal before that
/// ends the run, and a signal afterwards changes nothing: the screen and the terminal are restored in any case.
package final class LeaseSignals: Sendable {
    private enum State {
        case beginning
        /// Ended by a signal before the program ran.
        case interrupted(Int32)
        case running(ProcessHandle)
        case ending
    }

    private let state = Mutex(State.beginning)
    private let limitEnd: @Sendable (Int32) -> Void

    /// Receives the signals from now on.
    package init(_ signals: EndSignals) {
        limitEnd = signals.limitEnd
        signals.pass { [self] in take($0, isFromKey: $1) }
    }

    /// The exit status of a run that was ended before the program ran; nil for any other run.
    package var interruption: ExitStatus? {
        state.withLock { state in
            if case .interrupted(let signal) = state { ExitStatus(rawValue: 128 + signal) } else { nil }
        }
    }

    /// Passes the signals on to a program that has just been started.
    ///
    /// - Returns: false if a signal came before: the program must be ended.
    package func forward(to process: ProcessHandle) -> Bool {
        state.withLock { state in
            guard case .beginning = state else { return false }
            state = .running(process)
            return true
        }
    }

    /// Records that the program has ended.
    func programEnded() {
        state.withLock { state in
            if case .running = state { state = .ending }
        }
    }

    private func take(_ signal: Int32, isFromKey: Bool) {
        state.withLock { state in
            switch state {
            case .beginning:
                state = .interrupted(signal)
                limitEnd(signal)
            case .running(let process):
                // The terminal has sent the signal of a key to the program too.
                if !isFromKey { process.send(signal) }
            case .ending: limitEnd(signal)
            case .interrupted: break
            }
        }
    }
}
