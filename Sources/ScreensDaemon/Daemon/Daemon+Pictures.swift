import Configuration
import ProgramKit
import Screens

extension Daemon {
    /// From a picture that cannot be read to the next try, in nanoseconds.
    private static let retryInterval: Int64 = 30_000_000_000
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
        let generation = screen.generation
        let hasStarted = DetachedThread.start { [weak self] in
            var problems: [String] = []
            let result = Result { () throws(Failure) in try PictureFile.read(path) { problems.append($0) } }
            let warnings = problems
            Task { [weak self] in
                await self?.imageRead(result, warnings, placed, on: name, generation)
            }
        }
        if !hasStarted {
            readers[name, default: 1] -= 1
            imageFailed("there is no thread to read \(path) on", placed, on: name, generation)
        }
    }

    private func imageRead(
        _ result: Result<DecodedPicture, Failure>, _ warnings: [String], _ placed: ShownContent.Placed,
        on name: String, _ generation: UInt64
    ) {
        readers[name, default: 1] -= 1
        if driven[name]?.generation == generation {
            for warning in warnings { log.warning(warning) }
            switch result {
            case .success(let picture):
                driven[name]?.hasPicture = true
                stopTimer(of: name)
                let whole = PlacedPicture(picture: picture, mode: placed.mode, background: placed.background)
                painter.place(of: name).show(StillPainting { _ in PicturePattern(whole) })
                contentChanged(on: name)
            case .failure(let failure): imageFailed(failure.message, placed, on: name, generation)
            }
        }
        if driven[name]?.isWaitingForReader ?? false { readImage(on: name) }
    }

    /// What was shown, or else the background, until the picture can be read: it may be on a share that is not there yet.
    private func imageFailed(
        _ message: String, _ placed: ShownContent.Placed, on name: String, _ generation: UInt64
    ) {
        log.error("\(name): \(message)")
        if !(driven[name]?.hasPicture ?? false) {
            painter.place(of: name).show(StillPainting { _ in SolidPattern(color: placed.background) })
            redraw(name)
        }
        stopTimer(of: name)
        driven[name]?.timer = schedule(after: Self.retryInterval) { daemon in
            guard daemon.driven[name]?.generation == generation else { return }
            daemon.readImage(on: name)
        }
    }

    // MARK: Other pictures under the same names

    /// Hears of it when a file that is shown becomes another picture.
    func watchPictures() {
        let folders = Set(driven.values.compactMap(\.pictureFolder))
        guard folders != pictureFolders else { return }
        pictureFolders = folders
        watchPictureFolders()
    }

    private func watchPictureFolders() {
        if let descriptor = pictureWatch?.descriptor { loop.unwatch(descriptor) }
        pictureWatch = nil
        guard !pictureFolders.isEmpty else { return }
        pictureWatch = FolderWatch(folders: pictureFolders)
        watch(pictureWatch?.descriptor, for: "changes of pictures") { $0.picturesChanged() }
    }

    private func picturesChanged() {
        let changes = pictureWatch?.takeChanges() ?? []
        // What is in folders that are new, or others, may have come before they were watched.
        let isEverythingNew = changes.contains { $0.kind == .folder }
        if isEverythingNew { watchPictureFolders() }
        // Which folder a file is in is not told, and a picture too many is soon read.
        let arrived = Set(changes.lazy.filter { $0.kind == .arrived }.map(\.name))
        for (name, screen) in driven where isEverythingNew || screen.pictureName.map(arrived.contains) ?? false {
            readImage(on: name)
        }
    }
}

extension DrivenScreen {
    private var picturePath: String? {
        guard case .image(_, let path) = wanted.content else { return nil }
        return path
    }

    fileprivate var pictureFolder: String? { picturePath.flatMap(FolderWatch.folder) }

    fileprivate var pictureName: String? {
        picturePath?.split(separator: "/").last.map(String.init)
    }
}
