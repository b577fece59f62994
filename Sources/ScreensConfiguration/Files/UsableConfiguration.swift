/// The settings that count while some files have problems: an unattended machine goes on with the last good ones.
///
/// A file with problems counts with its last good text, and is left out where there is none; a folder that cannot be listed counts
/// with those of all its files. Where the files are refused
/// together, such as for two arrangements of one name, the last good texts of all files count.
package struct UsableConfiguration: Sendable, Hashable {
    /// The text that counts in the place of a file's own.
    package enum Substitute: String, Sendable, Hashable {
        /// The last one without problems.
        case lastGood
        /// None: the file is left out.
        case none
    }

    /// A file whose own text does not count.
    package struct BrokenFile: Sendable, Hashable {
        /// Its path.
        package let name: String
        /// The text that counts instead.
        package let substitute: Substitute

        package init(name: String, substitute: Substitute) {
            self.name = name
            self.substitute = substitute
        }
    }

    /// The settings.
    package let configuration: MachineConfiguration
    /// The problems of the files as they are.
    package let problems: [ConfigurationProblem]
    /// The files whose own text does not count, in their order.
    package let brokenFiles: [BrokenFile]
    /// The texts that count: the last good ones from now on.
    package let texts: ConfigurationTexts

    /// - Parameters:
    ///   - texts: the files as they are.
    ///   - lastGood: the texts that counted before.
    package init(_ texts: ConfigurationTexts, lastGood: ConfigurationTexts) {
        let texts = texts.withoutEmptied(after: lastGood)
        problems = texts.reading.problems
        self.texts = problems.isEmpty ? texts : Self.usable(texts, lastGood)
        configuration = self.texts.reading.configuration
        let counting = self.texts
        brokenFiles = texts.files.compactMap { file in
            let others = counting.texts(for: file)
            // Without any file there is no text that could count.
            if others.isEmpty, texts.isMissing { return nil }
            return others == [file] ? nil : BrokenFile(name: file.name, substitute: others.isEmpty ? .none : .lastGood)
        }
    }

    private static func usable(_ texts: ConfigurationTexts, _ lastGood: ConfigurationTexts) -> ConfigurationTexts {
        var usable = texts.mended(by: lastGood)
        guard !usable.reading.problems.isEmpty else { return usable }
        if !lastGood.files.isEmpty, lastGood.reading.problems.isEmpty { return lastGood }
        // Each pass leaves out a file at least.
        while case let problems = usable.reading.problems, !problems.isEmpty {
            usable = usable.without(Set(problems.map(\.file)))
        }
        return usable
    }
}
