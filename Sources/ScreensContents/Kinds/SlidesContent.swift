import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensPictures

/// Shows the pictures of a folder one after the other, each for a fixed time.
@MainLoop
final class SlidesContent: PictureNaming {
    private let folder: String
    private let slides: SlideReader
    private let sequence: SequenceContent
    private let shown = SlidePictures()
    private let output: ContentOutput
    private var subscription: PictureWatch.Subscription?

    init(
        _ show: ContentSetting.SlideShow, _ placed: ContentSetting.Placed, on output: ContentOutput,
        _ sources: ContentSources
    ) {
        folder = show.folder
        let slides = SlideReader(
            folder: show.folder, mode: placed.mode, background: placed.background, sources.reader.threads)
        self.slides = slides
        sequence = SequenceContent(
            every: .milliseconds(show.pace.interval.milliseconds),
            fade: .milliseconds(show.pace.fade.milliseconds), on: output,
            onPicture: { [shown, folder] in shown.add($0, slides.slidePath ?? folder) },
            makeNext: { SlideContent(slides, sources.reader.limits, on: $0) })
        self.output = output
        slides.begin { [weak self] in self?.sequence.advance() }
        subscription = sources.watch.begin(folder: folder) { [weak self] in self?.take($0) }
    }

    var pictures: [NamedPicture] { shown.last }

    var nextChange: MonotonicTime? { sequence.nextChange }

    func update(_ circumstances: Circumstances) {
        slides.use(circumstances.size)
        sequence.update(circumstances)
    }

    private func take(_ report: PictureWatch.Report) {
        switch report {
        case .changed: folderHasChanged()
        // A reader of a slide reports this itself.
        case .hangs(let hang): if sequence.isCurrent { take(hang.failure) }
        }
    }

    /// Lets the current slide stay for its time, unless no picture is left.
    private func folderHasChanged() {
        guard sequence.isCurrent else { return sequence.advance() }
        slides.check { [weak self] in self?.take($0) }
    }

    private func take(_ failure: Failure?) {
        if let failure {
            output.say(.warning("\(output.screen): \(failure.message)"))
            sequence.fail(ContentProblem(path: folder, reason: failure.message))
        } else if !sequence.isCurrent {
            sequence.advance()
        } else {
            // Other pictures may be omitted now.
            output.omit(slides.omissions)
            output.report(.shown)
        }
    }
}

/// The last pictures of a slide show that the screen got.
@MainLoop
private final class SlidePictures {
    /// One that is shown, and one that the screen's thread may still draw.
    private static let most = 2

    private(set) var last: [NamedPicture] = []

    func add(_ picture: PictureNumber, _ path: String) {
        last = last.suffix(Self.most - 1) + [NamedPicture(picture: picture, title: path, number: nil)]
    }
}

/// The next picture of a folder. If that picture is shown already, this content shows none.
///
/// It is not an ``ImageContent``: only the picture that is read next is known to exist, and broken files are left out.
@MainLoop
private final class SlideContent: Content {
    private let slides: SlideReader
    private let limits: PictureLimits
    private let output: ContentOutput
    private var hasBegun = false

    init(_ slides: SlideReader, _ limits: PictureLimits, on output: ContentOutput) {
        self.slides = slides
        self.limits = limits
        self.output = output
    }

    func update(_ circumstances: Circumstances) {
        guard !hasBegun else { return }
        // If no thread is free, the next update tries again.
        hasBegun = slides.advance(limits) { [weak self] in self?.take($0) }
    }

    private func take(_ reading: SlideReader.Reading) {
        for problem in reading.problems { output.say(.warning("\(output.screen): \(problem.message)")) }
        if !reading.isCurrent, let problem = reading.problems.first {
            output.report(.failed(ContentProblem(path: slides.path, reason: problem.message)))
        } else {
            output.omit(slides.omissions)
            if reading.isNew, let slide = slides.slide { output.show(PictureContent(slide)) }
            output.report(.shown)
        }
    }
}
