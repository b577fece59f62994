import Configuration
import ProgramKit
import Screens

extension Daemon {
    /// From a picture that cannot be read to the next try, in nanoseconds.
    static let retryInterval: Int64 = 30_000_000_000
    /// How many pictures for one screen are read at once: one that is waited for on a share that hangs holds up no other,
    /// and who wants a hundred has the last.
    private static let mostReaders = 3

    /// Reads a screen's picture on a thread of its own: what is shown stays until it is there.
    func readImage(on name: String) {
        guard let screen = driven[name], case .image(let placed, let path) = screen.wanted.content else { return }
        guard readers[name, default: 0] < Self.mostReaders else {
            driven[name]?.isWaitingForReader = true
            return
        }
        driven[name]?.isWaitingForReader = false
        readers[name, default: 0] += 1
        lastReading += 1
        let (number, generation, shown) = (lastReading, screen.generation, screen.pictureVersion)
        let prepared = preparedPictures[path]
        let hasStarted = DetachedThread.start { [weak self] in
            // Before it is read: what is written meanwhile is another one.
            let version = FileVersion(of: path)
            var problems: [String] = []
            var picture: Result<DecodedPicture, Failure>?
            if let prepared, prepared.version == version {
                problems = prepared.warnings
                picture = .success(prepared.picture)
            } else if version == nil || version != shown {
                picture = Result { () throws(Failure) in try PictureFile.read(path) { problems.append($0) } }
            }
            let reading = Reading(
                number: number, generation: generation, version: version, picture: picture, warnings: problems)
            Task { [weak self] in await self?.imageRead(reading, placed, on: name) }
        }
        if !hasStarted {
            readers[name, default: 1] -= 1
            imageFailed("there is no thread to read \(path) on", placed, on: name, generation)
        }
    }

    /// What came of reading a picture.
    private struct Reading: Sendable {
        let number: UInt64
        let generation: UInt64
        let version: FileVersion?
        /// Nil where it is the one that is shown.
        let picture: Result<DecodedPicture, Failure>?
        let warnings: [String]
    }

    private func imageRead(_ reading: Reading, _ placed: ShownContent.Placed, on name: String) {
        readers[name, default: 1] -= 1
        if let screen = driven[name], screen.generation == reading.generation, screen.lastReading < reading.number {
            driven[name]?.lastReading = reading.number
            for warning in reading.warnings { log.warning(warning) }
            switch reading.picture {
            case nil: stopTimer(of: name)
            case .success(let picture):
                stopTimer(of: name)
                driven[name]?.pictureVersion = reading.version
                let whole = PlacedPicture(picture: picture, mode: placed.mode, background: placed.background)
                painter.place(of: name).show(StillPainting { _ in PicturePattern(whole) })
                contentChanged(on: name)
            case .failure(let failure): imageFailed(failure.message, placed, on: name, reading.generation)
            }
        }
        if driven[name]?.isWaitingForReader ?? false { readImage(on: name) }
    }

    /// What was shown, or else the background, until the picture can be read: it may be on a share that is not there yet.
    private func imageFailed(
        _ message: String, _ placed: ShownContent.Placed, on name: String, _ generation: UInt64
    ) {
        log.error("\(name): \(message)")
        if driven[name]?.pictureVersion == nil {
            painter.place(of: name).show(StillPainting { _ in SolidPattern(color: placed.background) })
            redraw(name)
        }
        stopTimer(of: name)
        driven[name]?.timer = schedule(after: Self.retryInterval) { daemon in
            guard daemon.driven[name]?.generation == generation else { return }
            // A share may be mounted over the folder by now, which nothing tells of.
            daemon.renewPictureWatch()
            daemon.readImage(on: name)
        }
    }

    // MARK: Other pictures under the same names

    /// Hears of it when a file that is shown becomes another picture, or a link on the way to it leads elsewhere.
    func watchPictures() {
        let former = Set(pictureTrails.values.flatMap(\.folders))
        pictureTrails = driven.compactMapValues { $0.picturePath.map(PathTrail.init) }
        if Set(pictureTrails.values.flatMap(\.folders)) != former { renewPictureWatch() }
    }

    /// Watches the folders as they are now; what was heard of the former ones is seen to.
    private func renewPictureWatch() {
        let heard = pictureWatch?.takeChanges() ?? []
        if let descriptor = pictureWatch?.descriptor { loop.unwatch(descriptor) }
        pictureWatch = nil
        let folders = Set(pictureTrails.values.flatMap(\.folders))
        if !folders.isEmpty {
            pictureWatch = FolderWatch(folders: folders)
            watch(pictureWatch?.descriptor, for: "changes of pictures") { $0.picturesChanged() }
        }
        readChangedPictures(heard)
    }

    private func picturesChanged() {
        let changes = pictureWatch?.takeChanges() ?? []
        if changes.contains(where: { $0.kind == .folder }) { renewPictureWatch() }
        let former = pictureTrails
        watchPictures()
        for name in pictureTrails.keys where pictureTrails[name] != former[name] { readImage(on: name) }
        readChangedPictures(changes)
    }

    private func readChangedPictures(_ changes: [FolderWatch.Change]) {
        // What is in folders that are new, or others, may have come before they were watched.
        let isEverythingNew = changes.contains { $0.kind == .folder }
        // Which folder a file is in is not told: one that is shown already is not read again.
        let arrived = Set(changes.lazy.filter { $0.kind == .arrived }.map(\.name))
        for (name, trail) in pictureTrails where isEverythingNew || !trail.names.isDisjoint(with: arrived) {
            readImage(on: name)
        }
    }

    /// Reads the pictures again that are other ones by now, whatever was heard of them: shares tell nothing.
    func readImagesAgain() {
        for name in pictureTrails.keys { readImage(on: name) }
    }
}

extension DrivenScreen {
    fileprivate var picturePath: String? {
        guard case .image(_, let path) = wanted.content else { return nil }
        return path
    }
}
