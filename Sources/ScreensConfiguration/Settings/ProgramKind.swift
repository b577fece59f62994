/// A program, which draws by itself.
package struct ProgramKind: WrittenKind {
    package let program: ContentProgram
    /// How long the last frame of the program stays after its end, if it draws by `Draw`; nil for as long as it
    /// requests.
    let linger: TimeLength?

    static let noun = "the command of a program"
    static let example = #"""
        # A program that draws by itself: `systemctl enable --now screens-content@DP-1.service` runs it, as the user
        # screens-content. The fallback is shown while the program does not run. With the way "seat" it gets a seat, as
        # compositors need, with the input devices that have a name, a seat or a property of udev; with "lease" only
        # the screen. With pauses = true it is stopped while another virtual terminal is shown. With linger = "5 min"
        # the last frame of a program that draws by the call Draw stays for so long after the program has ended.
        [[screen]]
        match = { connector = "DP-1" }
        content = { command = ["cage", "-d", "--", "foot", "top"], way = "seat", input = ["name=Touch*", "ID_PATH=*usb-0:1.2*"], pauses = true }
        fallback = { image = "/srv/sign.png" }


        """#
    static let parts = [
        ContentKey(onlyInFiles: "command", "[]string"), ContentKey(onlyInFiles: "way", "string"),
        ContentKey(onlyInFiles: "input", "[]string"), ContentKey(onlyInFiles: "pauses", "bool"),
        ContentKey(onlyInFiles: "linger", "string"),
    ]

    /// The most bytes of a command: it is in each report about the screen.
    private static let longestCommand = 2000
    private static let mostInputPatterns = 32

    init(_ program: ContentProgram) {
        self.program = program
        linger = nil
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        linger = table.length("linger", from: 0)
        guard let program = Self.program(table) else { return nil }
        self.program = program
    }

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
        if command.reduce(0, { $0 + $1.utf8.count + 1 }) > longestCommand {
            table.add("is longer than \(longestCommand) bytes: write a script, and its path here", at: "command")
        }
        return ContentProgram(command: command, way: way, input: input, pauses: pauses)
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        let input = program.way == .seat ? [("input", SettingValue.list(program.input))] : []
        let linger = linger.map { [("linger", SettingValue.text($0.description))] } ?? []
        return [
            ("command", .list(program.command)), ("way", .text(program.way.rawValue)),
            ("pauses", .flag(program.pauses)),
        ] + input + linger
    }

    package var needs: [ContentNeed] { program.command.first.map { [.program($0)] } ?? [] }
}

extension ContentSetting {
    package static func command(_ program: ContentProgram) -> ContentSetting { ContentSetting(ProgramKind(program)) }

    /// The program; nil for other contents.
    package var program: ContentProgram? { (kind as? ProgramKind)?.program }

    /// How long the last frame of the program stays after its end; nil for as long as it requests.
    package var linger: TimeLength? { (kind as? ProgramKind)?.linger }
}
