import ScreensLinux
/// Reports when a file that is shown becomes another picture, or when a link on its path changes.
@MainLoop
package final class PictureWatch {
    /// A watch of a file, which lasts as long as this object.
    final class Subscription: Sendable {
        private let number: UInt64
        private let watch: PictureWatch

        fileprivate init(_ number: UInt64, _ watch: PictureWatch) {
            self.number = number
            self.watch = watch
        }

        deinit {
            MainLoop.enqueue { [number, watch] in watch.end(number) }
        }
    }

    private struct Watched {
        let file: String
        /// Whether a change of any file in the folder is reported.
        let isFolder: Bool
        let path: WatchedPath
        let onChange: @MainLoop () -> Void
    }

    private let onProblem: @MainLoop (String) -> Void
    private var lastNumber: UInt64 = 0
    private var pictures: [UInt64: Watched] = [:]
    private var watch: FolderWatch?

    /// - Parameter onProblem: called with a sentence for people when files cannot be watched.
    package init(onProblem: @escaping @MainLoop (String) -> Void) {
        self.onProblem = onProblem
    }

    /// Watches a picture.
    ///
    /// - Parameter onChange: called when the picture has to be read again. It may be the same, or be gone.
    func begin(_ file: String, onChange: @escaping @MainLoop () -> Void) -> Subscription {
        begin(file, isFolder: false, onChange)
    }

    /// Watches a folder of pictures.
    ///
    /// - Parameter onChange: called when a file has come or left, or when the folder itself has changed.
    func begin(folder: String, onChange: @escaping @MainLoop () -> Void) -> Subscription {
        begin(folder + "/*", isFolder: true, onChange)
    }

    private func begin(
        _ file: String, isFolder: Bool, _ onChange: @escaping @MainLoop () -> Void
    ) -> Subscription {
        lastNumber += 1
        change { pictures in
            pictures[lastNumber] = Watched(
                file: file, isFolder: isFolder, path: WatchedPath(file), onChange: onChange)
        }
        return Subscription(lastNumber, self)
    }

    private func end(_ number: UInt64) {
        change { $0[number] = nil }
    }

    /// Watches the folders as they are now: a share may be mounted over one of them, which nothing reports.
    func renew() {
        let changes = watch?.takeChanges() ?? []
        watch = nil
        if !folders.isEmpty {
            do {
                watch = try FolderWatch(folders: folders) { [weak self] in self?.takeChanges() }
            } catch {
                onProblem("cannot watch the pictures: \(error)")
            }
        }
        report(changes)
    }

    private var folders: Set<String> { Set(pictures.values.flatMap(\.path.folders)) }

    private func change(_ body: (inout [UInt64: Watched]) -> Void) {
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
        for (number, picture) in pictures where picture.path != former[number]?.path { picture.onChange() }
        report(changes)
    }

    private func report(_ changes: [FolderWatch.Change]) {
        // Files in new or exchanged folders may be older than the watch.
        let isEverythingNew = changes.contains { $0.kind == .folder }
        // The event does not name the folder, so a version that is already shown is not read again.
        let changed = Set(changes.lazy.filter { $0.kind == .arrived || $0.kind == .left }.map(\.name))
        for picture in pictures.values {
            let isChanged = picture.isFolder ? !changed.isEmpty : !picture.path.names.isDisjoint(with: changed)
            if isEverythingNew || isChanged { picture.onChange() }
        }
    }
}
