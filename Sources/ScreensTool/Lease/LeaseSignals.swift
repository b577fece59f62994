import ScreensLinux
import ScreensManager
import Synchronization

/// SIGINT, SIGTERM and SIGHUP in a run of `screens lease`. They are the program's while it runs. One before ends the run, and one
/// afterwards changes nothing: the screen and the terminal are given back in any case.
final class LeaseSignals: Sendable {
    private enum State {
        case beginning
        /// By a signal, before the program ran.
        case interrupted(Int32)
        case running(ProcessHandle)
        case ending
    }

    private let state = Mutex(State.beginning)

    /// Takes the signals from now on.
    init() {
        Interruption.onRequests { [self] in take($0) }
    }

    /// The exit status of a run that was ended before the program ran.
    var interruption: ExitStatus? {
        state.withLock { state in
            if case .interrupted(let signal) = state { ExitStatus(rawValue: 128 + signal) } else { nil }
        }
    }

    /// Passes them on to a program that has just been started.
    ///
    /// - Returns: false where one came before: the program is to be ended.
    func pass(to process: ProcessHandle) -> Bool {
        state.withLock { state in
            guard case .beginning = state else { return false }
            state = .running(process)
            return true
        }
    }

    /// The program has ended.
    func programEnded() {
        state.withLock { state in
            if case .running = state { state = .ending }
        }
    }

    private func take(_ request: Interruption.Request) {
        state.withLock { state in
            switch state {
            case .beginning:
                state = .interrupted(request.signal)
                Interruption.limitEnd(by: request.signal)
            case .running(let process):
                // The program has that of a key by itself.
                if !request.isFromKey { process.send(request.signal) }
            case .ending: Interruption.limitEnd(by: request.signal)
            case .interrupted: break
            }
        }
    }
}
