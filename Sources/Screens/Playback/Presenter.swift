import ScreensLinux
import Synchronization

/// Shows the frames of a film, a camera or another program on a screen, in step with its refresh.
///
/// Frames are enqueued on any thread and wait in a queue of three (``capacity``). To enqueue one more blocks until one
/// is shown, so the source runs at the rate of the screen. Each frame is shown for as many whole refreshes as its rate
/// requires, as evenly as possible: 24 frames a second on 60 Hz are shown for two and three refreshes in turn. A late
/// frame is shown when it comes, and the frames after it are later by as much. Frames are skipped only if the source is
/// faster than the screen, or the screen misses refreshes.
///
/// The screen's plane converts frames of luma and chroma if they are shown in their own size and the driver accepts
/// that (the plane's `COLOR_ENCODING` and `COLOR_RANGE`). Otherwise each frame is converted once, directly onto the
/// view, or into a picture that is scaled onto the view if the sizes differ. Chroma is interpolated between its samples
/// then (``ChromaSiting``); a plane has a filter of its own, so that a fine difference of colours may be seen when it
/// takes over. Rotation, overscan and colours are the screen's.
///
/// ```swift
/// let format = try VideoFormat(
///     size: Size(width: 1280, height: 720), pixels: .nv12, rate: RefreshRate(numerator: 30, denominator: 1))
/// let presenter = try Presenter(format)
/// let kit = try VideoKit(delegate: presenter, settings: settings)
/// presenter.setWaker { [weak kit] in kit?.setNeedsDisplay() }
/// try await kit.start()
/// // On a thread of its own:
/// while presenter.enqueue({ camera.fill(&$0) }) {}
/// ```
///
/// It is the delegate of a ``VideoKit``, or is called by another delegate or a ``DisplayLink`` (``draw(on:)``). It
/// draws on one screen, the first that calls it, and on another one after that content has ended
/// (``VideoKitDelegate/contentDidEnd(_:)``). Mirrors can show it on several screens. It works with all kinds of cards,
/// including ``OpenedCard``.
public final class Presenter: VideoKitDelegate {
    /// The number of frames that may wait.
    public static var capacity: Int { VideoQueue.capacity }

    /// The format of the frames.
    public let format: VideoFormat
    private let queue: VideoQueue
    /// The painter. Only a screen's thread has it for longer than a moment, and no thread waits for it.
    private let painter: Mutex<VideoQueuePainter>
    private let ended = Completion()
    private let shown = Atomic<UInt64>(0)
    private let late = Atomic<UInt64>(0)
    private let skipped = Atomic<UInt64>(0)

    /// Makes a presenter with an empty queue.
    ///
    /// - Parameters:
    ///   - format: the format of the frames.
    ///   - contentMode: how a frame is placed on the view.
    ///   - background: the colour beside the frame; its alpha is ignored.
    /// - Throws: ``ScreenError`` if the system has no memory for the frames.
    public init(
        _ format: VideoFormat, contentMode: ContentMode = .fit, background: Color = .black
    ) throws(ScreenError) {
        self.format = format
        queue = try VideoQueue(byteCount: format.byteCount)
        painter = Mutex(VideoQueuePainter(format, contentMode, Color(rgb: background.rgb), queue))
    }

    // MARK: Frames

    /// Whether a frame can be enqueued without waiting.
    public var hasRoom: Bool { queue.hasRoom }

    /// Enqueues a frame. Blocks the thread while three frames wait.
    ///
    /// - Parameter fill: sets all ``VideoFormat/byteCount`` bytes of the frame, which has the content of an earlier
    ///   frame at first. If it throws, no frame is enqueued.
    /// - Returns: false, without calling `fill`, after ``finish()`` or ``cancel()``.
    /// - Throws: the error of `fill`.
    public func enqueue<Failure: Error>(
        _ fill: (_ frame: inout MutableRawSpan) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        try queue.give { bytes throws(Failure) in
            var span = MutableRawSpan(_unsafeBytes: bytes)
            try fill(&span)
        }
    }

    /// Announces that no further frame comes. The waiting frames are shown, and the last one stays on the screen.
    public func finish() {
        queue.finish()
    }

    /// Finishes, and lets a thread that waits in ``enqueue(_:)`` go on. Use it at the end of a program whose screen may
    /// be dark.
    public func cancel() {
        queue.cancel()
    }

    /// Waits until the time of the last frame is over, after ``finish()``.
    public func waitUntilEnd() async {
        await ended.wait()
    }

    /// Sets the function that requests a frame of the screen: ``VideoKit/setNeedsDisplay(_:)`` or
    /// ``DisplayLink/setNeedsDisplay()``.
    ///
    /// It is called on the thread that enqueues a frame, while the screen waits for one. Without it the presenter looks
    /// for the frame at each refresh.
    public func setWaker(_ requestFrame: (@Sendable () -> Void)?) {
        queue.setWaker(requestFrame)
    }

    // MARK: The screen

    /// Draws the frame that is due, and sets when the next one is due. It is called on the screen's own thread.
    ///
    /// Others may draw over the frame. So the plane does not convert it, as it does when the presenter is the delegate.
    ///
    /// - Parameter view: the view of the screen. Nothing else need draw on it between two calls.
    public func draw(on view: inout ExternalView) {
        draw(on: &view, isAlone: false)
    }

    /// Draws the frame that is due.
    ///
    /// - Parameter isAlone: whether nothing else draws on the view, before this call or after it.
    package func draw(on view: inout ExternalView, isAlone: Bool) {
        let isOver: Bool? = painter.withLockIfAvailable { painter in
            defer {
                shown.store(painter.playout.shown, ordering: .relaxed)
                late.store(painter.playout.late, ordering: .relaxed)
                skipped.store(painter.playout.skipped, ordering: .relaxed)
            }
            return painter.draw(on: &view, isAlone: isAlone)
        }
        // Another screen draws at this moment, or content has ended.
        guard let isOver else {
            view.nextUpdate = .nextRefresh
            return
        }
        if isOver, !ended.isDone { ended.signal() }
    }

    /// Draws the frame that is due.
    public func updateExternalView(_ view: inout ExternalView) {
        draw(on: &view, isAlone: true)
    }

    /// Lets another screen follow if this was the content that it drew.
    public func contentDidEnd(_ content: ContentID) {
        painter.withLock { $0.contentEnded(content) }
    }

    // MARK: Counts

    /// Numbers of frames, for any thread.
    public struct Counts: Sendable, Hashable {
        /// The number of frames that were shown.
        public let shown: UInt64
        /// The number of frames that were enqueued after their refresh.
        public let late: UInt64
        /// The number of frames that were not shown, because the source is faster than the screen, or the screen missed
        /// refreshes.
        public let skipped: UInt64
    }

    /// The counts so far.
    public var counts: Counts {
        Counts(
            shown: shown.load(ordering: .relaxed), late: late.load(ordering: .relaxed),
            skipped: skipped.load(ordering: .relaxed))
    }
}
