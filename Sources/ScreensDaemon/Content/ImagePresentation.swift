import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensPictures
import ScreensProgramKit

/// Shows the picture of a file. The content before stays until the file has been read.
@MainLoop
final class ImagePresentation: Presentation {
    /// From a picture that cannot be read to the next try.
    static let retryInterval = Duration.seconds(30)

    private let path: String
    private let placed: ShownContent.Placed
    private let output: ScreenOutput
    private let readers: PictureReaders
    private let watch: PictureWatch
    /// The place that the picture is decoded for.
    private var space: PictureSpace
    /// The file that is shown; nil while none is.
    private var version: FileVersion?
    /// The number of the last reading that has ended: one that began before it is ignored.
    private var lastReading: UInt64 = 0
    private var timer: LoopTimer?
    private var isOver = false

    init(
        _ path: String, _ placed: ShownContent.Placed, on output: ScreenOutput, _ readers: PictureReaders,
        _ watch: PictureWatch, in size: Size
    ) {
        space = PictureSpace(placed.mode, in: size)
        self.path = path
        self.placed = placed
        self.output = output
        self.readers = readers
        self.watch = watch
        // Before it is read: a file that changes meanwhile is read again.
        watch.begin(path, for: output.slot) { [weak self] in self?.readAgain() }
        readAgain()
    }

    func readAgain() {
        readers.read(
            path, for: output.slot, in: space, unless: { [weak self] in self?.version },
            then: { [weak self] in self?.take($0) })
    }

    func screenHasSize(_ size: Size) {
        let needed = PictureSpace(placed.mode, in: size)
        guard needed.needsAnother(than: space) else { return }
        space = needed
        version = nil
        readAgain()
    }

    func end() {
        isOver = true
        timer = nil
        watch.end(for: output.slot)
        readers.end(for: output.slot)
    }

    private func take(_ reading: PictureReaders.Reading) {
        guard !isOver, lastReading < reading.number else { return }
        lastReading = reading.number
        for warning in reading.warnings { output.log.warning(warning) }
        switch reading.picture {
        case nil:
            timer = nil
            output.report(.shown)
        case .success(let picture):
            timer = nil
            version = reading.version
            let whole = PlacedPicture(picture: picture, mode: placed.mode, background: placed.background)
            output.showChange(PictureContent(whole))
            output.report(.shown)
        case .failure(let failure): retry(after: failure)
        }
    }

    /// Keeps what was shown, or else leaves the screen to a substitute, until the picture can be read: its share may not be
    /// there yet.
    private func retry(after failure: Failure) {
        output.log.error("\(output.name): \(failure.message)", about: output.name)
        output.report(
            .failed(ContentProblem(path: path, reason: failure.message), keepsPicture: version != nil))
        // Changes of a share are not reported.
        timer = LoopTimer(after: Self.retryInterval) { [weak self] in
            self?.watch.renew()
            self?.readAgain()
        }
    }
}
