import Screens
import ScreensManager
import ScreensReports

/// A ``DoctorDocument`` as `screens doctor` prints it for people: whether a picture can be shown, what is wrong, the facts.
package struct DoctorReport {
    private static let labelWidth = 12

    private let diagnosis: Diagnosis
    private let facts: MachineFacts

    package init(_ document: DoctorDocument) {
        diagnosis = document.diagnosis
        facts = document.facts
    }

    package var text: String {
        ReportSection.joined([verdict] + diagnosis.findings.map(finding) + [machine] + facts.cards.map(card))
    }

    private var verdict: String {
        if diagnosis.isDaemonAtWork, !diagnosis.showable.isEmpty {
            return paragraph(
                "The daemon screensd shows its pictures; another one can be shown on "
                    + "\(diagnosis.showable.joined(separator: ", ")), which it does not use.")
        }
        if diagnosis.isDaemonAtWork {
            let simulated = facts.simulatedByDaemon
            if simulated.isEmpty, diagnosis.findings.contains(where: { $0.severity == .error }) {
                return paragraph("The daemon screensd runs, and the errors below keep a picture from being shown.")
            }
            return paragraph(
                simulated.isEmpty
                    ? "The daemon screensd shows the pictures; no other program can show one now."
                    : "The daemon screensd shows its pictures on simulated screens: \(simulated.joined(separator: ", "))."
            )
        }
        return switch diagnosis.status {
        case .success:
            paragraph(
                "A picture can be shown on \(diagnosis.showable.joined(separator: ", "))"
                    + (facts.cards.contains { $0.unknown.contains(.master) }
                        ? ", unless another program uses the card." : "."))
        case .busy: paragraph("No picture can be shown now: another program uses the card.")
        case .noPermission where facts.hasHiddenDaemon:
            paragraph(
                "The daemon screensd runs; this user may not see its pictures: \(facts.user.title) has no permission to call it "
                    + "or to open the card. Run sudo screens doctor to see them.")
        case .noPermission: paragraph("No picture can be shown: this user has no permission to open the card.")
        default:
            isIncomplete
                ? paragraph("Whether a picture can be shown is not in the document.")
                : paragraph("No picture can be shown: there is no usable card or display.")
        }
    }

    /// Whether a card or a display could be usable for all that is known.
    private var isIncomplete: Bool {
        let decisive: Set<UnknownFact> = [.crtcs, .connectors, .status, .modes]
        return facts.cards.contains { card in
            ([card.unknown] + card.connectors.map(\.unknown)).contains { !decisive.isDisjoint(with: $0) }
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
        let unknown = facts.unknown
        return "MACHINE\n"
            + fields([
                ("Kernel", unknown.value(facts.kernel, .kernel)),
                (
                    "Machine",
                    list(
                        Words.of(
                            (unknown.value(facts.isVirtualMachine, .virtualMachine) ?? false, "virtual"),
                            (unknown.value(facts.isContainer, .container) ?? false, "container")))
                ),
                ("udev", unknown.value(facts.hasUdev, .udev).map { $0 ? "runs" : "does not run" }),
                ("User", unknown.value(facts.user, .user).map(user)),
                ("Terminal", facts.terminals.active.map { "tty\($0) is active" }),
                ("Unknown", titles(unknown)),
            ])
    }

    private func user(_ user: UserFacts) -> String {
        "\(user.name ?? "user \(user.id)"), groups \(user.groups.sorted().map { String($0) }.joined(separator: ", "))"
    }

    private func card(_ card: CardFacts) -> String {
        let name = card.path.split(separator: "/").last ?? "card"
        let unknown = card.unknown
        let hardware = card.hardware
        return "CARD \(name)\n"
            + fields([
                ("Driver", card.driver),
                ("Device", card.device),
                ("Node", unknown.contains(.node) ? nil : card.node.map(node) ?? "none"),
                ("Problem", card.failure?.description),
                (
                    "Master",
                    hardware.flatMap { unknown.value($0.isFree, .master) }.map { isFree in
                        isFree ? "none" : card.master?.description ?? "another program"
                    }
                ),
                ("Open by", list(card.openers.map { "\($0.name) (process \($0.processID))" })),
                (
                    "Drives",
                    hardware.flatMap { unknown.value($0.crtcCount, .crtcs) }
                        .map { "\($0) \($0 == 1 ? "display" : "displays") at once" }
                ),
                ("Can", hardware.flatMap { list(abilities($0, of: card)) }),
                ("Unknown", titles(unknown)),
            ])
            + fields(card.connectors.map { ($0.screen.name, state($0)) })
    }

    private func node(_ node: NodeFacts) -> String {
        node.isForSeat ? "\(node.title), and the user of the active session" : node.title
    }

    private func abilities(_ hardware: CardHardware, of card: CardFacts) -> [String] {
        let capabilities = hardware.capabilities
        let facts: [(isTrue: Bool, fact: UnknownFact, word: String)] = [
            (capabilities.isAtomic, .atomic, "atomic"),
            (capabilities.hasUniversalPlanes, .universalPlanes, "universal planes"),
            (capabilities.hasDumbBuffers, .dumbBuffers, "dumb buffers"),
            (capabilities.prefersShadow, .prefersShadow, "prefers shadow"),
            (capabilities.hasMonotonicTimestamps, .monotonicTimestamps, "monotonic timestamps"),
            (capabilities.namesCRTCInEvents, .crtcInEvents, "CRTC in events"),
            (card.pacing(by: hardware) == .vblank, .vblanks, "vblank"),
        ]
        return facts.filter { $0.isTrue && !card.unknown.contains($0.fact) }.map(\.word)
    }

    private func state(_ connector: ConnectorFacts) -> String {
        let (screen, unknown) = (connector.screen, connector.unknown)
        let status = unknown.value(screen.status, .status)
        let count = unknown.value(screen.availableModes.count, .modes)
        var parts = [
            status?.rawValue ?? "status not known", screen.kind == .display ? nil : screen.kind.rawValue,
        ].compactMap(\.self)
        if connector.isLinkBad { parts.append("link bad") }
        if status == .connected || count != 0 {
            parts.append(count.map { "\($0) \($0 == 1 ? "mode" : "modes")" } ?? "modes not known")
            parts.append(unknown.value(screen.edid, .edid).map { $0.isEmpty ? "no EDID" : "EDID" } ?? "EDID not known")
            parts += [
                (screen.currentMode?.description).map { "shows \($0)" },
                (facts.daemon?.dark[screen.qualifiedName] ?? screen.dark?.message).map { "dark: \($0)" },
                screen.identity.map { ScreenListText.name(of: IdentityDocument($0)) },
            ].compactMap(\.self)
        }
        return parts.joined(separator: ", ")
    }

    private func titles(_ unknown: Set<UnknownFact>) -> String? { list(unknown.ordered.map(\.title)) }

    private func fields(_ lines: [(String, String?)]) -> String {
        lines.compactMap { name, value in
            value.map { Paragraph.text(name, indent: Self.labelWidth, $0) }
        }.joined()
    }

    private func list(_ names: [String]) -> String? { names.isEmpty ? nil : names.joined(separator: ", ") }
}
