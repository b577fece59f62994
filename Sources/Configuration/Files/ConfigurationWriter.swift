import ProgramKit
import Screens

/// Writes sections so that they are read as the same again: the settings that were changed at run time, for a file of their own
/// beside the others (`90-saved.toml`).
package enum ConfigurationWriter {
    /// The text of sections without arrangements, each as a `[[screen]]`.
    ///
    /// - Throws: ``ValueProblem`` where a value cannot be written: it has a NUL character, is a pattern of nothing, or
    ///   outside of what can be read.
    package static func text(for sections: [ScreenSection]) throws(ValueProblem) -> String {
        var text = """
            # Written by screensd: settings that were saved while it ran. The next saving replaces it, without comments.
            # Settings of your own are safe in another file; one with a later name overrides this one.

            """
        for section in sections {
            text += "\n[[screen]]\n"
            text += "match = \(try SettingValue.table(entries(section.match)).toml)\n"
            for (key, value) in section.overrides.written(.file) { text += "\(key) = \(try value.toml)\n" }
        }
        // The reader decides: a value that it refuses must not be found at the next start.
        let back = MachineConfiguration.reading(Array(text.utf8), as: "the saved settings")
        if let problem = back.problems.first { throw ValueProblem(problem.description) }
        guard back.configuration.sections == sections else { throw ValueProblem("cannot be written as it is") }
        return text
    }

    /// The sections of a file that an earlier version saved.
    ///
    /// - Throws: ``ProgramKit/Failure`` where it has problems, or more than sections of displays: a person has changed it.
    package static func sections(ofSavedFile text: [UInt8], _ path: String) throws(Failure) -> [ScreenSection] {
        let file = MachineConfiguration.reading(text, as: path)
        if let problem = file.problems.first { throw Failure(.badConfiguration, "it has problems: \(problem)") }
        var sections = MachineConfiguration()
        sections.sections = file.configuration.sections.filter { section in
            section.arrangement == nil && section.match.card == nil && section.match.role == nil
        }
        guard sections == file.configuration else {
            throw Failure(.badConfiguration, "it has more than settings of displays")
        }
        return sections.sections
    }

    private static func entries(_ match: ScreenMatch) -> [(key: String, value: SettingValue)] {
        let texts = [
            ("identity", match.identity?.text), ("connector", match.connector?.text), ("card", match.card?.text),
            ("role", match.role?.rawValue),
        ]
        return texts.compactMap { key, text in text.map { (key, .text($0)) } }
    }
}
