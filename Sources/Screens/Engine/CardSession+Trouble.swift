import Glibc
import KMS
import Linux

extension CardSession {
    /// How long a screen that failed is left alone, in nanoseconds.
    private static let relightDelay: Int64 = 1_000_000_000

    /// A screen's thread got stuck: lets go of the card where that is at fault, else tries the screen afresh.
    func handle(_ trouble: ScreenSession.Trouble, of connector: ConnectorID, _ session: ScreenSession) {
        guard !isOver, sessions[connector] === session else { return }
        let dark: DarkState
        switch trouble {
        case .flipRefused(let code) where code == EACCES || code == ENODEV:
            return cardFailed(
                ScreenError(
                    code == EACCES ? .busy : .cardLost, operation: "flip on", object: node.path, errno: code))
        case .flipRefused(let code):
            dark = DarkState(.stalled, message: "the kernel refuses flips", errno: code)
        case .stalled:
            dark = DarkState(.stalled, message: "a flip never completed")
        }
        shared.lit.countStall(of: session)
        darken(connector)
        var recovery = recoveries[connector] ?? StallRecovery()
        let answer = recovery.answer(at: MonotonicTime.now)
        recoveries[connector] = recovery
        switch answer {
        case .modeset:
            shared.roster.warn(session.screen, "\(session.screen.name): \(dark.message); its mode is set anew")
            look()
        case .powerCycle(let pause):
            shared.roster.warn(
                session.screen,
                "\(session.screen.name): \(dark.message) again; it stays off for \(pause / 1_000_000_000) s")
            failures[connector] = dark
            retry(connector, after: pause)
            reconcile()
        }
    }

    /// Tries a screen again that could not be lit. Asked for again before that, the later time counts: a try that fails
    /// asks for another, so that each of two in wait would go on for ever.
    func retry(_ connector: ConnectorID, after delay: Int64 = relightDelay) {
        lastRetry += 1
        let retry = lastRetry
        retries[connector] = retry
        schedule(after: delay) { session in
            guard session.retries[connector] == retry else { return }
            session.retries[connector] = nil
            session.failures[connector] = nil
            session.look()
        }
    }
}
