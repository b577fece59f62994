import ScreensLinux

/// A configuration file and the folder beside it.
package struct ConfigurationFiles: Sendable, Hashable {
    /// The file that is read first; the other files are in the folder with its name and `.d`.
    package let path: String

    /// The default files of the daemon.
    package static let standard = ConfigurationFiles(path: "/etc/screens/screens.toml")

    /// Makes the files of a path, with the folder that belongs to it; `-` is only standard input.
    package init(path: String) {
        self.path = path
    }

    /// `/etc/screens/screens.d` for `/etc/screens/screens.toml`.
    package var folder: String { (path.hasSuffix(".toml") ? String(path.dropLast(5)) : path) + ".d" }

    /// Returns whether a file of the folder is read, by its name without the folder.
    static func isRead(_ name: String) -> Bool { name.hasSuffix(".toml") && !name.hasPrefix(".") }

    /// Returns whether a file belongs to these, by its name.
    func has(_ name: String) -> Bool { name == path || name.hasPrefix(folder + "/") }

    /// The configuration as read.
    package struct Reading: Sendable, Hashable {
        /// The settings without problems, to be used only if no file is broken.
        package var configuration = MachineConfiguration()
        /// The problems by file, and in each file by their places: at most 100 that cost a file, and 100 others. At
        /// the end, the numbers of further ones.
        package var problems: [ConfigurationProblem] = []
        /// The files that do not apply because of their problems.
        var brokenFiles: Set<String> = []
        /// The files that were read, in order.
        package var files: [String] = []
        /// Whether no file exists at all, which is also a problem.
        package var isMissing = false
        /// The exit status of a program that ends because a file cannot be read; nil if all files were read.
        package var unreadable: ExitStatus?
    }

    /// The most files of the folder.
    private static let mostFiles = 256

    /// Reads all files. It blocks, and throws nothing, because every fault is among the problems.
    ///
    /// The first file may be missing if the folder has some.
    package func read() -> Reading { texts().reading }

    /// Returns the texts of all files. It blocks.
    ///
    /// - Parameter lastGood: the texts in use before. If the first file is among them and missing now, that is a
    ///   problem, even if the folder has files, because an unmounted share looks like that. Without them the file may
    ///   be gone.
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
            path, failure: "no longer exists; if it was removed on purpose, `screens reload` accepts that",
            .noInput, isFolder: isFolder)
    }

    private static func missing(_ path: String) -> ConfigurationTexts.File {
        ConfigurationTexts.File(
            path,
            failure:
                "does not exist; `screens config example` prints one to begin with, and a file with only a comment "
                + "has no settings",
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

    /// Returns the files of the folder, or the folder itself with the reason if they are unknown.
    ///
    /// A file that has gone no longer counts. If all of its files have gone, the folder counts as not mounted.
    private func parts(after lastGood: ConfigurationTexts) -> [ConfigurationTexts.File] {
        guard path != "-" else { return [] }
        guard !FolderListing.lacks(folder) else {
            return lastGood.hasFiles(in: folder) ? [Self.gone(folder, isFolder: true)] : []
        }
        do {
            let names = try FolderListing.names(in: folder)
                .filter(Self.isRead)
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
    /// Returns the settings of a text that is read as the only file: for tests, and for a file that is about to be
    /// saved.
    package static func reading(_ bytes: [UInt8], as file: String) -> ConfigurationFiles.Reading {
        let list = ProblemList()
        var names: [String: String] = [:]
        let configuration = MachineConfiguration(file: file, bytes: bytes, list: list, names: &names)
        configuration.contents.check(list)
        return ConfigurationFiles.Reading(configuration: configuration, problems: list.problems, files: [file])
    }
}
