import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensPictures

/// Shows the entries of a playlist file, or the pictures of a folder, which are read again when they change. The list
/// that was read last stays while they cannot be read.
@MainLoop
final class FollowedListContent: PlaylistControls, ReplacedContent {
    /// The time after which a folder is listed again: a network share reports no changes.
    private static let listingInterval = Duration.seconds(30)

    private var source: PlaylistSource
    private let output: ContentOutput
    private let sources: ContentSources
    private var file: FollowedFile<PlaylistText>?
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
        file = FollowedFile(
            source.path, isFolder: source.isFolder, sources.reader.threads, sources.watch
        ) { place throws(Failure) in
            try source.read(at: place)
        } take: { [weak self] in
            self?.take($0)
        }
    }

    var nextChange: MonotonicTime? { [file?.nextChange, listingTime, list?.nextChange].compactMap(\.self).min() }

    /// The time at which a folder is listed again; nil while the screen is off.
    private var listingTime: MonotonicTime? {
        guard source.isFolder, file?.isReading == false, circumstances?.isOff == false else { return nil }
        return file?.readTime?.advanced(by: Self.listingInterval)
    }

    func update(_ circumstances: Circumstances) {
        let former = self.circumstances
        self.circumstances = circumstances
        if former == nil { output.report(.waiting) }
        if let former, former.reading != circumstances.reading { file?.read() }
        list?.update(circumstances)
        if file?.update(at: circumstances.now) == false, let listingTime, circumstances.now >= listingTime {
            file?.read()
        }
    }

    // MARK: The file

    private func take(_ outcome: Result<PlaylistText, Failure>?) {
        switch outcome {
        case .success(let text):
            let isSame = text == self.text && problem == nil
            problem = nil
            if !isSame { show(text) }
        case .failure(let failure): fail(failure)
        case nil: break
        }
        output.timeChanged()
    }

    private func fail(_ failure: Failure) {
        output.say(.error("\(output.screen): \(failure.message)"))
        problem = ContentProblem(path: source.path, reason: failure.message)
        report()
    }

    // MARK: The list

    private func show(_ text: PlaylistText) {
        let playlist = playlist(text)
        guard !playlist.items.isEmpty else {
            file?.retryLater()
            return fail(text.emptyFailure(problems.first, of: source.path))
        }
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
        let made = source.playlist(text)
        problems = made.problems
        return made.playlist
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
