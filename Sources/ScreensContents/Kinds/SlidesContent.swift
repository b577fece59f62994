import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensPictures

/// Shows the pictures of a folder in turn, each for a fixed time.
@MainLoop
final class SlidesContent: Content {
    private let folder: String
    private let placed: ShownContent.Placed
    private let slides: SlideReader
    private let reader: PictureFileReader
    private var subscription: PictureWatch.Subscription?
    private let interval: Duration
    private let fade: Duration
    /// Whether the slide is a picture of the folder as it is now.
    private var isCurrent = false
    private let output: ContentOutput
    private var isOff = false
    private var hasBegun = false
    /// The time at which the next picture is due.
    private var nextTime: MonotonicTime?

    init(
        _ show: ShownContent.SlideShow, _ placed: ShownContent.Placed, on output: ContentOutput,
        _ sources: ContentSources
    ) {
        folder = show.folder
        self.placed = placed
        reader = sources.reader
        slides = SlideReader(folder: show.folder, mode: placed.mode, background: placed.background)
        interval = .milliseconds(show.interval.milliseconds)
        fade = .milliseconds(show.fade.milliseconds)
        self.output = output
        subscription = sources.watch.begin(folder: folder) { [weak self] in self?.folderHasChanged() }
    }

    var nextChange: MonotonicTime? { nextTime }

    func update(_ circumstances: Circumstances) {
        // The slides are not visible meanwhile.
        isOff = circumstances.isOff || circumstances.use != .free
        slides.use(circumstances.size)
        if !hasBegun {
            hasBegun = true
            output.report(.waiting)
            output.show(SlidesDrawing(slides, background: placed.background, fade: fade))
            advance()
        } else if let nextTime, circumstances.now >= nextTime {
            advance()
        }
    }

    /// Lets the current slide stay for its time, unless no picture is left.
    private func folderHasChanged() {
        guard hasBegun else { return }
        guard isCurrent else {
            advance()
            return output.timeChanged()
        }
        slides.check { [weak self] failure in
            MainLoop.enqueue { self?.take(failure) }
        }
    }

    private func take(_ failure: Failure?) {
        if let failure {
            output.say(.warning("\(output.screen): \(failure.message)"))
            reportFailure(failure)
        } else if !isCurrent {
            advance()
        } else {
            // Other pictures may be omitted now.
            reportShown()
        }
        output.timeChanged()
    }

    /// Shows the next picture, and schedules the one after it. Reads no picture while the screen is off.
    private func advance() {
        if slides.slide == nil || !isOff {
            slides.advance(reader.limits) { [weak self] reading in
                MainLoop.enqueue { self?.take(reading) }
            }
        }
        wait(interval)
    }

    private func wait(_ delay: Duration) {
        nextTime = MonotonicTime.now.advanced(by: delay)
    }

    private func take(_ reading: SlideReader.Reading) {
        for problem in reading.problems { output.say(.warning("\(output.screen): \(problem.message)")) }
        isCurrent = reading.isCurrent
        if isCurrent {
            reportShown()
        } else if let problem = reading.problems.first {
            reportFailure(problem)
        }
        if reading.isNew { output.pictureChanged() }
        output.timeChanged()
    }

    private func reportShown() {
        let omission = slides.skipped.map { skipped in
            ContentOmission(
                place: folder, count: "\(skipped.count) of \(skipped.total) pictures cannot be shown",
                first: skipped.first)
        }
        output.omit(omission.map { [$0] } ?? [])
        output.report(.shown)
    }

    /// Reports a failure. The current slide stays.
    private func reportFailure(_ failure: Failure) {
        isCurrent = false
        // Without any picture, the failure is the state of the content.
        output.omit([])
        let problem = ContentProblem(path: folder, reason: failure.message)
        output.report(slides.slide == nil ? .failed(problem) : .former(problem))
        // The folder may be on a share that is not mounted, or may be filled later.
        if interval > ImageContent.retryInterval { wait(ImageContent.retryInterval) }
    }
}

extension SlidesForm: ShownForm {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        SlidesContent(show, placed, on: output, sources)
    }

    func preparation(in size: Size, _ limits: PictureLimits) -> ContentPreparation? {
        ContentPreparation(path: show.folder) { [folder = show.folder] () throws(Failure) in
            try PictureFolder(folder).check(limits)
            return nil
        }
    }
}
