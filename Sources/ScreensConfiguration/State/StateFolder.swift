import Glibc
import ScreensLinux

/// The folder of the daemon's persistent state: the saved settings, and the last good configuration.
package struct StateFolder: Sendable, Hashable {
    /// The folder of a daemon without one from a service manager.
    package static let standard = StateFolder(path: "/var/lib/screens")

    /// The path of the folder.
    package let path: String

    /// Makes a folder, which need not exist.
    package init(path: String) {
        self.path = path
    }

    /// Makes the folder from the service manager's `$STATE_DIRECTORY` (`systemd.exec(5)`), the first of several; else
    /// it is ``standard``.
    package init(environment: (String) -> String?) {
        let folders = environment("STATE_DIRECTORY")?.split(separator: ":") ?? []
        self = folders.first.map { StateFolder(path: String($0)) } ?? .standard
    }

    /// Makes the folder of a daemon with some files; nil for standard input, with which no daemon starts.
    package init?(of files: ConfigurationFiles, environment: (String) -> String?) {
        guard files.path != "-" else { return nil }
        self.init(environment: environment)
    }

    /// The path of the file that a daemon locks before it writes in the folder.
    package var lockPath: String { path + "/lock" }

    /// The last good texts of the configuration.
    package var lastGood: LastGoodFile { LastGoodFile(path: path + "/last-good.json") }

    /// Removes the temporary files of processes that were killed while writing in the folder. It blocks.
    ///
    /// - Returns: the paths of the files.
    package func removeLeftovers() -> [String] {
        paths.flatMap { AtomicFile.removeLeftovers(of: $0) }
    }

    /// The settings that were saved at run time.
    package var saved: SavedFile { SavedFile(path: path + "/saved.json") }

    /// The knowledge about the power of displays.
    package var power: PowerFile { PowerFile(path: path + "/power.json") }

    /// The time at which a file in the folder was written last, in seconds since 1970; nil if it has none.
    package var newestChange: Int64? { paths.compactMap { Self.change(of: $0) }.max() }

    /// Gives files that were written at a later time, by a wrong clock, the time `now`, in seconds since 1970.
    package func limitChanges(to now: Int64) {
        let times = [timespec](repeating: timespec(tv_sec: Int(now), tv_nsec: 0), count: 2)
        for path in paths where Self.change(of: path).map({ $0 > now }) ?? false {
            utimensat(AT_FDCWD, path, times, 0)
        }
    }

    private var paths: [String] { [lastGood.path, saved.path, power.path] }

    private static func change(of path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_mtim.tv_sec) : nil
    }
}
