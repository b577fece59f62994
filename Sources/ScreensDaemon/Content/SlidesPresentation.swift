import Configuration
import ProgramKit
import Screens
import ScreensPictures

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
        watch.begin(folder: folder, for: output.name) { [weak self] in
            guard let self, reader.slide == nil else { return }
            advance()
        }
        advance()
    }

    func screenIsOff(_ isOff: Bool) {
        self.isOff = isOff
    }

    func screenHasSize(_ size: Size) {
        reader.use(size)
    }

    func end() {
        timer = nil
        watch.end(for: output.name)
        reader.end()
    }

    /// Shows the next picture, and the one after it when its time has come. While the screen is off, none is read.
    private func advance() {
        if reader.slide == nil || !isOff {
            reader.advance(readers.limits) { [weak self] problems, isNew in
                MainLoop.enqueue { self?.take(problems, isNew) }
            }
        }
        wait(interval)
    }

    private func wait(_ delay: Duration) {
        timer = LoopTimer(after: delay) { [weak self] in self?.advance() }
    }

    private func take(_ problems: [Failure], _ isNew: Bool) {
        guard !reader.isOver else { return }
        for problem in problems { output.log.warning("\(output.name): \(problem.message)") }
        if reader.slide != nil {
            output.report(.shown)
            if isSubstituted { output.show(SlidesPainting(reader, background: background, fade: fade)) }
            isSubstituted = false
        } else if let problem = problems.first {
            isSubstituted = true
            output.report(.failed(ContentProblem(path: folder, message: problem.message), keepsPicture: false))
        }
        if isNew { output.pictureChanged() }
        // There is no picture yet: its folder may be on a share that is not there, or be filled only later.
        if reader.slide == nil, interval > ImagePresentation.retryInterval { wait(ImagePresentation.retryInterval) }
    }
}
