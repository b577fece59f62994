import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensPictures

/// Shows the picture of a file. The content before stays until the file has been read.
@MainLoop
final class ImageContent: Content {
    private let path: String
    private let placed: ContentSetting.Placed
    private let output: ContentOutput
    private let reader: PictureFileReader
    private var subscription: PictureWatch.Subscription?
    /// Whether the file is watched, so that no change during a read is missed.
    private var isWatched = false
    /// The space that the picture is decoded for; nil before the first update.
    private var space: PictureSpace?
    private var lastRequest = 0
    /// The version of the file that is shown; nil if no picture is shown.
    private var version: FileVersion?
    /// The number of the last finished reading. A result with a lower number is ignored.
    private var lastReading: UInt64 = 0
    private var retryTime: MonotonicTime?

    init(_ path: String, _ placed: ContentSetting.Placed, on output: ContentOutput, _ sources: ContentSources) {
        self.path = path
        self.placed = placed
        self.output = output
        reader = sources.reader
        subscription = sources.watch.begin(path) { [weak self] in self?.take($0) }
    }

    var nextChange: MonotonicTime? { retryTime }

    func update(_ circumstances: Circumstances) {
        let needed = PictureSpace(placed.mode, in: circumstances.size).cropping
        let isFirst = space == nil
        let isRequested = circumstances.reading != lastRequest
        lastRequest = circumstances.reading
        if isFirst {
            space = needed
            output.report(.waiting)
            read()
        } else if needed.needsAnother(than: space) {
            space = needed
            version = nil
            read()
        } else if isRequested {
            read()
        }
        if let retryTime, circumstances.now >= retryTime {
            self.retryTime = nil
            subscription?.renew()
        }
    }

    private func take(_ report: PictureWatch.Report) {
        switch report {
        case .changed:
            isWatched = true
            read()
        case .hangs(let hang):
            isWatched = false
            retry(after: hang.failure)
            output.timeChanged()
        }
    }

    private func read() {
        guard let space, isWatched else { return }
        reader.read(
            for: self, path, in: space, unless: { [weak self] in self?.version },
            then: { [weak self] in self?.take($0) }, again: { [weak self] in self?.subscription?.renew() })
    }

    private func take(_ reading: PictureFileReader.Reading) {
        guard lastReading < reading.number else { return }
        lastReading = reading.number
        for warning in reading.warnings { output.say(.oddity(warning)) }
        switch reading.picture {
        case nil:
            retryTime = nil
            output.report(.shown)
        case .success(let picture):
            retryTime = nil
            version = reading.version
            let whole = PlacedPicture(picture: picture, mode: placed.mode, background: placed.background)
            output.showChange(PictureContent(whole))
            output.report(.shown)
        case .failure(let failure): retry(after: failure)
        }
        output.timeChanged()
    }

    /// Keeps the former picture, or leaves the screen to a substitute, until the picture can be read. Its share may not
    /// be mounted yet.
    private func retry(after failure: Failure) {
        output.say(.error("\(output.screen): \(failure.message)"))
        let problem = ContentProblem(path: path, reason: failure.message)
        output.report(version == nil ? .failed(problem) : .former(problem))
        // A network share reports no changes.
        retryTime = MonotonicTime.now.advanced(by: PictureWatch.retryInterval)
    }
}

extension ImageKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        ImageContent(path, placed, on: output, sources)
    }

    func preparation(in size: Size, _ limits: PictureLimits) -> ContentPreparation? {
        ContentPreparation(path: path) { [path, placed] visit throws(Failure) in
            let place = try Failure.mapping { () throws(PathHang) in try visit.open(path) }
            return try PreparedPicture(
                path: path, at: place, for: PictureSpace(placed.mode, in: size).cropping, limits)
        }
    }

    func drawing(keepsPicture: Bool, warn: (String) -> Void) throws(Failure) -> any Content {
        let picture = try PictureInput.read(path, limits: .ofOnePicture, warn: warn)
        return PictureContent(PlacedPicture(picture: picture, mode: placed.mode, background: placed.background))
    }
}
