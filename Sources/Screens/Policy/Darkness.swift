/// Computes why a screen shows nothing.
enum Darkness {
    /// The facts about a screen on which no session of this process draws.
    struct Facts {
        let connector: ConnectorState
        /// Whether its card is driven, and not only observed.
        let isCardDriven: Bool
        /// Whether the host paused all screens.
        let isPaused: Bool
        /// Whether its settings turn it on. It may still be unselected.
        let isOn: Bool
        /// Why the settings do not select it, as a clause; nil if they do.
        let exclusion: String?
        /// The reason why the card cannot be driven.
        let cardProblem: ScreenError?
        /// The program that is master of the card.
        let master: CardMaster?
        /// The failure of the last attempt to enable it.
        let failure: DarkState?
        /// Whether it was selected and there was no CRTC for it.
        let lacksCRTC: Bool
        let crtcCount: Int
    }

    /// - Returns: nil if it shows the picture of another program.
    static func state(_ facts: Facts) -> DarkState? {
        if facts.connector.status == .disconnected { return .noDisplay }
        if facts.isCardDriven, !facts.isOn { return DarkState(.off, message: "turned off by its settings") }
        if facts.isCardDriven, facts.isPaused {
            return DarkState(.sessionInactive, message: "another session or virtual terminal uses the displays")
        }
        if facts.connector.modes.isEmpty {
            return DarkState(.noModes, message: "the display has reported no modes yet")
        }
        if facts.isCardDriven {
            if let problem = facts.cardProblem { return state(problem, master: facts.master) }
            if let failure = facts.failure { return failure }
            if facts.lacksCRTC {
                let count = facts.crtcCount == 1 ? "1 screen" : "\(facts.crtcCount) screens"
                return DarkState(.noCRTC, message: "the card can drive only \(count) at once")
            }
        }
        if facts.connector.currentMode != nil || facts.connector.isFed { return nil }
        return DarkState(.unused, message: facts.exclusion ?? "no program drives it")
    }

    private static func state(_ problem: ScreenError, master: CardMaster?) -> DarkState {
        let reason: DarkReason =
            switch problem.code {
            case .busy: .notMaster
            case .cardLost: .cardLost
            default: .unused
            }
        return DarkState(reason, message: problem.description, errno: problem.errno, master: master)
    }
}
