import Screens
import ScreensLinux
import ScreensManager

/// Passes the video frames of a reader to a presenter on its own thread, and reports the end.
final class VideoFeed: Sendable {
    let presenter: Presenter
    private let reader: VideoReader
    private let holds: Bool
    private let say: @Sendable (String) -> Void

    /// Why no more frames are passed.
    private enum Stop: Error {
        case end
        case failed(Failure)
    }

    /// - Parameters:
    ///   - reader: a reader that has read its header.
    ///   - holds: whether the last frame stays, so that only a failure is reported.
    ///   - say: prints notices.
    init(
        _ reader: VideoReader, mode: ContentMode, background: Color, holds: Bool,
        say: @escaping @Sendable (String) -> Void
    ) throws(Failure) {
        self.reader = reader
        self.holds = holds
        self.say = say
        try VideoMemoryLimit.check(reader.format, of: VideoMemoryLimit.ofThisMachine)
        do {
            presenter = try Presenter(reader.format, contentMode: mode, background: background)
        } catch {
            throw Failure(error)
        }
    }

    /// Starts the thread.
    ///
    /// - Parameter report: called once, when the last frame has had its time, with the failure that ended the input, if
    ///   any.
    func start(report: @escaping @Sendable (Failure?) -> Void) {
        if reader.isInterlaced { say("the frames are interlaced: both fields are shown together") }
        guard !DetachedThread.start({ self.run(report) }) else { return }
        report(Failure(.system, "the system cannot start another thread"))
    }

    /// Ends the thread, unless it is blocked by an input that neither continues nor ends.
    func cancel() {
        presenter.cancel()
    }

    private func run(_ report: @escaping @Sendable (Failure?) -> Void) {
        var reader = reader
        var lateness = Lateness()
        let failure: Failure?
        do throws(Stop) {
            while try give(&reader) {
                if let notice = lateness.notice(presenter.counts, at: .now) { say(notice) }
            }
            return
        } catch {
            failure = if case .failed(let failure) = error { failure } else { nil }
        }
        presenter.finish()
        guard reader.frames > 0 else {
            return report(failure ?? Failure(.badData, "standard input ended before the first frame"))
        }
        Task { [lateness] in
            await presenter.waitUntilEnd()
            if let notice = lateness.summary(presenter.counts) { say(notice) }
            if failure != nil || !holds { report(failure) }
        }
    }

    /// - Returns: false if the presenter was cancelled.
    private func give(_ reader: inout VideoReader) throws(Stop) -> Bool {
        try presenter.enqueue { frame throws(Stop) in
            try frame.withUnsafeMutableBytes { bytes throws(Stop) in
                let isRead: Bool
                do throws(Failure) {
                    isRead = try reader.read(into: bytes)
                } catch {
                    throw .failed(error)
                }
                if !isRead { throw .end }
            }
        }
    }
}

extension VideoFeed: Hashable {
    static func == (left: VideoFeed, right: VideoFeed) -> Bool { left === right }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The notices about late frames: the first at once, and then one every ten seconds. No system calls.
struct Lateness: Sendable, Hashable {
    private static let interval = Duration.seconds(10)

    private var noticed: UInt64 = 0
    private var time: MonotonicTime?

    mutating func notice(_ counts: Presenter.Counts, at now: MonotonicTime) -> String? {
        guard counts.late > noticed else { return nil }
        if let time, time.duration(to: now) < Self.interval { return nil }
        time = now
        noticed = counts.late
        return counts.late == 1
            ? "a frame came late: frame \(counts.shown + counts.skipped)"
            : "\(counts.late) frames came late so far, of \(counts.shown + counts.skipped)"
    }

    /// Returns a notice for the end; nil if the last notice had the same number.
    func summary(_ counts: Presenter.Counts) -> String? {
        guard counts.late > noticed else { return nil }
        return "\(counts.late) of \(counts.shown + counts.skipped) frames came late"
    }
}
