import ProgramKit
import Screens

/// The findings, worst first, and whether a picture can be shown in spite of them. Pure: facts in, findings out.
struct Diagnosis: Sendable, Hashable {
    let findings: [Finding]
    /// The screens that a picture could be shown on now, such as `card0/HDMI-A-1`.
    let showable: [String]
    /// Success where a picture could be shown, else why not.
    let status: ExitStatus

    init(_ facts: MachineFacts) {
        let all =
            facts.machineFindings
            + facts.cards.flatMap { card in
                card.accessFindings(for: facts) + card.findings(for: facts.user)
                    + card.connectorFindings(for: facts)
            }
        // Stable: within a severity the machine comes first, then its cards and their connectors.
        findings = Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
        showable = facts.cards.filter { $0.hardware?.isFree == true }.flatMap { card in
            card.drivenConnectors.map(\.screen.qualifiedName)
        }
        status =
            if !showable.isEmpty {
                .success
            } else if facts.cards.contains(where: { !$0.drivenConnectors.isEmpty }) {
                .busy
            } else if facts.cards.contains(where: \.isDenied) {
                .noPermission
            } else {
                .unavailable
            }
    }
}

extension CardFacts {
    /// The connectors that can be driven at once: each needs a CRTC. Those that have one now go first.
    var drivenConnectors: [ConnectorFacts] {
        guard isUsable, let hardware else { return [] }
        let candidates = connectors.filter(\.canBeDriven)
        let ordered =
            candidates.filter { $0.screen.currentMode != nil } + candidates.filter { $0.screen.currentMode == nil }
        let requests = ordered.map {
            CRTCAssignment.Request(connector: $0.screen.connectorID, possibleCRTCs: $0.possibleCRTCs, current: nil)
        }
        let assignment = CRTCAssignment.assign(requests, crtcCount: hardware.crtcCount, taken: [])
        return candidates.filter { assignment[$0.screen.connectorID] != nil }
    }
}

extension Diagnosis {
    /// Something that prevents a picture, or makes it wrong.
    struct Finding: Sendable, Hashable {
        let severity: Severity
        let code: Code
        /// Its subject: `machine`, `card0`, `card0/HDMI-A-1`.
        let object: String
        /// A sentence for people. Its wording may change.
        let message: String
        /// The remedy, for people; nil where nothing needs to be done.
        let remedy: String?

        init(_ severity: Severity, _ code: Code, _ object: String, _ message: String, remedy: String? = nil) {
            self.severity = severity
            self.code = code
            self.object = object
            self.message = message
            self.remedy = remedy
        }
    }
}

extension Diagnosis {
    /// How bad a finding is. The raw values are those of the JSON documents.
    enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The object shows no picture as it is.
        case error
        /// The picture may be wrong, or there may be none later.
        case warning
        /// Good to know.
        case note
    }
}
