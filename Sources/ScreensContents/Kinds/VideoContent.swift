import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensPictures

/// Shows a film that another program decodes. A file that is replaced is another item, and the item before it stays
/// until the next one has its first frame.
@MainLoop
final class VideoContent: Content {
    /// The film from one version of its file, as the program draws it.
    private struct Item {
        let number: Int
        let version: FileVersion?
        /// The item lasts as long as this value; nil if it has failed, or the screen is off.
        var life: (any Sendable)?
    }

    /// How long the last frame stays after the program of the film has left, or cannot go on.
    private static let linger = Duration.seconds(5)
    /// The time from a failure to the next attempt if the file does not change.
    private static let retryInterval = PictureWatch.retryInterval
    /// The shortest time between the beginnings of two items: each one costs a process, and a writer may replace the
    /// file without a pause.
    private static let shortestItem = Duration.seconds(1)
    /// The first and the longest pause before the program is called again.
    private static let pauses = (shortest: Duration.milliseconds(100), longest: Duration.seconds(30))

    private let video: VideoKind
    private let output: ContentOutput
    private let sources: ContentSources
    private let owner = PathOwner()
    private var subscription: PictureWatch.Subscription?
    private var circumstances: Circumstances?
    private var isOpening = false
    /// Whether the file may have changed since its opening began, or before the first update.
    private var isOutdated = false
    /// The item that is shown; nil without one.
    private var shown: Item?
    /// The item whose first frame is awaited.
    private var upcoming: Item?
    /// The version whose item has failed, which begins again only at the time of the next attempt, or on request; nil
    /// if none has failed last.
    private var failed: FileVersion?
    private var lastNumber = 0
    /// The time of the beginning of the last item; nil before the first.
    private var lastBeginning: MonotonicTime?
    /// The time to read the file again because another item had begun shortly before; nil if that is not necessary.
    private var openTime: MonotonicTime?
    private var pause = VideoContent.pauses.shortest
    private var retryTime: MonotonicTime?
    /// The problem that is reported at a certain time, unless the film goes on before.
    private var delayedProblem: (problem: ContentProblem, time: MonotonicTime)?

    init(_ video: VideoKind, on output: ContentOutput, _ sources: ContentSources) {
        self.video = video
        self.output = output
        self.sources = sources
        subscription = sources.watch.begin(video.path) { [weak self] in self?.take($0) }
    }

    var nextChange: MonotonicTime? { [retryTime, openTime, delayedProblem?.time].compactMap(\.self).min() }

    func update(_ circumstances: Circumstances) {
        let former = self.circumstances
        self.circumstances = circumstances
        if former == nil { output.report(.waiting) }
        if circumstances.isOff {
            rest()
        } else if former.map({ $0.isOff || $0.reading != circumstances.reading }) ?? isOutdated {
            (isOutdated, failed) = (false, nil)
            open()
        }
        if let openTime, circumstances.now >= openTime { open() }
        if let retryTime, circumstances.now >= retryTime {
            (self.retryTime, failed) = (nil, nil)
            subscription?.renew()
        }
        if let delayedProblem, circumstances.now >= delayedProblem.time {
            self.delayedProblem = nil
            output.report(.failed(delayedProblem.problem))
        }
    }

    /// Ends the decoding while the screen is off. The last frame stays.
    private func rest() {
        upcoming = nil
        shown?.life = nil
        delayedProblem = nil
        retryTime = nil
        openTime = nil
    }

    // MARK: The file

    private func take(_ report: PictureWatch.Report) {
        switch report {
        case .changed: open()
        case .hangs(let hang): fail(hang.failure.message, again: Self.retryInterval)
        }
    }

    private func open() {
        guard let circumstances, !isOpening else {
            isOutdated = true
            return
        }
        guard !circumstances.isOff, let presenter = sources.presenter else { return }
        isOpening = true
        openTime = nil
        let path = video.path
        let hasStarted = sources.reader.threads.run(for: owner) { visit throws(PathHang) in
            let place = try visit.open(path)
            // The version is taken before: a file that is written meanwhile is another version.
            let version = FileVersion(of: place)
            return (version, Result { () throws(Failure) in try PresentedFile(at: place, named: path) })
        } then: { [weak self] outcome in
            self?.finishOpening(outcome, presenter)
        } again: { [weak self] in
            self?.open()
        }
        if !hasStarted {
            isOpening = false
            fail("cannot start a thread to read \(path)", again: Self.retryInterval)
        }
    }

    private func finishOpening(
        _ outcome: PathThreads.Outcome<(FileVersion?, Result<PresentedFile, Failure>)>, _ presenter: any ItemPresenter
    ) {
        isOpening = false
        switch outcome {
        case .done((_, .failure(let failure))): fail(failure.message, again: Self.retryInterval)
        case .done((let version, .success(let file))): begin(version, file, presenter)
        case .hangs(let hang): fail(hang.failure.message, again: Self.retryInterval)
        }
        if isOutdated {
            isOutdated = false
            open()
        }
    }

    // MARK: The items

    private func begin(_ version: FileVersion?, _ file: PresentedFile, _ presenter: any ItemPresenter) {
        guard let circumstances, !circumstances.isOff else { return }
        if let last = upcoming ?? shown, last.life != nil, last.version == version {
            if upcoming == nil { goOn() }
            return
        }
        // Another file may have changed, or the request may be older than the failure.
        guard version == nil || version != failed else { return }
        if let next = lastBeginning?.advanced(by: Self.shortestItem), next > circumstances.now {
            openTime = next
            output.timeChanged()
            return
        }
        lastNumber += 1
        lastBeginning = circumstances.now
        let number = lastNumber
        let life = presenter.begin(video, from: file, on: output.screen, redraw: output.redraw) { [weak self] in
            self?.take($0, of: number)
        }
        upcoming = Item(number: number, version: version, life: life)
    }

    /// Ends a problem: the file is the shown one again.
    private func goOn() {
        (retryTime, failed) = (nil, nil)
        output.report(.shown)
        output.timeChanged()
    }

    private func take(_ report: ItemReport, of number: Int) {
        guard number == upcoming?.number || number == shown?.number else { return }
        switch report {
        case .picture(let content):
            guard number == upcoming?.number else { return }
            shown = upcoming
            upcoming = nil
            (retryTime, delayedProblem, failed, pause) = (nil, nil, nil, Self.pauses.shortest)
            output.showChange(content)
            output.report(.shown)
        case .ended: return
        case .failed(let reason): end(number, reason, again: Self.retryInterval)
        case .lost(let reason):
            end(number, reason, again: pause)
            pause = min(pause * 4, Self.pauses.longest)
        }
        output.timeChanged()
    }

    private func end(_ number: Int, _ reason: String, again delay: Duration) {
        let version = (number == upcoming?.number ? upcoming : shown)?.version
        if number == upcoming?.number { upcoming = nil } else { shown?.life = nil }
        fail(reason, of: version, again: delay)
    }

    /// Keeps the last frame for a while, or leaves the screen to a substitute, and tries again.
    ///
    /// - Parameter version: the version of the file that cannot be shown; nil if the file cannot be opened.
    private func fail(_ reason: String, of version: FileVersion? = nil, again delay: Duration) {
        failed = version
        output.say(.error("\(output.screen): \(reason)"))
        let problem = ContentProblem(path: video.path, reason: reason)
        retryTime = MonotonicTime.now.advanced(by: delay)
        if shown?.life != nil {
            // The file as it was goes on.
            output.report(.former(problem))
        } else if shown != nil, delayedProblem == nil {
            delayedProblem = (problem, MonotonicTime.now.advanced(by: Self.linger))
        } else if let time = delayedProblem?.time {
            delayedProblem = (problem, time)
        } else {
            output.report(.failed(problem))
        }
        output.timeChanged()
    }
}

extension VideoKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        VideoContent(self, on: output, sources)
    }

    func preparation(in size: Size, _ limits: PictureLimits) -> ContentPreparation? {
        ContentPreparation(path: path) { [path] visit throws(Failure) in
            let place = try Failure.mapping { () throws(PathHang) in try visit.open(path) }
            _ = try PresentedFile(at: place, named: path)
            return nil
        }
    }
}
