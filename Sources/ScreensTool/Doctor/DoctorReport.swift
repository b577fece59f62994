import ProgramKit
import Screens

/// A diagnosis as `screens doctor` prints it for people: whether a picture could be shown, what is wrong, and the facts.
struct DoctorReport {
    private static let labelWidth = 12

    private let diagnosis: Diagnosis
    private let facts: MachineFacts

    init(_ diagnosis: Diagnosis, _ facts: MachineFacts) {
        self.diagnosis = diagnosis
        self.facts = facts
    }

    var text: String {
        ReportSection.joined([verdict] + diagnosis.findings.map(finding) + [machine] + facts.cards.map(card))
    }

    private var verdict: String {
        let names = diagnosis.showable.joined(separator: ", ")
        switch diagnosis.status {
        case .success: return paragraph("A picture can be shown on \(names).")
        case .busy: return paragraph("No picture can be shown now: another program uses the card.")
        case .noPermission: return paragraph("No picture can be shown: this user may not open the card.")
        default: return paragraph("No picture can be shown: there is no card or display that can.")
        }
    }

    private func finding(_ finding: Diagnosis.Finding) -> String {
        paragraph("\(finding.severity.rawValue.uppercased()) \(finding.object): \(finding.code.rawValue)")
            + Paragraph.text("", indent: 2, finding.message)
            + (finding.remedy.map { Paragraph.text("  ->", indent: 5, $0) } ?? "")
    }

    private func paragraph(_ text: String) -> String { Paragraph.text("", indent: 0, text) }

    // MARK: Facts

    private var machine: String {
        let user = facts.user
        let lines: [(String, String?)] = [
            ("Kernel", facts.kernel),
            ("Machine", listing(("virtual", facts.isVirtualMachine), ("container", facts.isContainer))),
            ("udev", facts.hasUdev ? "runs" : "does not run"),
            ("User", "\(user.title), groups \(user.groups.sorted().map(String.init).joined(separator: ", "))"),
            ("Terminal", facts.terminals.active.map { "tty\($0) is on the displays" }),
        ]
        return "MACHINE\n" + fields(lines)
    }

    private func card(_ card: CardFacts) -> String {
        let lines: [(String, String?)] = [
            ("Driver", card.driver),
            ("Device", card.device),
            ("Node", node(of: card)),
            ("Problem", card.failure?.description),
            ("Master", card.hardware.map { master(of: card, $0) }),
            ("Open by", list(card.openers.map(title))),
            ("Feeds", card.hardware.map { "\($0.crtcCount) \($0.crtcCount == 1 ? "display" : "displays") at once" }),
            ("Can", card.hardware.flatMap(abilities)),
        ]
        return "CARD \(card.name)\n" + fields(lines) + fields(card.connectors.map { ($0.screen.name, state(of: $0)) })
    }

    private func node(of card: CardFacts) -> String {
        guard let node = card.node else { return "none" }
        return node.isForSeat ? "\(node.title), and who sits at the machine" : node.title
    }

    private func master(of card: CardFacts, _ hardware: CardHardware) -> String {
        hardware.isFree ? "nobody" : card.holder.map(title) ?? "another program"
    }

    private func abilities(_ hardware: CardHardware) -> String? {
        let capabilities = hardware.capabilities
        return listing(
            ("atomic", capabilities.isAtomic), ("universal planes", capabilities.hasUniversalPlanes),
            ("dumb buffers", capabilities.hasDumbBuffers), ("prefers shadow", capabilities.prefersShadow),
            ("monotonic timestamps", capabilities.hasMonotonicTimestamps),
            ("CRTC in events", capabilities.namesCRTCInEvents), ("vblank", hardware.hasVBlank))
    }

    private func state(of connector: ConnectorFacts) -> String {
        let screen = connector.screen
        let count = screen.availableModes.count
        var parts = [screen.status.rawValue]
        if screen.kind != .display { parts.append(screen.kind.rawValue) }
        if connector.isLinkBad { parts.append("link bad") }
        guard screen.status == .connected || count > 0 else { return parts.joined(separator: ", ") }
        parts.append("\(count) \(count == 1 ? "mode" : "modes")")
        parts.append(screen.edid.isEmpty ? "no EDID" : "EDID")
        if let mode = screen.currentMode { parts.append("shows \(mode)") }
        if let dark = screen.dark { parts.append("dark: \(dark.message)") }
        if let identity = screen.identity { parts.append(ScreenTable.name(of: IdentityDocument(identity))) }
        return parts.joined(separator: ", ")
    }

    private func fields(_ lines: [(String, String?)]) -> String {
        lines.compactMap { name, value in
            value.map { Paragraph.text(name, indent: Self.labelWidth, $0) }
        }.joined()
    }

    private func listing(_ properties: (String, Bool)...) -> String? { list(properties.filter(\.1).map(\.0)) }

    private func list(_ names: [String]) -> String? { names.isEmpty ? nil : names.joined(separator: ", ") }

    private func title(_ holder: CardHolder) -> String { "\(holder.name) (process \(holder.processID))" }
    private func title(_ opener: CardOpener) -> String { "\(opener.name) (process \(opener.processID))" }
}
