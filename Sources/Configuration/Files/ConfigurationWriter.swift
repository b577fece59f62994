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
            text += "match = \(try SettingValue.table(entries(section.match)).toml)\n"
            for (key, value) in section.overrides.written(.file) { text += "\(key) = \(try value.toml)\n" }
        }
        // The reader has the last word: what it would refuse is not to be found out at the next start.
        let back = MachineConfiguration.reading(Array(text.utf8), as: "what is to be saved")
        if let mistake = back.mistakes.first { throw ValueProblem(mistake.description) }
        guard back.configuration.sections == sections else { throw ValueProblem("cannot be written as it is") }
        return text
    }

    private static func entries(_ match: ScreenMatch) -> [(key: String, value: SettingValue)] {
        let texts = [
            ("identity", match.identity?.text), ("connector", match.connector?.text), ("card", match.card?.text),
            ("role", match.role?.rawValue),
        ]
        return texts.compactMap { key, text in text.map { (key, .text($0)) } }
    }
}
