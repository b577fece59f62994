import ScreensManager

extension Diagnosis {
    /// Whether a picture can be shown, as a sentence for people.
    func verdict(_ facts: MachineFacts) -> String {
        if isDaemonAtWork, !showable.isEmpty {
            return "The daemon screensd shows its pictures; another program can show one on "
                + "\(showable.joined(separator: ", ")), which the daemon does not use."
        }
        if isDaemonAtWork {
            let simulated = facts.simulatedByDaemon
            if simulated.isEmpty, findings.contains(where: { $0.severity == .error }) {
                return "The daemon screensd runs, and the errors below keep a picture from being shown."
            }
            return simulated.isEmpty
                ? "The daemon screensd shows the pictures; no other program can show one now."
                : "The daemon screensd shows its pictures on simulated screens: \(simulated.joined(separator: ", "))."
        }
        switch status {
        case .success:
            let mayBeTaken = facts.cards.contains { $0.unknown.contains(.master) }
            return "A picture can be shown on \(showable.joined(separator: ", "))"
                + (mayBeTaken ? ", unless another program uses the card." : ".")
        case .busy: return "No picture can be shown now: another program uses the card."
        case .noPermission where facts.hasHiddenDaemon:
            return "The daemon screensd runs; this user may not see its pictures: \(facts.user.title) has no "
                + "permission to call it or to open the card. Run sudo screens doctor to see them."
        case .noPermission: return "No picture can be shown: this user has no permission to open the card."
        default:
            return facts.isIncomplete
                ? "The document does not state whether a picture can be shown."
                : "No picture can be shown: there is no usable card or display."
        }
    }
}

extension MachineFacts {
    /// Whether unknown facts leave open that a card or a display is usable.
    fileprivate var isIncomplete: Bool {
        let decisive: Set<UnknownFact> = [.crtcs, .connectors, .status, .modes]
        return cards.contains { card in
            ([card.unknown] + card.connectors.map(\.unknown)).contains { !decisive.isDisjoint(with: $0) }
        }
    }
}
