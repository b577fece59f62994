import ScreensProgramKit

/// The file `90-saved.toml` in which earlier versions saved what was set at run time.
package enum FormerSavedFile {
    /// Its sections.
    ///
    /// - Throws: ``ScreensProgramKit/Failure`` where it has problems, or more than sections of displays: a person has changed it.
    package static func sections(_ text: [UInt8], _ path: String) throws(Failure) -> [ScreenSection] {
        let file = MachineConfiguration.reading(text, as: path)
        if let problem = file.problems.first { throw Failure(.badConfiguration, "it has problems: \(problem)") }
        var sections = MachineConfiguration()
        sections.sections = file.configuration.sections.filter { section in
            section.arrangement == nil && section.during.isEmpty && section.match.card == nil
                && section.match.role == nil
        }
        guard sections == file.configuration else {
            throw Failure(.badConfiguration, "it has more than settings of displays")
        }
        return sections.sections
    }
}
