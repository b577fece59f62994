/// The settings that apply while some files have problems: an unattended machine continues with the last good ones.
///
/// A key that is not known costs only that key, because another version may have written the file. A file with another
/// problem is replaced by its last good text, and left out if there is none; a folder that cannot be listed is replaced
/// by the last good texts of all its files. If the files are refused together, such as for two arrangements of one
/// name, the last good texts of all files apply.
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
    ///   - former: the good texts before these, which apply if this version cannot use the last ones.
    package init(
        _ texts: ConfigurationTexts, lastGood: ConfigurationTexts, former: ConfigurationTexts = ConfigurationTexts()
    ) {
        let texts = texts.withoutEmptied(after: lastGood)
        let reading = texts.reading
        problems = reading.problems
        self.texts = reading.brokenFiles.isEmpty ? texts : Self.usable(texts, [lastGood, former])
        configuration = self.texts.reading.configuration
        let counting = self.texts
        brokenFiles = texts.files.compactMap { file in
            let others = counting.texts(for: file)
            // Without any file, no text could apply.
            if others.isEmpty, texts.isMissing { return nil }
            return others == [file] ? nil : BrokenFile(name: file.name, substitute: others.isEmpty ? .none : .lastGood)
        }
    }

    /// - Parameter lastGood: the good texts, the newest first.
    private static func usable(_ texts: ConfigurationTexts, _ lastGood: [ConfigurationTexts]) -> ConfigurationTexts {
        var usable = texts.replacingBroken(by: lastGood)
        guard !usable.areGood else { return usable }
        if let good = lastGood.first(where: { !$0.files.isEmpty && $0.areGood }) { return good }
        // Each pass leaves out at least one file.
        while case let broken = usable.reading.brokenFiles, !broken.isEmpty { usable = usable.without(broken) }
        return usable
    }
}
