import Screens
import ScreensLinux

/// Contents that are shown one after the other, each for a fixed time. Each begins at its time, and the one before
/// stays until it is shown.
@MainLoop
final class SequenceContent: Content {
    /// A content of the sequence that is shown, or is about to be.
    private struct Entry {
        let number: Int
        let content: any Content
        /// The content that it shows, until its turn comes.
        var drawn: (any Content)?
    }

    /// The time from a failure to the next attempt.
    private static let retryInterval = PictureWatch.retryInterval

    private let interval: Duration
    private let fade: Duration
    private let output: ContentOutput
    private let makeNext: @MainLoop (ContentOutput) -> any Content
    private let shown = ShownEntry()
    private var current: Entry?
    private var upcoming: Entry?
    private var lastNumber = 0
    /// Whether there is more to show since the upcoming content began, which may fail for lack of it.
    private var hasMore = false
    private var circumstances: Circumstances?
    /// Called with the number of each picture, when the screen gets it.
    private let onPicture: @MainLoop (PictureNumber) -> Void
    /// The time at which the next content is due.
    private var nextTime: MonotonicTime?
    /// Whether the last content that began could be shown, and nothing has failed since.
    private(set) var isCurrent = false

    /// - Parameters:
    ///   - interval: from the beginning of a content to the beginning of the next one.
    ///   - fade: how much of that one content fades into the next.
    ///   - onPicture: called with the number of each picture, when the screen gets it.
    ///   - makeNext: makes the content that follows the one made before. The sequence shows it once it reports the
    ///     state *shown*.
    init(
        every interval: Duration, fade: Duration, on output: ContentOutput,
        onPicture: @escaping @MainLoop (PictureNumber) -> Void,
        makeNext: @escaping @MainLoop (ContentOutput) -> any Content
    ) {
        self.interval = interval
        self.fade = fade
        self.output = output
        self.makeNext = makeNext
        self.onPicture = onPicture
    }

    var nextChange: MonotonicTime? {
        [nextTime, current?.content.nextChange, upcoming?.content.nextChange].compactMap(\.self).min()
    }

    func update(_ circumstances: Circumstances) {
        let hasBegun = self.circumstances != nil
        self.circumstances = circumstances
        current?.content.update(circumstances)
        upcoming?.content.update(circumstances)
        if !hasBegun {
            output.report(.waiting)
            advance(at: circumstances.start ?? circumstances.now)
        } else if let nextTime, circumstances.now >= nextTime {
            advance(at: circumstances.now)
        }
    }

    /// Begins the next content now, as when there is more to show than before.
    func advance() {
        guard let circumstances else { return }
        hasMore = upcoming != nil
        // Before the turn of the sequence its first content is only made ready.
        advance(at: max(.now, circumstances.start ?? .now))
        output.timeChanged()
    }

    private func advance(at now: MonotonicTime) {
        // Nothing is visible while the screen is off or another program draws on it.
        let isHidden = circumstances.map { $0.isOff || $0.use != .free } ?? true
        if upcoming == nil, shown.isEmpty || !isHidden { begin() }
        nextTime = now.advanced(by: interval)
    }

    private func begin() {
        guard let circumstances else { return }
        hasMore = false
        lastNumber += 1
        let number = lastNumber
        let content = makeNext(
            ContentOutput(
                screen: output.screen, show: { [weak self] in self?.show($0, of: number) },
                pictureChanged: { [weak self] in self?.pictureChanged(of: number) }, redraw: output.redraw,
                report: { [weak self] in self?.take($0, of: number) },
                omit: { [weak self] in self?.omit($0, of: number) }, timeChanged: output.timeChanged, say: output.say))
        upcoming = Entry(number: number, content: content)
        content.update(circumstances)
    }

    private func show(_ content: any Content, of number: Int) {
        if number == upcoming?.number { upcoming?.drawn = content }
        guard number == current?.number else { return }
        onPicture(shown.show(content, fade: fade))
        output.pictureChanged()
    }

    private func pictureChanged(of number: Int) {
        guard number == current?.number else { return }
        onPicture(shown.showAgain())
        output.pictureChanged()
    }

    private func omit(_ omissions: [ContentOmission], of number: Int) {
        if number == current?.number || number == upcoming?.number { output.omit(omissions) }
    }

    private func take(_ state: ContentState, of number: Int) {
        guard number == current?.number || number == upcoming?.number else { return }
        switch state {
        case .shown:
            isCurrent = true
            let hasNewPicture = number == upcoming?.number && replaceCurrent()
            output.report(.shown)
            if hasNewPicture { output.pictureChanged() }
        case .failed(let problem):
            let isUpcoming = number == upcoming?.number
            if isUpcoming { upcoming = nil }
            fail(problem)
            if isUpcoming, hasMore { advance() }
        case .waiting, .waitingForProgram, .former, .fallback:
            if number == current?.number { output.report(state) }
        }
    }

    /// Shows the content that is ready.
    ///
    /// - Returns: whether it has a picture. Without one, the picture before it stays.
    private func replaceCurrent() -> Bool {
        let drawn = upcoming?.drawn
        current = upcoming
        current?.drawn = nil
        upcoming = nil
        guard let drawn else { return false }
        let isFirst = shown.isEmpty
        onPicture(shown.show(drawn, fade: fade))
        // The content before the sequence stays until the sequence has a picture.
        if isFirst { output.show(CrossFadeContent(shown)) }
        return true
    }

    /// Takes a failure. The content that is shown stays.
    func fail(_ problem: ContentProblem) {
        isCurrent = false
        output.omit([])
        // Without any content, the failure is the state of the sequence.
        output.report(shown.isEmpty ? .failed(problem) : .former(problem))
        // The missing part may be on a share that is not mounted, or may come later.
        if interval > Self.retryInterval { nextTime = MonotonicTime.now.advanced(by: Self.retryInterval) }
        output.timeChanged()
    }
}
