import ScreensLinux

/// The folder in which the daemon keeps what has to outlast it: the settings that were saved, and the last good configuration.
package struct StateFolder: Sendable, Hashable {
    /// The folder of a daemon that no service manager gives one.
    package static let standard = StateFolder(path: "/var/lib/screens")

    /// Its path.
    package let path: String

    /// A folder, which need not exist.
    package init(path: String) {
        self.path = path
    }

    /// The folder that the service manager gives in `$STATE_DIRECTORY` (`systemd.exec(5)`), the first of several; else
    /// ``standard``.
    package init(environment: (String) -> String?) {
        let folders = environment("STATE_DIRECTORY")?.split(separator: ":") ?? []
        self = folders.first.map { StateFolder(path: String($0)) } ?? .standard
    }

    /// The folder of a daemon that is started with some files; nil for standard input, with which none is.
    package init?(of files: ConfigurationFiles, environment: (String) -> String?) {
        guard files.path != "-" else { return nil }
        self.init(environment: environment)
    }

    /// The file that a daemon locks before it writes there.
    package var lockPath: String { path + "/lock" }

    /// The texts of the configuration that counted last.
    package var lastGood: LastGoodFile { LastGoodFile(path: path + "/last-good.json") }

    /// Removes the temporary files of processes that were killed while they wrote there. It blocks.
    ///
    /// - Returns: their paths.
    package func removeLeftovers() -> [String] {
        AtomicFile.removeLeftovers(of: lastGood.path) + AtomicFile.removeLeftovers(of: saved.path)
    }

    /// The settings that were saved at run time.
    package var saved: SavedFile { SavedFile(path: path + "/saved.json") }
}
