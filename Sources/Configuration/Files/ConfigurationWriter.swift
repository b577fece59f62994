import Screens

/// Writes sections so that they are read as the same again: what was changed at run time, for a file of its own beside the
/// others (`90-saved.toml`).
package enum ConfigurationWriter {
    /// The text of sections without arrangements, each as a `[[screen]]`.
    ///
    /// - Throws: ``ValueProblem`` where a value cannot be written: it has a NUL character, is a pattern of nothing, or
    ///   outside of what can be read.
    package static func text(for sections: [ScreenSection]) throws(ValueProblem) -> String {
        var text = """
            # Written by screensd: changes that were saved while it ran. It is written anew with the next ones, without comments.
            # What is yours is safe in a file of its own: one whose name comes later goes before this one.

            """
        for section in sections {
            text += "\n[[screen]]\n"
            for line in try lines(section.match) + lines(section.wishes) { text += "\(line.key) = \(line.value)\n" }
        }
        // The reader has the last word: what it would refuse is not to be found out at the next start.
        let back = MachineConfiguration.reading(Array(text.utf8), as: "what is to be saved")
        if let mistake = back.mistakes.first { throw ValueProblem(mistake.description) }
        guard back.configuration.sections == sections else { throw ValueProblem("cannot be written as it is") }
        return text
    }

    private typealias Line = (key: String, value: String)

    private static func quoted(_ text: String) throws(ValueProblem) -> String {
        guard !text.utf8.contains(0) else { throw ValueProblem("has a NUL character") }
        return TOMLText.quoted(text)
    }

    private static func lines(_ match: ScreenMatch) throws(ValueProblem) -> [Line] {
        var entries: [Line] = []
        if let identity = match.identity { entries.append(("identity", try quoted(identity.text))) }
        if let connector = match.connector { entries.append(("connector", try quoted(connector.text))) }
        if let card = match.card { entries.append(("card", try quoted(card.text))) }
        if let role = match.role { entries.append(("role", try quoted(role.rawValue))) }
        return [("match", TOMLText.table(entries))]
    }

    private static func lines(_ wishes: ScreenWishes) throws(ValueProblem) -> [Line] {
        var lines: [Line] = []
        func add(_ key: String, _ text: String?) throws(ValueProblem) {
            if let text { lines.append((key, try quoted(text))) }
        }
        func addNumber(_ key: String, _ number: Double?) {
            if let number { lines.append((key, TOMLText.number(number))) }
        }
        try add("mode", wishes.mode?.description)
        addNumber("rotate", wishes.quarterTurns.map { Double($0 * 90) })
        if let reflects = wishes.reflects { lines.append(("reflect", String(reflects))) }
        try add("overscan", wishes.overscan?.text)
        try add("compensation", wishes.compensation?.rawValue)
        try add("mirror", wishes.mirror.map { $0.value ?? "none" })
        try add("power", wishes.power?.description)
        try add("idle", wishes.idle.map { $0.value?.description ?? "never" })
        if let interval = wishes.frameInterval { lines.append(("frame-interval", String(interval))) }
        try add("format", wishes.format?.name)
        addNumber("gamma", wishes.gamma)
        if let temperature = wishes.colorTemperature { lines.append(("color-temperature", String(temperature))) }
        addNumber("dim", wishes.dim)
        addNumber("brightness", wishes.brightness)
        if !wishes.properties.isEmpty {
            var entries: [Line] = []
            for (name, value) in wishes.properties.sorted(by: { $0.key < $1.key }) {
                entries.append((try quoted(name), try quoted(value)))
            }
            lines.append(("properties", TOMLText.table(entries)))
        }
        if let content = wishes.content { lines.append(("content", try self.content(content))) }
        return lines
    }

    private static func content(_ content: ShownContent) throws(ValueProblem) -> String {
        func placed(_ placed: ShownContent.Placed) -> [Line] {
            [("fit", "\"\(placed.mode.name)\""), ("background", "\"\(placed.background.text)\"")]
        }
        switch content {
        case .none: return "\"none\""
        case .color(let color): return TOMLText.table([("color", "\"\(color.text)\"")])
        case .pattern(let pattern): return TOMLText.table([("pattern", "\"\(pattern.rawValue)\"")])
        case .image(let place, let path): return TOMLText.table([("image", try quoted(path))] + placed(place))
        case .slides(let place, let show):
            return TOMLText.table(
                [
                    ("slides", try quoted(show.folder)), ("interval", "\"\(show.interval)\""),
                    ("fade", "\"\(show.fade)\""),
                ] + placed(place))
        }
    }
}

extension Color {
    /// `#RRGGBB`.
    fileprivate var text: String {
        let digits = String(rgb, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
}

extension Overscan {
    /// The form that ``Screens/Overscan/init(_:)`` reads.
    fileprivate var text: String {
        func text(_ inset: Inset) -> String {
            switch inset {
            case .pixels(let pixels): String(pixels)
            case .hundredths(let hundredths):
                "\(hundredths / 100)"
                    + (hundredths % 100 == 0 ? "" : ".\(hundredths / 10 % 10)\(hundredths % 10)") + "%"
            }
        }
        return top == right && top == bottom && top == left
            ? text(top) : [top, right, bottom, left].map(text).joined(separator: ",")
    }
}
