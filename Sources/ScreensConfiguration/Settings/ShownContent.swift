import Screens
import ScreensProgramKit

/// The content of a screen.
package enum ShownContent: Sendable, Hashable {
    /// The screen is left alone.
    case none
    /// One colour.
    case color(Color)
    /// A test picture.
    case pattern(TestPattern)
    /// A picture file.
    case image(Placed, path: String)
    /// The picture files of a folder, one after the other.
    case slides(Placed, SlideShow)
    /// A program, which draws by itself. Only a file has it.
    case command(ContentProgram)

    /// How pictures are brought to a screen.
    package struct Placed: Sendable, Hashable {
        /// Where the picture goes.
        package var mode: ContentMode
        /// The colour around the picture.
        package var background: Color

        /// All of the picture, on black.
        package init(mode: ContentMode = .fit, background: Color = .black) {
            self.mode = mode
            self.background = background
        }
    }

    /// The order and the pace of the pictures.
    package struct SlideShow: Sendable, Hashable {
        /// The folder, an absolute path.
        package var folder: String
        /// From one picture to the next.
        package var interval: TimeLength
        /// How much of that one fades into the next.
        package var fade: TimeLength

        /// The pictures of a folder.
        package init(folder: String, interval: TimeLength, fade: TimeLength) {
            self.folder = folder
            self.interval = interval
            self.fade = fade
        }
    }
}

// MARK: The setting

extension ShownContent {
    /// A key of a content's table, with the option of a command line that sets it.
    struct Part {
        let key: String
        let varlink: String
        /// Nil for a key that only files have.
        let option: SettingOption?

        fileprivate init(
            _ key: String, _ valueName: String, _ help: String, choices: [String] = [],
            form: SettingOption.Form = .text
        ) {
            self.key = key
            varlink = form == .flag ? "bool" : "string"
            option = SettingOption(key, valueName, help, choices, form, part: key)
        }

        fileprivate init(onlyInFiles key: String, _ varlink: String) {
            self.key = key
            self.varlink = varlink
            option = nil
        }
    }

    /// The keys of a content's table.
    static let parts = [
        Part("none", "true", "Do not use the screen.", form: .flag),
        Part("color", "#rrggbb", "Show one colour."),
        Part(
            "pattern", "name", "Show a test pattern: \(SettingTable.words(TestPattern.allCases.map(\.rawValue))).",
            choices: TestPattern.allCases.map(\.rawValue)),
        Part("image", "file", "Show a PNG or JPEG file that screensd may read.", form: .path(isFolder: false)),
        Part("slides", "folder", "Show the pictures of a folder, one after the other.", form: .path(isFolder: true)),
        Part(
            "fit", "way", "The layout of pictures on the screen: \(fits).",
            choices: ContentMode.words.map(\.name)),
        Part("background", "#rrggbb", "The colour around pictures."),
        Part("interval", "time", "The time that each slide is shown, as in '10 s', or in seconds."),
        Part("fade", "time", "The time that each slide fades into the next, as in '500 ms'."),
        Part(onlyInFiles: "command", "[]string"), Part(onlyInFiles: "way", "string"),
        Part(onlyInFiles: "input", "[]string"), Part(onlyInFiles: "pauses", "bool"),
    ]

    /// The words for layouts, with those of style sheets for two of them.
    private static let fits = SettingTable.words(
        ContentMode.allCases.map { mode in
            let other = ContentMode.words.first { $0.value == mode && $0.name != mode.name }
            return mode.name + (other.map { " (\($0.name))" } ?? "")
        })

    fileprivate static let kinds = ["color", "pattern", "image", "slides", "command"]

    /// The content that a section has, or nil where it has none, or one with problems, which are noted.
    fileprivate init?(_ section: SectionReader, _ key: String) {
        guard let node = section.node(key) else { return nil }
        switch node.value {
        case .text("none"): self = .none
        case .text(let text):
            // A call has no tables, and its keys are options.
            let isTable = text.hasPrefix("{")
            let problem = ValueProblem(
                isTable
                    ? "must be none: options such as --image set another one, and a command stands in a file alone"
                    : "must be none, or a table as in { color = \"#112233\" }", not: text, among: ["none"])
            section.add(problem.message, at: key, nearest: problem.nearest)
            return nil
        case .table:
            guard let table = section.section(key) else { return nil }
            let content = Self.read(table)
            table.finish()
            guard let content else { return nil }
            self = content
        default:
            section.wrongKind(key, node, "none, or a table as in { color = \"#112233\" }")
            return nil
        }
    }

    private static func read(_ table: SectionReader) -> ShownContent? {
        // All keys are read in any case, so that all problems are reported.
        let isNone = table.flag("none")
        let color = table.value("color", Color.init(written:))
        let pattern = table.choice("pattern", among: TestPattern.allCases.map { ($0.rawValue, $0) })
        let image = table.value("image", path)
        let folder = table.value("slides", path)
        let placed = Placed(
            mode: table.choice("fit", among: ContentMode.words) ?? .fit,
            background: table.value("background", Color.init(written:)) ?? .black)
        let interval = table.value("interval", takesNumbers: true) { (text) throws(ValueProblem) in
            try TimeLength.limited(text, from: 100)
        }
        let fade = table.value("fade", takesNumbers: true) { (text) throws(ValueProblem) in
            try TimeLength.limited(text, from: 0)
        }
        let program = program(table)

        let given = kinds.filter(table.has) + (isNone == true ? ["none"] : [])
        guard given.count < 2 else {
            table.add("has \(given.joined(separator: " and ")), of which only one is allowed")
            return nil
        }
        guard let kind = given.first else {
            let choices = table.spelling == .file ? kinds : kinds.filter { $0 != "command" }
            table.add("must have one of \(choices.joined(separator: ", "))")
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
        case "none": return ShownContent.none
        case "color": return color.map { .color($0) }
        case "pattern": return pattern.map { .pattern($0) }
        case "image": return image.map { .image(placed, path: $0) }
        case "command": return program.map { .command($0) }
        default: return folder == nil ? nil : .slides(placed, show)
        }
    }

    /// Notes keys that mean nothing for this kind.
    private static func checkCompanions(of kind: String, _ table: SectionReader) {
        for part in parts {
            guard let partners = partners[part.key], table.has(part.key), !partners.contains(kind) else { continue }
            table.add("is allowed only with \(SettingTable.words(partners))", at: part.key)
        }
    }

    /// The keys that only mean something beside one of others, with these.
    static let partners = [
        "fit": ["image", "slides"], "background": ["image", "slides"], "interval": ["slides"], "fade": ["slides"],
        "way": ["command"], "input": ["command"], "pauses": ["command"],
    ]

    /// The most bytes of a command: it is in each report about the screen.
    private static let longestCommand = 2000
    private static let mostInputPatterns = 32

    private static func program(_ table: SectionReader) -> ContentProgram? {
        let way = table.choice("way", among: ContentProgram.Way.allCases.map { ($0.rawValue, $0) }) ?? .lease
        let input = table.texts("input") ?? []
        let pauses = table.flag("pauses") ?? false
        if table.has("command"), table.has("input"), way != .seat {
            table.add("is allowed only with way = \"seat\"", at: "input")
        }
        for text in input where InputPattern(text) == nil || text.utf8.contains(0) {
            table.add("has '\(text.prefix(32))', which is not a pattern such as \(InputPattern.examples)", at: "input")
        }
        if input.count > mostInputPatterns { table.add("has more than \(mostInputPatterns) patterns", at: "input") }
        guard let command = table.texts("command") else { return nil }
        guard let name = command.first, !name.isEmpty else {
            table.add("must begin with a program, as in [\"mpv\", \"--vo=drm\", \"/srv/film.mkv\"]", at: "command")
            return nil
        }
        if command.contains(where: { $0.utf8.contains(0) }) { table.add("has a NUL character", at: "command") }
        if command.reduce(0, { $0 + $1.utf8.count + 1 }) > longestCommand {
            table.add("is longer than \(longestCommand) bytes: write a script, and its path here", at: "command")
        }
        return ContentProgram(command: command, way: way, input: input, pauses: pauses)
    }

    private static func path(_ text: String) throws(ValueProblem) -> String {
        let path = try ValueProblem.checkPath(text)
        guard path.utf8.count < 4096 else { throw ValueProblem("is longer than 4095 bytes") }
        return path
    }

    fileprivate func written(_ spelling: Spelling) -> SettingValue {
        func placed(_ placed: Placed) -> [(key: String, value: SettingValue)] {
            [("fit", .text(spelling.spell(placed.mode.name))), ("background", .text(placed.background.text))]
        }
        switch self {
        // A type of varlink is either a text or an object.
        case .none: return spelling == .file ? .text("none") : .table([("none", .flag(true))])
        case .color(let color): return .table([("color", .text(color.text))])
        case .pattern(let pattern): return .table([("pattern", .text(spelling.spell(pattern.rawValue)))])
        case .image(let place, let path): return .table([("image", .text(path))] + placed(place))
        case .slides(let place, let show):
            return .table(
                [
                    ("slides", .text(show.folder)), ("interval", .text(show.interval.description)),
                    ("fade", .text(show.fade.description)),
                ] + placed(place))
        case .command(let program):
            let input = program.way == .seat ? [("input", SettingValue.list(program.input))] : []
            return .table(
                [
                    ("command", .list(program.command)), ("way", .text(program.way.rawValue)),
                    ("pauses", .flag(program.pauses)),
                ] + input)
        }
    }
}

extension SettingType<ShownContent> {
    static let content = SettingType(
        varlink: "Content",
        options: { key, valueName, help in
            [SettingOption(key, valueName, help, ["none"], .text)]
                + ShownContent.parts.compactMap(\.option).filter { $0.form != .flag }
        },
        read: { ShownContent($0, $1) }, write: { $0.written($1) })

    /// The same for a content in place of another one: its options have the key in front.
    static let fallback = SettingType(
        varlink: "Content",
        options: { key, valueName, help in
            [SettingOption(key, valueName, help, ["none"], .text)]
                + ShownContent.parts.compactMap(\.option).filter { $0.form != .flag }.map { option in
                    SettingOption(
                        "\(key)-\(option.name)", option.valueName, "The fallback: \(option.help)", option.choices,
                        option.form, part: option.part)
                }
        },
        read: { section, key in
            let content = ShownContent(section, key)
            // While it is shown the program is missing.
            guard case .command = content else { return content }
            section.add("must not be a command", at: key)
            return nil
        }, write: { $0.written($1) })
}

extension ShownContent {
    /// The program, where it is one.
    package var program: ContentProgram? {
        if case .command(let program) = self { program } else { nil }
    }

    /// The colour behind pictures.
    package var background: Color {
        switch self {
        case .image(let placed, _), .slides(let placed, _): placed.background
        case .none, .color, .pattern, .command: .black
        }
    }
}

extension Color {
    /// As files and command lines have it.
    package init(written text: String) throws(ValueProblem) {
        guard let color = Color(text) else {
            throw ValueProblem("must be a colour as in '#FF8000' or '#F80'", not: text)
        }
        self = color
    }

    /// `#RRGGBB`.
    fileprivate var text: String { "#" + rgb.hexadecimal(digits: 6) }
}
