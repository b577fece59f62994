import ScreensConfiguration
import ScreensLinux
import ScreensPictures

/// The text of a file, which is read again when it changes. The text that was read last stays while it cannot be read.
@MainLoop
final class FollowedText {
    private enum Reading: Sendable {
        case done(String)
        case failed(Failure)
        /// The file is being written.
        case unfinished
    }

    /// The most bytes of a file.
    private nonisolated static let longest = 1 << 16
    /// The time from a failed read to the next attempt: a network share reports no changes.
    private static let retryInterval = ImageContent.retryInterval
    /// The time after which a file that was being written is read again.
    private static let writingInterval = Duration.seconds(1)

    let path: String
    private let sources: ContentSources
    private let onChange: @MainLoop () -> Void
    private let owner = PathOwner()
    private var subscription: PictureWatch.Subscription?
    private var isReading = false
    /// Whether the file has changed since the reading began.
    private var isOutdated = false
    private var retryTime: MonotonicTime?
    /// The text as it was read last; nil before.
    private(set) var text: String?
    /// Why it cannot be read now, for people.
    private(set) var problem: String?

    /// - Parameter onChange: called when the text, the problem or ``nextChange`` is another one, never before this
    ///   function returns.
    init(_ path: String, _ sources: ContentSources, onChange: @escaping @MainLoop () -> Void) {
        self.path = path
        self.sources = sources
        self.onChange = onChange
        subscription = sources.watch.begin(path) { [weak self] in self?.take($0) }
    }

    /// The time of the next call of ``update(at:)``; nil if none is due.
    var nextChange: MonotonicTime? { retryTime }

    /// Whether the file has been read, or cannot be read.
    var isKnown: Bool { text != nil || problem != nil }

    func update(at now: MonotonicTime) {
        guard let retryTime, now >= retryTime else { return }
        self.retryTime = nil
        subscription?.renew()
    }

    /// Reads the file again.
    func read() {
        guard !isReading else {
            isOutdated = true
            return
        }
        isOutdated = false
        let path = path
        isReading = sources.reader.threads.run(for: owner) { visit throws(PathHang) -> Reading in
            try Self.reading(path, at: visit.open(path))
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
        if !isReading { take(.failed(Failure(.system, "cannot start a thread to read \(path)"))) }
    }

    private func take(_ report: PictureWatch.Report) {
        switch report {
        case .changed: read()
        case .hangs(let hang): take(.failed(hang.failure))
        }
    }

    private nonisolated static func reading(_ path: String, at place: String) -> Reading {
        let version = FileVersion(of: place)
        do throws(Failure) {
            let bytes = try InputFile.plainContent(of: place, named: path, limit: longest)
            guard FileVersion(of: place) == version else { return .unfinished }
            guard bytes.count <= longest else {
                throw Failure(.badData, "\(path) has more than \(longest) bytes, and is not shown")
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Failure(.badData, "\(path) is not in UTF-8, and is not shown")
            }
            return .done(text.shownWords)
        } catch {
            return .failed(error)
        }
    }

    private func take(_ reading: Reading) {
        switch reading {
        case .unfinished: retryTime = MonotonicTime.now.advanced(by: Self.writingInterval)
        case .failed(let failure):
            problem = failure.message
            retryTime = MonotonicTime.now.advanced(by: Self.retryInterval)
        case .done(let text): (self.text, problem, retryTime) = (text, nil, nil)
        }
        onChange()
    }
}
