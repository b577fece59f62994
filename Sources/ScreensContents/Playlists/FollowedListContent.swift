import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensPictures

/// Shows the entries of a playlist file, or the pictures of a folder, which are read again when they change. The list
/// that was read last stays while they cannot be read.
@MainLoop
final class FollowedListContent: PlaylistControls, ReplacedContent {
    /// The outcome of reading the list.
    private enum Reading: Sendable {
        case done(PlaylistText)
        case failed(Failure)
        /// The file is being written.
        case unfinished
    }

    /// The time from a failed read to the next attempt.
    private static let retryInterval = ImageContent.retryInterval
    /// The time after which a file that was being written is read again.
    private static let writingInterval = Duration.seconds(1)
    /// The time after which a folder is listed again: a network share reports no changes.
    private static let listingInterval = Duration.seconds(30)

    private var source: PlaylistSource
    private let output: ContentOutput
    private let sources: ContentSources
    private let owner = PathOwner()
    private var subscription: PictureWatch.Subscription?
    private var isReading = false
    /// Whether the file has changed since the reading began.
    private var isOutdated = false
    private var retryTime: MonotonicTime?
    /// The time of the last reading; nil before the first one.
    private var readTime: MonotonicTime?
    /// The file as it was read last.
    private var text: PlaylistText?
    /// The reasons why lines of it are left out.
    private var problems = PlaylistProblems()
    private var list: PlaylistContent?
    private var listState: ContentState?
    private var listOmissions: [ContentOmission] = []
    /// The reason why the file as it is now is not shown.
    private var problem: ContentProblem?
    private var circumstances: Circumstances?

    init(_ source: PlaylistSource, on output: ContentOutput, _ sources: ContentSources) {
        self.source = source
        self.output = output
        self.sources = sources
        subscription = source.begin(sources.watch) { [weak self] in self?.take($0) }
    }

    var nextChange: MonotonicTime? { [retryTime, listingTime, list?.nextChange].compactMap(\.self).min() }

    /// The time at which a folder is listed again; nil while the screen is off.
    private var listingTime: MonotonicTime? {
        guard source.isFolder, !isReading, circumstances?.isOff == false else { return nil }
        return readTime?.advanced(by: Self.listingInterval)
    }

    func update(_ circumstances: Circumstances) {
        let former = self.circumstances
        self.circumstances = circumstances
        if former == nil { output.report(.waiting) }
        if let former, former.reading != circumstances.reading { read() }
        list?.update(circumstances)
        if let retryTime, circumstances.now >= retryTime {
            self.retryTime = nil
            subscription?.renew()
        } else if let listingTime, circumstances.now >= listingTime {
            read()
        }
    }

    // MARK: The file

    private func take(_ report: PictureWatch.Report) {
        switch report {
        case .changed: read()
        case .hangs(let hang): take(.failed(hang.failure))
        }
    }

    private func read() {
        guard !isReading else {
            isOutdated = true
            return
        }
        isOutdated = false
        readTime = .now
        let source = source
        isReading = sources.reader.threads.run(for: owner) { visit throws(PathHang) -> Reading in
            try Self.reading(source, at: visit.open(source.path))
        } then: { [weak self] outcome in
            self?.isReading = false
            switch outcome {
            case .done(let reading): self?.take(reading)
            case .hangs(let hang): self?.take(.failed(hang.failure))
            }
            if self?.isOutdated == true { self?.read() }
        } again: { [weak self] in
            self?.subscription?.renew()
        }
        if !isReading { take(.failed(Failure(.system, "cannot start a thread to read \(source.path)"))) }
    }

    private nonisolated static func reading(_ source: PlaylistSource, at place: String) -> Reading {
        let version = FileVersion(of: place)
        do throws(Failure) {
            let text = try source.read(at: place)
            return FileVersion(of: place) == version ? .done(text) : .unfinished
        } catch {
            return .failed(error)
        }
    }

    private func take(_ reading: Reading) {
        switch reading {
        case .unfinished: retryTime = MonotonicTime.now.advanced(by: Self.writingInterval)
        case .failed(let failure):
            output.say(.error("\(output.screen): \(failure.message)"))
            problem = ContentProblem(path: source.path, reason: failure.message)
            // A network share reports no changes.
            retryTime = MonotonicTime.now.advanced(by: Self.retryInterval)
            report()
        case .done(let text):
            let isSame = text == self.text && problem == nil
            retryTime = nil
            problem = nil
            if !isSame { show(text) }
        }
        output.timeChanged()
    }

    // MARK: The list

    private func show(_ text: PlaylistText) {
        let playlist = playlist(text)
        guard !playlist.items.isEmpty else { return take(.failed(text.emptyFailure(problems.first, of: source.path))) }
        self.text = text
        if list?.replace(by: .playlist(playlist)) != true {
            list = PlaylistContent(playlist, on: listOutput, sources)
        }
        omit()
        // The last update may be hours old.
        if let circumstances { list?.update(circumstances.moved(to: .now)) }
        report()
    }

    /// Makes the list, and notes the lines that it leaves out.
    private func playlist(_ text: PlaylistText) -> PlaylistKind {
        var items: [PlaylistItem] = []
        var total = 0
        problems = PlaylistProblems()
        problems.add(text.problems)
        for entry in text.entries {
            let length = entry.length ?? source.course.pace.interval
            guard total + length.milliseconds <= PlaylistKind.longest.milliseconds else {
                problems.add("line \(entry.line) is behind \(PlaylistKind.longest), which is the most of a list")
                break
            }
            do throws(ValueProblem) {
                items.append(PlaylistItem(try source.content(of: entry.path), for: entry.length))
                total += length.milliseconds
            } catch {
                problems.add("line \(entry.line) \(error.message)")
            }
        }
        return PlaylistKind(items, source.course)
    }

    private var listOutput: ContentOutput {
        ContentOutput(
            screen: output.screen, show: output.show, pictureChanged: output.pictureChanged, redraw: output.redraw,
            report: { [weak self] state in
                self?.listState = state
                self?.report()
            },
            omit: { [weak self] omissions in
                self?.listOmissions = omissions
                self?.omit()
            }, timeChanged: output.timeChanged, say: output.say)
    }

    private func report() {
        switch (listState, problem) {
        case (nil, let problem?): output.report(.failed(problem))
        case (.shown?, let problem?): output.report(.former(problem))
        case (let state?, _): output.report(state)
        case (nil, nil): break
        }
    }

    /// Reports the lines that are left out, with the omissions of the list.
    private func omit() {
        let own = problems.first.map { first in
            ContentOmission(
                place: source.path,
                count: problems.count == 1 ? "a line cannot be used" : "\(problems.count) lines cannot be used",
                first: "\(source.path): \(first)")
        }
        output.omit([own].compactMap(\.self) + listOmissions)
    }

    // MARK: Changes

    func replace(by setting: ContentSetting) -> Bool {
        guard let other = PlaylistSource(setting), other.path == source.path, other.isFolder == source.isFolder else {
            return false
        }
        source = other
        if let text { _ = list?.replace(by: .playlist(playlist(text))) }
        omit()
        return true
    }

    var pictures: [NamedPicture] { list?.pictures ?? [] }

    var positions: [PlaylistPosition] { list?.positions ?? [] }

    func take(_ step: PlaylistStep, _ circumstances: Circumstances) throws(StepRefusal) {
        guard let list else { throw .noPlaylist }
        try list.take(step, circumstances)
    }
}

extension PlaylistFileKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        FollowedListContent(.file(self), on: output, sources)
    }

    func preparation(in size: Size, _ limits: PictureLimits) -> ContentPreparation? {
        ContentPreparation(path: path) { [path] visit throws(Failure) in
            let place = try Failure.mapping { () throws(PathHang) in try visit.open(path) }
            _ = try PlaylistText.read(path, at: place)
            return nil
        }
    }
}

extension SlidesKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        show.alignment == .clock
            ? FollowedListContent(.folder(self), on: output, sources)
            : SlidesContent(show, placed, on: output, sources)
    }

    func preparation(in size: Size, _ limits: PictureLimits) -> ContentPreparation? {
        ContentPreparation(path: show.folder) { [folder = show.folder] visit throws(Failure) in
            try PictureFolder(folder).check(limits, on: visit)
            return nil
        }
    }
}
