import ScreensLinux
import ScreensProgramKit

/// Reports when a file that is shown becomes another picture, or a link on the way to it leads elsewhere.
@MainLoop
final class PictureWatch {
    private struct Watched {
        let file: String
        /// Whether any file of its folder counts.
        let isFolder: Bool
        let path: WatchedPath
        let onChange: @MainLoop () -> Void
    }

    private let log: EventLog
    private var pictures: [ContentSlot: Watched] = [:]
    private var watch: FolderWatch?

    init(_ log: EventLog) {
        self.log = log
    }

    /// Watches the picture for a slot.
    ///
    /// - Parameter onChange: called when it has to be read again; it may be the same picture, or be gone.
    func begin(_ file: String, for slot: ContentSlot, onChange: @escaping @MainLoop () -> Void) {
        begin(file, isFolder: false, slot, onChange)
    }

    /// Watches a folder of pictures for a slot.
    ///
    /// - Parameter onChange: called when a file has come to it or has left it, or the folder itself.
    func begin(folder: String, for slot: ContentSlot, onChange: @escaping @MainLoop () -> Void) {
        begin(folder + "/*", isFolder: true, slot, onChange)
    }

    private func begin(
        _ file: String, isFolder: Bool, _ slot: ContentSlot, _ onChange: @escaping @MainLoop () -> Void
    ) {
        change { pictures in
            pictures[slot] = Watched(file: file, isFolder: isFolder, path: WatchedPath(file), onChange: onChange)
        }
    }

    /// The slot has another content.
    func end(for slot: ContentSlot) {
        change { $0[slot] = nil }
    }

    /// Watches the folders as they are now: a share may be mounted over one of them, which nothing reports.
    func renew() {
        let changes = watch?.takeChanges() ?? []
        watch = nil
        if !folders.isEmpty {
            do {
                watch = try FolderWatch(folders: folders) { [weak self] in self?.takeChanges() }
            } catch {
                log.error("cannot watch the pictures: \(error)")
            }
        }
        report(changes)
    }

    private var folders: Set<String> { Set(pictures.values.flatMap(\.path.folders)) }

    private func change(_ body: (inout [ContentSlot: Watched]) -> Void) {
        let former = folders
        body(&pictures)
        if folders != former { renew() }
    }

    private func takeChanges() {
        let changes = watch?.takeChanges() ?? []
        if changes.contains(where: { $0.kind == .folder }) { renew() }
        let former = pictures
        change { pictures in
            pictures = pictures.mapValues { watched in
                Watched(
                    file: watched.file, isFolder: watched.isFolder, path: WatchedPath(watched.file),
                    onChange: watched.onChange)
            }
        }
        for (slot, picture) in pictures where picture.path != former[slot]?.path { picture.onChange() }
        report(changes)
    }

    private func report(_ changes: [FolderWatch.Change]) {
        // Files in folders that are new, or others, may be older than the watch.
        let isEverythingNew = changes.contains { $0.kind == .folder }
        // The folder of a change is not known: a version that is shown already is not read again.
        let changed = Set(changes.lazy.filter { $0.kind == .arrived || $0.kind == .left }.map(\.name))
        for picture in pictures.values {
            let isChanged = picture.isFolder ? !changed.isEmpty : !picture.path.names.isDisjoint(with: changed)
            if isEverythingNew || isChanged { picture.onChange() }
        }
    }
}
