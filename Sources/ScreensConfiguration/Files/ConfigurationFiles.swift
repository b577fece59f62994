import ScreensLinux

/// A configuration file and the folder beside it.
package struct ConfigurationFiles: Sendable, Hashable {
    /// The file that is read first; the others are in the folder of its name with `.d`.
    package let path: String

    /// The default of the daemon.
    package static let standard = ConfigurationFiles(path: "/etc/screens/screens.toml")

    /// A file, and the folder that belongs to it; `-` is standard input alone.
    package init(path: String) {
        self.path = path
    }

    /// `/etc/screens/screens.d` for `/etc/screens/screens.toml`.
    package var folder: String { (path.hasSuffix(".toml") ? String(path.dropLast(5)) : path) + ".d" }

    /// Whether a file is one of these, by its name.
    func has(_ name: String) -> Bool { name == path || name.hasPrefix(folder + "/") }

    /// The configuration that was read.
    package struct Reading: Sendable, Hashable {
        /// The settings without problems. They are for use only where there are no problems at all.
        package var configuration = MachineConfiguration()
        /// By file, and in each by their places; at most 100.
        package var problems: [ConfigurationProblem] = []
        /// The files that were read, in their order.
        package var files: [String] = []
        /// Whether there is no file at all, which is a problem too.
        package var isMissing = false
        /// The status of a program that ends because a file cannot be read; nil where all have been read.
        package var unreadable: ExitStatus?
    }

    /// The most files of the folder.
    private static let mostFiles = 256

    /// Reads all files. It blocks on them, and throws nothing: every fault is among the problems.
    ///
    /// The file itself may be missing where the folder has some.
    package func read() -> Reading { texts().reading }

    /// The texts of all files. It blocks on them.
    ///
    /// - Parameter lastGood: the texts that counted before. Where the file itself is among them and missing now, that is a problem, also
    ///   where the folder has files: a share that is not mounted looks like that, too. Without it the file may be gone.
    package func texts(after lastGood: ConfigurationTexts = ConfigurationTexts()) -> ConfigurationTexts {
        let parts = parts(after: lastGood)
        let isMissing = path != "-" && FolderListing.lacks(path)
        guard isMissing, !parts.isEmpty else {
            return ConfigurationTexts([isMissing ? Self.missing(path) : Self.file(path)] + parts, isMissing: isMissing)
        }
        return ConfigurationTexts(lastGood[path] == nil ? parts : [Self.gone(path)] + parts)
    }

    private static func gone(_ path: String, isFolder: Bool = false) -> ConfigurationTexts.File {
        ConfigurationTexts.File(
            path, failure: "does not exist any more; if it was removed on purpose, `screens reload` accepts that",
            .noInput, isFolder: isFolder)
    }

    private static func missing(_ path: String) -> ConfigurationTexts.File {
        ConfigurationTexts.File(
            path,
            failure:
                "does not exist; `screens config example` prints one to begin with, and a comment alone stands for no settings",
            .noInput)
    }

    private static func file(_ path: String) -> ConfigurationTexts.File {
        let name = InputFile.name(of: path)
        do {
            return ConfigurationTexts.File(name, try InputFile.plainContent(of: path, limit: DocumentParser.largest))
        } catch {
            return ConfigurationTexts.File(
                name, failure: "cannot be read: \(error.cause)", error.status)
        }
    }

    /// The files of the folder; the folder itself, with the reason, where they are not known.
    ///
    /// A file that has gone does not count any more. With all of its files, the folder is one that is not mounted.
    private func parts(after lastGood: ConfigurationTexts) -> [ConfigurationTexts.File] {
        guard path != "-" else { return [] }
        guard !FolderListing.lacks(folder) else {
            return lastGood.hasFiles(in: folder) ? [Self.gone(folder, isFolder: true)] : []
        }
        do {
            let names = try FolderListing.names(in: folder)
                .filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            guard names.count <= Self.mostFiles else {
                return [
                    ConfigurationTexts.File(folder, failure: "has more than \(Self.mostFiles) files", isFolder: true)
                ]
            }
            return names.map { Self.file("\(folder)/\($0)") }
        } catch {
            return [ConfigurationTexts.File(folder, failure: error.message, error.status, isFolder: true)]
        }
    }
}

extension MachineConfiguration {
    /// The settings of a text, as if it were in a file of its own: for tests, and for a file that is about to be saved.
    package static func reading(_ bytes: [UInt8], as file: String) -> ConfigurationFiles.Reading {
        let list = ProblemList()
        var names: [String: String] = [:]
        let configuration = MachineConfiguration(file: file, bytes: bytes, list: list, names: &names)
        return ConfigurationFiles.Reading(configuration: configuration, problems: list.problems, files: [file])
    }
}
