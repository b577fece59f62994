import Screens

extension ShownContent {
    /// The content that a section says, or nil where it says none, or one with mistakes, which are noted.
    init?(_ section: SectionReader) {
        guard let node = section.node("content") else { return nil }
        switch node.value {
        case .text("none"): self = .none
        case .text(let text):
            section.add(
                "is none, or a table as in { color = \"#112233\" }", at: "content",
                nearest: NearestName.of(text, among: ["none"]))
            return nil
        case .table:
            guard let table = section.section("content") else { return nil }
            let content = Self.read(table)
            table.finish()
            guard let content else { return nil }
            self = content
        default:
            section.wrongKind("content", node, "none, or a table as in { color = \"#112233\" }")
            return nil
        }
    }

    private static let kinds = ["color", "pattern", "image", "slides"]

    private static func read(_ table: SectionReader) -> ShownContent? {
        if table.node("command") != nil { table.add("is not supported yet", at: "command") }
        // In any case all keys are looked at: every mistake is to be told.
        let color = table.value("color", color)
        let pattern = table.choice("pattern", among: TestPattern.allCases.map { ($0.rawValue, $0) })
        let image = table.value("image", ConfigurationPath.check)
        let folder = table.value("slides", ConfigurationPath.check)
        let placed = Placed(
            mode: table.choice("fit", among: ContentMode.allCases.map { ($0.name, $0) }) ?? .fit,
            background: table.value("background", Self.color) ?? .black)
        let interval = table.value("interval") { (text) throws(ValueProblem) in try TimeLength.limited(text, from: 100)
        }
        let fade = table.value("fade") { (text) throws(ValueProblem) in try TimeLength.limited(text, from: 0) }

        let given = kinds.filter(table.has)
        guard given.count < 2 else {
            table.add("has \(given.joined(separator: " and ")), and can have one of them")
            return nil
        }
        guard let kind = given.first else {
            if !table.has("command") { table.add("has none of \(kinds.joined(separator: ", "))") }
            return nil
        }
        checkCompanions(of: kind, table)
        let show = SlideShow(
            folder: folder ?? "", interval: interval ?? TimeLength(milliseconds: 10_000),
            fade: fade ?? TimeLength(milliseconds: 0))
        if show.fade > show.interval {
            table.add("is longer than the interval, \(show.interval)", at: "fade")
        }
        switch kind {
        case "color": return color.map { .color($0) }
        case "pattern": return pattern.map { .pattern($0) }
        case "image": return image.map { .image(placed, path: $0) }
        default: return folder == nil ? nil : .slides(placed, show)
        }
    }

    /// Notes keys that mean nothing for this kind.
    private static func checkCompanions(of kind: String, _ table: SectionReader) {
        for key in ["fit", "background"] where table.has(key) && !["image", "slides"].contains(kind) {
            table.add("goes with image or slides", at: key)
        }
        for key in ["interval", "fade"] where table.has(key) && kind != "slides" {
            table.add("goes with slides", at: key)
        }
    }

    private static func color(_ text: String) throws(ValueProblem) -> Color {
        guard let color = Color(text) else { throw ValueProblem("is as in '#FF8000'") }
        return color
    }
}

/// Paths in a configuration.
enum ConfigurationPath {
    /// A path that does not depend on where the daemon was started.
    static func check(_ path: String) throws(ValueProblem) -> String {
        guard path.hasPrefix("/") else { throw ValueProblem("is an absolute path: it begins with /") }
        return path
    }
}
