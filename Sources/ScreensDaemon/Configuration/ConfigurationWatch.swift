import ScreensConfiguration
import ScreensContents
import ScreensLinux

/// Watches the files of the configuration and of the time zone through their folders and links.
@MainLoop
final class ConfigurationWatch {
    /// The time from the first change of a file to the read: several files are often written together.
    private static let delay = Duration.milliseconds(200)
    /// The same time for a new file that is not closed yet. A link is never closed.
    private static let delayForWriter = Duration.seconds(5)

    private let files: ConfigurationFiles
    private let log: EventLog
    private let onChange: @MainLoop () -> Void
    private var watch: FolderWatch?
    /// The names through which the files are reached.
    private var names: Set<String> = []
    private var timer: LoopTimer?
    private var isForWriter = false

    /// - Parameter onChange: called when the files have to be read again.
    init(_ files: ConfigurationFiles, _ log: EventLog, onChange: @escaping @MainLoop () -> Void) {
        self.files = files
        self.log = log
        self.onChange = onChange
        renew()
    }

    /// Follows the links as they are now, and reads the time zone again.
    private func renew() {
        LocalTime.refreshProcess()
        var paths = [WatchedPath(files.path)]
        if let zone = LocalTime.zoneFile { paths.append(WatchedPath(zone)) }
        // The names of missing folders are included.
        names = Set((files.path + "/" + files.folder).split(separator: "/").map(String.init))
        for path in paths { names.formUnion(path.names) }
        let folders = Set(paths.flatMap(\.folders) + [files.folder])
        do {
            watch = nil
            watch = try FolderWatch(folders: folders) { [weak self] in self?.takeChanges() }
        } catch {
            log.error("cannot watch the configuration: \(error)")
        }
    }

    private func takeChanges() {
        let changes = (watch?.takeChanges() ?? []).filter { change in
            change.name.isEmpty || change.name.hasSuffix(".toml") || names.contains(change.name)
        }
        guard !changes.isEmpty else { return }
        let isForWriter = changes.allSatisfy { $0.kind == .begun }
        guard timer == nil || self.isForWriter && !isForWriter else { return }
        self.isForWriter = isForWriter
        timer = LoopTimer(after: isForWriter ? Self.delayForWriter : Self.delay) { [weak self] in
            guard let self else { return }
            timer = nil
            renew()
            onChange()
        }
    }
}
