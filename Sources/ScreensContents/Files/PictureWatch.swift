import ScreensLinux

/// Reports when a file that is shown becomes another picture, or when a link on its path changes.
///
/// Each path is followed and watched on a thread of its own, and has a queue of changes of its own: a path on a dead
/// share holds up no other one.
@MainLoop
package final class PictureWatch {
    /// The time from a failed read of a watched path to the next attempt: a network share reports no changes.
    static let retryInterval = Duration.seconds(30)

    /// A report about a watched path.
    enum Report: Sendable, Hashable {
        /// The files have to be read: the watch has begun, or something has changed. The picture may be the same, or
        /// be gone.
        case changed
        /// The path does not answer.
        case hangs(PathHang)
    }

    /// A watch of a file or a folder, which lasts as long as this object.
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

        /// Watches the folders as they are now, and reports a change afterwards: a share may be mounted over one of
        /// them, which nothing reports.
        @MainLoop
        func renew() { watch.renew(number) }
    }

    private let threads: PathThreads
    private let onProblem: @MainLoop (String) -> Void
    private var lastNumber: UInt64 = 0
    private var paths: [PathWatch] = []

    /// - Parameters:
    ///   - threads: the threads that follow the paths.
    ///   - onProblem: called with a sentence for people when files cannot be watched.
    package init(_ threads: PathThreads = PathThreads(), onProblem: @escaping @MainLoop (String) -> Void) {
        self.threads = threads
        self.onProblem = onProblem
    }

    /// Watches a picture.
    ///
    /// - Parameter onReport: called once the picture is watched, and whenever it has to be read again; never before
    ///   this function returns.
    func begin(_ file: String, onReport: @escaping @MainLoop (Report) -> Void) -> Subscription {
        begin(file, isFolder: false, onReport)
    }

    /// Watches a folder of pictures.
    ///
    /// - Parameter onReport: called once the folder is watched, and whenever a file has come or left, or the folder
    ///   itself has changed; never before this function returns.
    func begin(folder: String, onReport: @escaping @MainLoop (Report) -> Void) -> Subscription {
        begin(folder, isFolder: true, onReport)
    }

    private func begin(
        _ name: String, isFolder: Bool, _ onReport: @escaping @MainLoop (Report) -> Void
    ) -> Subscription {
        lastNumber += 1
        let path: PathWatch
        if let known = paths.first(where: { $0.name == name && $0.isFolder == isFolder }) {
            path = known
        } else {
            path = PathWatch(name, isFolder: isFolder, threads, onProblem)
            paths.append(path)
        }
        path.add(lastNumber, onReport)
        return Subscription(lastNumber, self)
    }

    private func end(_ number: UInt64) {
        paths.removeAll { path in
            path.remove(number)
            return path.isUnused
        }
    }

    private func renew(_ number: UInt64) {
        paths.first { $0.reports(to: number) }?.renew()
    }
}

/// The watch of one path, for all contents that have it.
@MainLoop
private final class PathWatch {
    /// The path with its links, and the changes of its folders from then on.
    private struct Walk: Sendable {
        let path: WatchedPath
        /// The new watch of the folders, or the error that prevents it; nil if the folders are the same as before, so
        /// that the former watch continues.
        let changes: Result<FolderChanges, SystemError>?
    }

    let name: String
    let isFolder: Bool
    private let threads: PathThreads
    private let owner = PathOwner()
    private let onProblem: @MainLoop (String) -> Void
    private var subscribers: [(number: UInt64, onReport: @MainLoop (PictureWatch.Report) -> Void)] = []
    /// The path as it was followed last; nil if its folders have to be watched again.
    private var path: WatchedPath?
    private var watch: FolderWatch?
    /// The report for new subscribers; nil while the first one is awaited.
    private var last: PictureWatch.Report?
    private var isWalking = false
    /// Whether the path has changed since the walk began.
    private var isOutdated = false
    /// Whether the folders are watched again after the walk, though the path is the same.
    private var mustRenew = false
    /// Whether the end of the walk is reported, though the path is the same.
    private var isChanged = true

    init(
        _ name: String, isFolder: Bool, _ threads: PathThreads, _ onProblem: @escaping @MainLoop (String) -> Void
    ) {
        self.name = name
        self.isFolder = isFolder
        self.threads = threads
        self.onProblem = onProblem
    }

    var isUnused: Bool { subscribers.isEmpty }

    func reports(to number: UInt64) -> Bool { subscribers.contains { $0.number == number } }

    func add(_ number: UInt64, _ onReport: @escaping @MainLoop (PictureWatch.Report) -> Void) {
        subscribers.append((number, onReport))
        if let last {
            MainLoop.enqueue { [weak self] in
                if self?.reports(to: number) == true { onReport(last) }
            }
        } else {
            walk()
        }
    }

    func remove(_ number: UInt64) {
        subscribers.removeAll { $0.number == number }
    }

    func renew() {
        path = nil
        mustRenew = isWalking
        isChanged = true
        walk()
    }

    /// Follows the path, and watches its folders if they differ from the former ones.
    private func walk() {
        guard !isWalking else {
            isOutdated = true
            return
        }
        isOutdated = false
        // Any name stands for the files of a folder: the folder itself may be a link, too.
        let (name, file, former) = (name, isFolder ? name + "/*" : name, path)
        isWalking = threads.run(for: owner) { visit throws(PathHang) -> Walk in
            let path = try visit.enter(file, named: name)
            guard path != former else { return Walk(path: path, changes: nil) }
            let changes = Result { () throws(SystemError) in try FolderChanges() }
            if case .success(let changes) = changes {
                // The folders of a path with links may be in several file systems.
                try changes.watch(path.folders) { folder throws(PathHang) in
                    try visit.open(plain: folder, named: name)
                }
            }
            return Walk(path: path, changes: changes)
        } then: { [weak self] outcome in
            self?.end(outcome)
        } again: { [weak self] in
            self?.renew()
        }
        guard !isWalking else { return }
        onProblem("cannot watch \(name): the system starts no thread for it")
        MainLoop.enqueue { [weak self] in self?.report(.changed) }
    }

    private func end(_ outcome: PathThreads.Outcome<Walk>) {
        isWalking = false
        switch outcome {
        case .hangs(let hang): report(.hangs(hang))
        case .done(let walk):
            if let changes = walk.changes { use(changes) }
            let isSame = walk.changes == nil
            path = watch == nil || mustRenew ? nil : walk.path
            mustRenew = false
            if !isSame || isChanged { report(.changed) }
        }
        if isOutdated { walk() }
    }

    private func use(_ changes: Result<FolderChanges, SystemError>) {
        watch = nil
        do throws(SystemError) {
            watch = try FolderWatch(changes.get()) { [weak self] in self?.takeChanges() }
        } catch {
            onProblem("cannot watch \(name): \(error)")
        }
    }

    private func report(_ report: PictureWatch.Report) {
        last = report
        isChanged = false
        for subscriber in subscribers { subscriber.onReport(report) }
    }

    private func takeChanges() {
        let changes = watch?.takeChanges() ?? []
        // Files in new or exchanged folders may be older than the watch.
        guard !changes.contains(where: { $0.kind == .folder }) else { return renew() }
        let names = Set(changes.map(\.name))
        let changed = Set(changes.lazy.filter { $0.kind != .begun }.map(\.name))
        // The event does not name the folder, so a version that is already shown is not read again.
        let isOnPath = path.map { !$0.names.isDisjoint(with: names) } ?? true
        isChanged = isChanged || (isFolder ? !changed.isEmpty : path?.names.isDisjoint(with: changed) == false)
        if isOnPath {
            // A link may lead elsewhere now.
            walk()
        } else if isChanged, !isWalking {
            report(.changed)
        }
    }
}
