/// Why a screen shows nothing.
enum Darkness {
    /// What is known of a screen that no session of ours draws on.
    struct Facts {
        let connector: ConnectorState
        /// Whether its card is driven, and not only watched.
        let isDriven: Bool
        /// Whether the host has paused everything.
        let isPaused: Bool
        /// Whether it is wanted, and may be on.
        let isOn: Bool
        /// What keeps the card from being driven.
        let cardProblem: ScreenError?
        let holder: CardHolder?
        /// Why it could not be lit.
        let failure: DarkState?
        /// Whether it was to be lit and there was no CRTC for it.
        let lacksCRTC: Bool
        let crtcCount: Int
    }

    /// - Returns: nil where it shows something: what somebody else draws.
    static func state(_ facts: Facts) -> DarkState? {
        if facts.connector.status == .disconnected {
            return DarkState(.disconnected, message: "no display is plugged in")
        }
        if facts.isDriven, !facts.isOn { return DarkState(.off, message: "switched off on purpose") }
        if facts.isDriven, facts.isPaused {
            return DarkState(.sessionInactive, message: "another session has the displays")
        }
        if facts.connector.modes.isEmpty {
            return DarkState(.noModes, message: "the display has told no mode yet")
        }
        if facts.isDriven {
            if let problem = facts.cardProblem { return state(problem, holder: facts.holder) }
            if let failure = facts.failure { return failure }
            if facts.lacksCRTC {
                return DarkState(.noCRTC, message: "the card can feed only \(facts.crtcCount) screens at once")
            }
        }
        if facts.connector.currentMode != nil { return nil }
        return DarkState(.unused, message: "nothing drives it")
    }

    private static func state(_ problem: ScreenError, holder: CardHolder?) -> DarkState {
        let reason: DarkReason =
            switch problem.code {
            case .busy: .notMaster
            case .cardLost: .cardLost
            default: .unused
            }
        return DarkState(reason, message: problem.description, errno: problem.errno, holder: holder)
    }
}
