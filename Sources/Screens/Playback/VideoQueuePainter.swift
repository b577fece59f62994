import ScreensRaster

/// Draws the video frames of a queue on the view of one screen. Only that screen's thread uses it, during a call.
struct VideoQueuePainter: Sendable {
    private let queue: VideoQueue
    private let kernel: VideoKernel
    private var drawing: VideoPainter
    private(set) var playout: Playout
    /// The screen that it draws on, and the content that contains its last frame.
    private var screen: String?
    private var content: ContentID?

    init(_ format: VideoFormat, _ mode: ContentMode, _ background: Color, _ queue: VideoQueue) {
        self.queue = queue
        kernel = VideoKernel(format)
        drawing = VideoPainter(format, VideoPlacement(mode), background)
        playout = Playout(source: format.rate)
    }

    /// Draws the frame that is due. It is called in the frame path.
    ///
    /// - Parameter isAlone: whether nothing else draws on the view.
    /// - Returns: whether the time of the last frame is over.
    mutating func draw(on view: inout ExternalView, isAlone: Bool) -> Bool {
        let isNew = content != view.content
        if isNew {
            guard begin(view.content, on: view.screen) else {
                view.nextUpdate = .whenNeeded
                return false
            }
            drawing.prepare(for: view.canvas, isAlone: isAlone)
        }
        // The two are read in this order, since the last frame is enqueued before the end is announced.
        let isFinished = queue.isFinished
        let waiting = queue.waiting
        let rate = view.screen.currentMode?.refreshRate ?? RefreshRate(period: view.timing.duration)
        let step = playout.step(
            at: view.timing.targetTimestamp, rate: rate, waiting: waiting, isFinished: isFinished)
        switch step {
        case .show(let frames, let refreshes):
            queue.take(frames)
            draw(isComplete: isNew, isAlone, on: &view)
            view.nextUpdate = Self.update(after: refreshes, at: rate)
            return false
        case .keep(let refreshes): view.nextUpdate = Self.update(after: refreshes, at: rate)
        case .wait:
            let sleeps = queue.beginSleep(after: waiting, isFinished: isFinished)
            view.nextUpdate = sleeps ? .whenNeeded : .nextRefresh
        case .end: view.nextUpdate = .whenNeeded
        }
        if isNew || drawing.isLost(on: view) { draw(isComplete: true, isAlone, on: &view) }
        return step == .end
    }

    /// Draws the frame that was taken last, or the background before the first.
    private mutating func draw(isComplete: Bool, _ isAlone: Bool, on view: inout ExternalView) {
        guard let frame = queue.latest else { return drawing.clear(view.canvas) }
        _ = drawing.draw(kernel.planes(of: frame), isComplete: isComplete, isAlone: isAlone, on: &view)
    }

    /// - Returns: false if it draws on another screen.
    private mutating func begin(_ content: ContentID, on screen: Screen) -> Bool {
        let name = screen.qualifiedName
        guard self.content == nil || self.screen == name else { return false }
        (self.content, self.screen) = (content, name)
        return true
    }

    /// Records that a content is no longer drawn: another screen may follow.
    mutating func contentEnded(_ ended: ContentID) {
        if content == ended { (content, screen) = (nil, nil) }
    }

    /// The update that calls again this many refreshes after the present one.
    private static func update(after refreshes: Int64, at rate: RefreshRate) -> NextUpdate {
        // The sleep is half a refresh shorter, since the times of refreshes are not exact.
        refreshes <= 1
            ? .nextRefresh
            : .after(rate.duration(ofRefreshes: refreshes) - rate.period / 2)
    }
}

extension RefreshRate {
    /// - Parameter period: the time of a refresh; zero or less counts as a sixtieth of a second.
    fileprivate init(period: Duration) {
        let nanoseconds = period.wholeNanoseconds
        guard nanoseconds > 0 else {
            self.init(numerator: 60, denominator: 1)
            return
        }
        self.init(numerator: 1_000_000_000, denominator: UInt64(nanoseconds))
    }
}
