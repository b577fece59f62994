import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensPictures
import ScreensProgramKit

/// Shows the pictures of a folder, each for some time.
@MainLoop
final class SlidesPresentation: Presentation {
    private let folder: String
    private let reader: SlideReader
    private let watch: PictureWatch
    private let readers: PictureReaders
    private let interval: Duration
    private let fade: Duration
    private let background: Color
    /// Whether the slide is a picture of the folder as it is now.
    private var isCurrent = false
    /// Whether the screen has a substitute for the painting of the slides.
    private var isSubstituted = false
    private let output: ScreenOutput
    private var isOff = false
    private var timer: LoopTimer?

    init(
        _ slides: ShownContent.SlideShow, _ placed: ShownContent.Placed, on output: ScreenOutput, _ watch: PictureWatch,
        _ readers: PictureReaders, in size: Size
    ) {
        folder = slides.folder
        self.watch = watch
        self.readers = readers
        reader = SlideReader(
            folder: slides.folder, mode: placed.mode, background: placed.background,
            space: PictureSpace(placed.mode, in: size))
        interval = .milliseconds(slides.interval.milliseconds)
        self.output = output
        fade = .milliseconds(slides.fade.milliseconds)
        background = placed.background
        output.show(SlidesPainting(reader, background: background, fade: fade))
        watch.begin(folder: folder, for: output.slot) { [weak self] in self?.folderHasChanged() }
        advance()
    }

    /// Slides that are shown stay for their time, unless no picture is left.
    private func folderHasChanged() {
        guard isCurrent else { return advance() }
        reader.check { [weak self] failure in
            MainLoop.enqueue { self?.take(failure) }
        }
    }

    private func take(_ failure: Failure?) {
        guard !reader.isOver else { return }
        if let failure {
            output.log.warning("\(output.name): \(failure.message)", about: output.name)
            reportFailure(failure)
        } else if !isCurrent {
            advance()
        } else {
            // Pictures that were passed over may be others.
            output.report(.shown)
        }
    }

    func screenIs(off isOff: Bool, used use: ScreenUse) {
        // Nothing is seen of them meanwhile.
        self.isOff = isOff || use != .free
    }

    func screenHasSize(_ size: Size) {
        reader.use(size)
    }

    var omission: (place: String, count: String, first: String)? {
        // Without any picture that is the state of the content.
        guard isCurrent, let skipped = reader.skipped else { return nil }
        let count = "\(skipped.count) of \(skipped.total) pictures cannot be shown"
        return (folder, count, skipped.first)
    }

    func end() {
        timer = nil
        watch.end(for: output.slot)
        reader.end()
    }

    /// Shows the next picture, and the one after it when its time has come. While the screen is off, none is read.
    private func advance() {
        if reader.slide == nil || !isOff {
            reader.advance(readers.limits) { [weak self] reading in
                MainLoop.enqueue { self?.take(reading) }
            }
        }
        wait(interval)
    }

    private func wait(_ delay: Duration) {
        timer = LoopTimer(after: delay) { [weak self] in self?.advance() }
    }

    private func take(_ reading: SlideReader.Reading) {
        guard !reader.isOver else { return }
        for problem in reading.problems {
            output.log.warning("\(output.name): \(problem.message)", about: output.name)
        }
        isCurrent = reading.isCurrent
        if isCurrent {
            output.report(.shown)
            if isSubstituted { output.show(SlidesPainting(reader, background: background, fade: fade)) }
            isSubstituted = false
        } else if let problem = reading.problems.first {
            reportFailure(problem)
        }
        if reading.isNew { output.pictureChanged() }
    }

    /// The slide that is shown stays.
    private func reportFailure(_ failure: Failure) {
        isCurrent = false
        isSubstituted = reader.slide == nil
        output.report(
            .failed(ContentProblem(path: folder, reason: failure.message), keepsPicture: !isSubstituted))
        // Its folder may be on a share that is not there, or be filled only later.
        if interval > ImagePresentation.retryInterval { wait(ImagePresentation.retryInterval) }
    }
}
