import ScreensRaster

/// Draws the frames of a queue on the view of one screen, whose thread has it during a call.
struct FramePainter: Sendable {
    private let format: VideoFormat
    private let mode: ContentMode
    private let background: Color
    private let queue: FrameQueue
    private let kernel: VideoKernel
    private(set) var playout: Playout
    /// The frame that is shown, as pixels, where it is not converted on the view itself; made with the first such frame.
    private var scaled: OwnedPixels?
    /// The screen that it draws on, and the content that has its last frame.
    private var screen: String?
    private var content: ContentID?

    init(_ format: VideoFormat, _ mode: ContentMode, _ background: Color, _ queue: FrameQueue) {
        self.format = format
        self.mode = mode
        self.background = background
        self.queue = queue
        kernel = VideoKernel(format)
        playout = Playout(source: format.rate)
    }

    /// Draws the frame that is due. In the frame path.
    ///
    /// - Returns: whether the last frame had its time.
    mutating func draw(on view: inout ExternalView) -> Bool {
        let isNew = content != view.content
        if isNew, !begin(view.content, on: view.screen) {
            view.nextUpdate = .whenNeeded
            return false
        }
        // In this order: the last frame is given before the end is announced.
        let isFinished = queue.isFinished
        let waiting = queue.waiting
        let rate = view.screen.currentMode?.refreshRate ?? RefreshRate(period: view.timing.duration)
        let step = playout.step(
            at: view.timing.targetTimestamp, rate: rate, waiting: waiting, isFinished: isFinished)
        switch step {
        case .show(let frames, let refreshes):
            queue.take(frames)
            paint(on: view.canvas, isNew: isNew)
            view.nextUpdate = Self.update(after: refreshes, at: rate)
            return false
        case .keep(let refreshes): view.nextUpdate = Self.update(after: refreshes, at: rate)
        case .wait:
            let sleeps = queue.beginSleep(after: waiting, isFinished: isFinished)
            view.nextUpdate = sleeps ? .whenNeeded : .nextRefresh
        case .end: view.nextUpdate = .whenNeeded
        }
        if isNew { paint(on: view.canvas, isNew: true) }
        return step == .end
    }

    /// - Returns: false where it draws on another screen.
    private mutating func begin(_ content: ContentID, on screen: Screen) -> Bool {
        let name = screen.qualifiedName
        guard self.content == nil || self.screen == name else { return false }
        (self.content, self.screen) = (content, name)
        return true
    }

    /// A content is not drawn any more: another screen may follow.
    mutating func contentEnded(_ ended: ContentID) {
        if content == ended { (content, screen) = (nil, nil) }
    }

    /// The call for the refresh that comes so many after the one that is drawn for.
    private static func update(after refreshes: Int64, at rate: RefreshRate) -> NextUpdate {
        // Half a refresh less: the times of refreshes are not exact.
        refreshes <= 1
            ? .nextRefresh
            : .after(rate.duration(ofRefreshes: refreshes) - rate.period / 2)
    }

    private mutating func paint(on canvas: ScreenCanvas, isNew: Bool) {
        let frame = queue.latest
        let place = frame == nil ? .zero : mode.rectangle(for: format.displaySize, in: canvas.bounds)
        if isNew {
            let bare = canvas.bounds.parts(outside: place)
            for index in bare.indices { canvas.fill(bare[index], with: background) }
        }
        guard let frame else { return }
        // The former picture is not needed where the frame covers the view.
        let covers = place.intersection(canvas.bounds) == canvas.bounds
        if covers { canvas.replace() }
        if place.size == format.size, place.intersection(canvas.bounds) == place {
            kernel.convert(frame, to: canvas.pixels.part(place).rows)
            if !covers { canvas.markDamaged(place) }
        } else {
            let pixels = scaled ?? OwnedPixels(format.size)
            scaled = pixels
            kernel.convert(frame, to: pixels.pixels.rows)
            canvas.draw(pixels.pixels, filling: place, clip: canvas.bounds)
        }
    }
}

extension RefreshRate {
    /// - Parameter period: of a refresh; zero or less counts as a sixtieth of a second.
    fileprivate init(period: Duration) {
        let nanoseconds = period.wholeNanoseconds
        guard nanoseconds > 0 else {
            self.init(numerator: 60, denominator: 1)
            return
        }
        self.init(numerator: 1_000_000_000, denominator: UInt64(nanoseconds))
    }
}
