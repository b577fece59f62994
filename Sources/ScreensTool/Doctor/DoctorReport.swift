import JSON
import ProgramKit
import Screens

/// A ``DoctorDocument`` as `screens doctor` prints it for people: whether a picture can be shown, what is wrong, the facts.
struct DoctorReport {
    private static let labelWidth = 12

    private let document: JSONValue

    init(_ document: DoctorDocument) {
        self.document = document.tree
    }

    var text: String {
        ReportSection.joined(
            [verdict] + document[list: "findings"].map(finding) + [machine] + document[list: "cards"].map(card))
    }

    private var verdict: String {
        switch document[number: "exitCode"].map({ ExitStatus(rawValue: Int32($0)) }) {
        case .success:
            paragraph(
                "A picture can be shown on \(document[texts: "showable"].joined(separator: ", "))"
                    + (document[list: "cards"].contains { isUnknown(.master, of: $0) }
                        ? ", unless another program uses the card." : "."))
        case .busy: paragraph("No picture can be shown now: another program uses the card.")
        case .noPermission: paragraph("No picture can be shown: this user has no permission to open the card.")
        default:
            isIncomplete
                ? paragraph("Whether a picture can be shown is not in the document.")
                : paragraph("No picture can be shown: there is no usable card or display.")
        }
    }

    /// Whether a card or a display could be usable for all that is known.
    private var isIncomplete: Bool {
        let decisive: Set = [
            UnknownFact.crtcs.rawValue, UnknownFact.connectors.rawValue, UnknownFact.status.rawValue,
            UnknownFact.modes.rawValue,
        ]
        return document[list: "cards"].contains { card in
            ([card] + card[list: "connectors"]).contains { !decisive.isDisjoint(with: $0[texts: "unknown"]) }
        }
    }

    private func finding(_ finding: JSONValue) -> String {
        let severity = finding[text: "severity"]?.uppercased() ?? "?"
        return paragraph("\(severity) \(finding[text: "object"] ?? "?"): \(finding[text: "code"] ?? "?")")
            + Paragraph.text("", indent: 2, finding[text: "message"] ?? "")
            + (finding[text: "remedy"].map { Paragraph.text("  ->", indent: 5, $0) } ?? "")
    }

    private func paragraph(_ text: String) -> String { Paragraph.text("", indent: 0, text) }

    // MARK: Facts

    private var machine: String {
        let machine = document[object: "machine"]
        let user = document[object: "user"]
        let groups = user[numbers: "groups"].map(String.init).joined(separator: ", ")
        return "MACHINE\n"
            + fields([
                ("Kernel", machine[text: "kernel"]),
                ("Machine", list(machine[words: ["virtualMachine": "virtual", "container": "container"]])),
                ("udev", machine["udev"]?.bool.map { $0 ? "runs" : "does not run" }),
                (
                    "User",
                    user == .null
                        ? nil : "\(user[text: "name"] ?? "user \(user[digits: "id"])"), groups \(groups)"
                ),
                ("Terminal", machine[number: "activeTerminal"].map { "tty\($0) is active" }),
                ("Unknown", unknown(of: machine)),
            ])
    }

    private func card(_ card: JSONValue) -> String {
        let name = card[text: "path"]?.split(separator: "/").last ?? "card"
        return "CARD \(name)\n"
            + fields([
                ("Driver", card[text: "driver"]),
                ("Device", card[text: "device"]),
                ("Node", isUnknown(.node, of: card) ? nil : node(card[object: "node"])),
                ("Problem", card[text: "problem"]),
                ("Master", card["free"]?.bool.map { $0 ? "none" : master(card[object: "master"]) }),
                ("Open by", list(card[list: "openBy"].map(process))),
                ("Drives", card[number: "crtcs"].map { "\($0) \($0 == 1 ? "display" : "displays") at once" }),
                ("Can", list(abilities(card[object: "capabilities"]))),
                ("Unknown", unknown(of: card)),
            ])
            + fields(card[list: "connectors"].map { ($0[text: "name"] ?? "?", state($0)) })
    }

    /// As `ls -l` has it: `root:video crw-rw----`.
    private func node(_ node: JSONValue) -> String {
        guard let owner = node[text: "owner"], let group = node[text: "group"],
            let mode = node[text: "mode"].flatMap({ UInt32($0, radix: 8) })
        else { return "none" }
        let title = NodeFacts.title(owner: owner, group: group, mode: mode)
        return node[flag: "uaccess"] ? "\(title), and the user of the active session" : title
    }

    private func master(_ master: JSONValue) -> String { master == .null ? "another program" : process(master) }

    private func process(_ process: JSONValue) -> String {
        "\(process[text: "name"] ?? "?") (process \(process[digits: "pid"]))"
    }

    private func abilities(_ capabilities: JSONValue) -> [String] {
        capabilities[words: [
            "atomic": "atomic", "universalPlanes": "universal planes", "dumbBuffers": "dumb buffers",
            "prefersShadow": "prefers shadow", "monotonicTimestamps": "monotonic timestamps",
            "crtcInEvents": "CRTC in events",
        ]] + (capabilities[text: "pacing"] == Pacing.vblank.rawValue ? ["vblank"] : [])
    }

    private func state(_ connector: JSONValue) -> String {
        let count = connector[number: "modes"]
        let isConnected = connector[text: "status"] == ConnectionStatus.connected.rawValue
        let isDisplay = connector[text: "kind"] == ScreenKind.display.rawValue
        var parts = [
            connector[text: "status"] ?? "status not known", isDisplay ? nil : connector[text: "kind"],
        ].compactMap(\.self)
        parts += connector[words: ["linkBad": "link bad"]]
        if isConnected || count != 0 {
            parts.append(count.map { "\($0) \($0 == 1 ? "mode" : "modes")" } ?? "modes not known")
            parts.append(connector[number: "edidLength"].map { $0 == 0 ? "no EDID" : "EDID" } ?? "EDID not known")
            parts += [
                connector[text: "shows"].map { "shows \($0)" },
                connector[object: "dark"][text: "message"].map { "dark: \($0)" },
                connector[text: "display"],
            ].compactMap(\.self)
        }
        return parts.joined(separator: ", ")
    }

    private func isUnknown(_ fact: UnknownFact, of object: JSONValue) -> Bool {
        object[texts: "unknown"].contains(fact.rawValue)
    }

    private func unknown(of object: JSONValue) -> String? {
        list(object[texts: "unknown"].compactMap { UnknownFact(rawValue: $0)?.title })
    }

    private func fields(_ lines: [(String, String?)]) -> String {
        lines.compactMap { name, value in
            value.map { Paragraph.text(name, indent: Self.labelWidth, $0) }
        }.joined()
    }

    private func list(_ names: [String]) -> String? { names.isEmpty ? nil : names.joined(separator: ", ") }
}
