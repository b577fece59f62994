import ScreensJSON
import ScreensManager
import ScreensReports

/// A ``DoctorDocument`` as `screens doctor` prints it for people: whether a picture can be shown, the findings, the
/// facts. It is rendered from the tree that `--json` prints.
package struct DoctorReport {
    private static let labelWidth = 12

    private let tree: JSONValue

    package init(_ document: DoctorDocument) {
        tree = document.tree
    }

    package var text: String {
        ReportSection.joined(
            [Paragraph.text("", indent: 0, tree.at("verdict").text ?? "")] + tree.at("findings").elements.map(finding)
                + [machine] + tree.at("cards").elements.map(card))
    }

    private func finding(_ finding: JSONValue) -> String {
        func text(_ key: String) -> String { finding.at(key).text ?? "" }
        return Paragraph.text("", indent: 0, "\(text("severity").uppercased()) \(text("object")): \(text("code"))")
            + Paragraph.text("", indent: 2, text("message"))
            + (finding.at("remedy").text.map { Paragraph.text("  ->", indent: 5, $0) } ?? "")
    }

    // MARK: Facts

    private var machine: String {
        let machine = tree.at("machine")
        return "MACHINE\n"
            + fields([
                ("Kernel", machine.at("kernel").text),
                ("Machine", list(machine.words(["virtualMachine": "virtual", "container": "container"]))),
                ("udev", machine.at("udev").bool.map { $0 ? "runs" : "does not run" }),
                ("User", user(tree.at("user"))),
                ("Terminal", machine.at("activeTerminal").text.map { "tty\($0) is active" }),
                ("Unknown", unknown(machine)),
            ])
    }

    private func user(_ user: JSONValue) -> String? {
        user.at("id").text.map { id in
            "\(user.at("name").text ?? "user \(id)"), groups \(user.at("groups").texts.joined(separator: ", "))"
        }
    }

    private func card(_ card: JSONValue) -> String {
        let name = card.at("path").text?.split(separator: "/").last ?? "card"
        return "CARD \(name)\n"
            + fields([
                ("Driver", card.at("driver").text),
                ("Device", card.at("device").text),
                ("Node", card.at("unknown").texts.contains(UnknownFact.node.rawValue) ? nil : node(card.at("node"))),
                ("Problem", card.at("problem").text),
                (
                    "Master",
                    card.at("free").bool.map { $0 ? "none" : process(card.at("master")) ?? "another program" }
                ),
                ("Open by", list(card.at("openBy").elements.compactMap(process))),
                ("Drives", card.at("crtcs").int.map { "\($0) \($0 == 1 ? "display" : "displays") at once" }),
                ("Can", list(abilities(card.at("capabilities")))),
                ("Unknown", unknown(card)),
            ])
            + fields(card.at("connectors").elements.map { ($0.at("name").text ?? "", state($0)) })
    }

    private func node(_ node: JSONValue) -> String {
        guard let owner = node.at("owner").text, let group = node.at("group").text else { return "none" }
        let mode = node.at("mode").text.flatMap { UInt32($0, radix: 8) } ?? 0
        return NodeFacts.title(owner, group, mode)
            + (node.at("uaccess").isTrue ? ", and the user of the active session" : "")
    }

    private func process(_ process: JSONValue) -> String? {
        process.at("pid").text.map { "\(process.at("name").text ?? "") (process \($0))" }
    }

    private func abilities(_ capabilities: JSONValue) -> [String] {
        capabilities.words([
            "atomic": "atomic", "universalPlanes": "universal planes", "dumbBuffers": "dumb buffers",
            "prefersShadow": "prefers shadow", "monotonicTimestamps": "monotonic timestamps",
            "crtcInEvents": "CRTC in events",
        ]) + (capabilities.at("pacing") == "vblank" ? ["vblank"] : [])
    }

    private func state(_ connector: JSONValue) -> String {
        let (status, kind) = (connector.at("status").text, connector.at("kind").text)
        let count = connector.at("modes").int
        var parts = [status ?? "status not known", kind == "display" ? nil : kind].compactMap(\.self)
        if connector.at("linkBad").isTrue { parts.append("link bad") }
        if status == "connected" || count != 0 {
            parts.append(count.map { "\($0) \($0 == 1 ? "mode" : "modes")" } ?? "modes not known")
            parts.append(connector.at("edidLength").int.map { $0 == 0 ? "no EDID" : "EDID" } ?? "EDID not known")
            parts += [
                connector.at("shows").text.map { "shows \($0)" },
                connector.at("dark", "message").text.map { "dark: \($0)" }, connector.at("display").text,
            ].compactMap(\.self)
        }
        return parts.joined(separator: ", ")
    }

    private func unknown(_ members: JSONValue) -> String? {
        list(members.at("unknown").texts.compactMap { UnknownFact(rawValue: $0)?.title })
    }

    private func fields(_ lines: [(String, String?)]) -> String {
        lines.compactMap { name, value in
            value.map { Paragraph.text(name, indent: Self.labelWidth, $0) }
        }.joined()
    }

    private func list(_ names: [String]) -> String? { names.isEmpty ? nil : names.joined(separator: ", ") }
}
