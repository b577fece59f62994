/// The settings that apply while some files have problems: an unattended machine continues with the last good ones.
///
/// A file with problems is replaced by its last good text, and left out if there is none; a folder that cannot be
/// listed is replaced by the last good texts of all its files. If the files are refused together, such as for two
/// arrangements of one name, the last good texts of all files apply.
package struct UsableConfiguration: Sendable, Hashable {
    /// The replacement for a file's own text.
    package enum Substitute: String, Sendable, Hashable {
        /// The last text without problems.
        case lastGood
        /// No text: the file is left out.
        case none
    }

    /// A file whose own text does not apply.
    package struct BrokenFile: Sendable, Hashable {
        /// The path of the file.
        package let name: String
        /// The replacement for its text.
        package let substitute: Substitute

        package init(name: String, substitute: Substitute) {
            self.name = name
            self.substitute = substitute
        }
    }

    /// The settings.
    package let configuration: MachineConfiguration
    /// The problems of the present files.
    package let problems: [ConfigurationProblem]
    /// The files whose own text does not apply, in order.
    package let brokenFiles: [BrokenFile]
    /// The texts that apply, which are the last good ones from now on.
    package let texts: ConfigurationTexts

    /// - Parameters:
    ///   - texts: the present files.
    ///   - lastGood: the texts in use before.
    package init(_ texts: ConfigurationTexts, lastGood: ConfigurationTexts) {
        let texts = texts.withoutEmptied(after: lastGood)
        problems = texts.reading.problems
        self.texts = problems.isEmpty ? texts : Self.usable(texts, lastGood)
        configuration = self.texts.reading.configuration
        let counting = self.texts
        brokenFiles = texts.files.compactMap { file in
            let others = counting.texts(for: file)
            // Without any file, no text could apply.
            if others.isEmpty, texts.isMissing { return nil }
            return others == [file] ? nil : BrokenFile(name: file.name, substitute: others.isEmpty ? .none : .lastGood)
        }
    }

    private static func usable(_ texts: ConfigurationTexts, _ lastGood: ConfigurationTexts) -> ConfigurationTexts {
        var usable = texts.mended(by: lastGood)
        guard !usable.reading.problems.isEmpty else { return usable }
        if !lastGood.files.isEmpty, lastGood.reading.problems.isEmpty { return lastGood }
        // Each pass leaves out at least one file.
        while case let problems = usable.reading.problems, !problems.isEmpty {
            usable = usable.without(Set(problems.map(\.file)))
        }
        return usable
    }
}
