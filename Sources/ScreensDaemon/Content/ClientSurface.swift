import Screens
import ScreensContents
import ScreensLinux
import Synchronization

/// The frames of a client, passed from the main thread, which receives them, to the thread of a screen, which shows
/// them.
///
/// One request waits at a time. The main thread never waits for the screen's thread, which holds the lock only for a
/// moment.
final class ClientSurface: Sendable {
    /// A buffer of the client, whose picture is shown.
    struct Buffer: Sendable {
        let buffers: ClientBuffers
        let number: Int
        /// The frame as a strip, for a layer that scrolls it.
        var strip: ScrollingStrip?
    }

    /// A request of a client to the screen's thread.
    struct Request: Sendable {
        /// The frame to show; nil to wait for a refresh only.
        var frame: Buffer?
        /// The number of the first refresh that the request may be answered for; nil for the next one.
        var earliest: Int64?
        /// The time before which no such refresh begins; nil for the next one.
        var time: MonotonicTime?
        /// Whether the frame is dropped if the refresh that it is for has passed.
        var drops = false
        /// Whether the screen's thread has taken the frame before.
        fileprivate(set) var isPostponed = false

        /// The refreshes from another one until the refresh that the request is for; less than 0 if that has passed,
        /// and 0 for any refresh.
        fileprivate func wait(from refresh: Int64, at start: MonotonicTime, _ period: Duration) -> Int64 {
            let refreshes = earliest.map { $0.clampedDifference(refresh) }
            guard let time, period > .zero else { return refreshes ?? 0 }
            // The times of refreshes are not exact, so a refresh may begin a little earlier.
            let rest = time.nanoseconds.clampedDifference(start.nanoseconds)
            let periods = Double(rest) / Double(period.wholeNanoseconds) - 1 / 8
            return max(Int64(min(max(periods.rounded(.up), -1e12), 1e12)), refreshes ?? .min)
        }
    }

    /// The answer to a request.
    struct Outcome: Sendable, Hashable {
        /// The number of the refresh that shows the frame.
        let refresh: Int64
        /// The start of that refresh.
        let time: MonotonicTime
        /// The time from one refresh to the next.
        let period: Duration
        /// The refreshes since the last frame that had no frame of their own.
        let missed: Int64
        /// The size of the screen's picture.
        let size: Size
        /// How the frame was drawn; nil if there was no frame, or if it was dropped.
        var kind: VideoPainter.Outcome?
        /// Whether the frame was dropped, because the refresh that it was for has passed.
        fileprivate(set) var isDropped = false
        /// Whether the screen's thread has taken the frame in place of the one before.
        fileprivate var isTaken = false
        /// The number of the request.
        fileprivate var request: UInt64 = 0
    }

    /// The work of the screen's thread at a refresh.
    struct Step: Sendable {
        /// The frame that the screen shows or gets; nil until the client has shown a frame.
        fileprivate(set) var frame: Buffer?
        fileprivate(set) var isNew = false
        /// The answer that is due once the frame is copied.
        fileprivate(set) var outcome: Outcome?
        /// The number of the request that is answered.
        fileprivate var request: UInt64 = 0
        /// The time at which a waiting request is due.
        fileprivate(set) var next = NextUpdate.whenNeeded
    }

    private struct State {
        var request: Request?
        /// The number of the last request. It also increases when a request is forgotten, so that a late answer is not
        /// taken as an answer to the next one.
        var number: UInt64 = 0
        var outcome: Outcome?
        var shown: Buffer?
        /// The number of the last refresh; `target` is its start.
        var refresh: Int64 = 0
        var target: MonotonicTime?
        /// The time from one refresh to the next, and the size of the screen's picture, at that refresh.
        var period = Duration.zero
        var size = Size(width: 0, height: 0)
        /// The number of the refresh with the last frame.
        var lastFrame: Int64?

        /// Whether a frame waits that the screen's thread has not taken.
        var hasUnusedFrame: Bool { request.map { $0.frame != nil && !$0.isPostponed } ?? false }

        /// Advances the number by the elapsed time, so that refreshes count while the screen sleeps.
        mutating func advance(to timing: FrameTiming, _ size: Size) {
            let time = timing.targetTimestamp
            // The client computes with the length that refreshes had.
            if let target, period > .zero {
                let elapsed = target.duration(to: time) / period
                refresh += Int64(min(max(elapsed.rounded(), 0), 1e12))
            }
            target = time
            period = timing.duration
            self.size = size
        }

        func outcome(of refresh: Int64, at time: MonotonicTime, missed: Int64 = 0) -> Outcome {
            Outcome(refresh: refresh, time: time, period: period, missed: missed, size: size)
        }
    }

    /// The most refreshes that the screen sleeps for before it checks again.
    private static let longestSleep: Int64 = 3600

    private let state = Mutex(State())
    private let answers: Watched<EventCounter>
    /// The frames that the screen's thread may use, the last posted one last. They end on the main thread, because
    /// their end unmaps and frees memory.
    @MainLoop private var used: [Buffer] = []

    /// - Parameter onAnswer: called on the main thread when a request is answered.
    init(onAnswer: @escaping @MainLoop () -> Void) throws(SystemError) {
        answers = try Watched(EventCounter(for: "frames")) { _ in onAnswer() }
    }

    // MARK: The main thread

    /// Posts a request in place of the one before.
    @MainLoop
    func post(_ request: Request) {
        let replaces = state.withLock { state in
            defer {
                state.request = request
                state.outcome = nil
                state.number += 1
            }
            return state.hasUnusedFrame
        }
        if replaces { used.removeLast(min(1, used.count)) }
        if let frame = request.frame { used.append(frame) }
    }

    /// Returns the answer to a frame that is dropped, because the refresh that it is for has passed; otherwise nil. So
    /// a client that is late drops frames without waiting for a refresh with each.
    @MainLoop
    func drop(_ request: Request, at now: MonotonicTime) -> Outcome? {
        state.withLock { state in
            guard request.drops, request.frame != nil, let target = state.target, state.period > .zero else {
                return nil
            }
            // The refresh at `target` has been drawn.
            let elapsed = min(max((target.duration(to: now) / state.period).rounded(.down), 0), 1e12)
            let refresh = state.refresh + 1 + Int64(elapsed)
            let start = target.advanced(by: state.period * (elapsed + 1))
            guard request.wait(from: refresh, at: start, state.period) < 0 else { return nil }
            var outcome = state.outcome(of: refresh, at: start)
            outcome.isDropped = true
            return outcome
        }
    }

    /// The refresh at a time, by the last one that was drawn; nil while no frame is shown. So a client that changes its
    /// frames waits for no refresh.
    @MainLoop
    func refresh(at now: MonotonicTime) -> Outcome? {
        state.withLock { state in
            guard state.shown != nil, let target = state.target, state.period > .zero else { return nil }
            let elapsed = min(max((target.duration(to: now) / state.period).rounded(.down), 0), 1e12)
            return state.outcome(
                of: state.refresh + Int64(elapsed), at: target.advanced(by: state.period * elapsed))
        }
    }

    /// Takes the answer; nil if there is none yet.
    @MainLoop
    func takeOutcome() -> Outcome? {
        answers.source.take()
        let outcome = state.withLock { state in
            defer { state.outcome = nil }
            return state.outcome
        }
        if let outcome, outcome.isTaken {
            used.removeFirst(max(0, used.count - 1))
        } else if let outcome, outcome.isDropped {
            used.removeLast(min(1, used.count))
        }
        return outcome
    }

    /// Forgets the request of a client that has left. Its last frame stays until it is dropped, or another client has
    /// shown one.
    @MainLoop
    func clientLeft() {
        let hasUnused = state.withLock { state in
            defer {
                state.request = nil
                state.outcome = nil
                state.number += 1
                state.lastFrame = nil
            }
            return state.hasUnusedFrame
        }
        // Otherwise clients that come and go would keep memory until a frame is shown.
        if hasUnused { used.removeLast(min(1, used.count)) }
    }

    // MARK: The screen's thread

    /// Begins a refresh, in the frame path.
    ///
    /// - Parameter size: the size of the screen's picture.
    func step(_ timing: FrameTiming, _ size: Size) -> Step {
        state.withLock { state in
            state.advance(to: timing, size)
            var step = Step(frame: state.shown, request: state.number)
            guard let request = state.request else { return step }
            let wait = min(
                request.wait(from: state.refresh, at: timing.targetTimestamp, timing.duration), Self.longestSleep)
            guard wait <= 0 else {
                // The sleep is half a refresh shorter, because the times of refreshes are not exact.
                step.next = wait == 1 ? .nextRefresh : .after(timing.duration * Int(wait) - timing.duration / 2)
                return step
            }
            state.request = nil
            let isDropped = wait < 0 && request.drops
            var missed: Int64 = 0
            if let frame = request.frame, !isDropped {
                missed = state.lastFrame.map { max(0, state.refresh - $0 - 1) } ?? 0
                state.lastFrame = state.refresh
                state.shown = frame
                step.frame = frame
                step.isNew = true
            }
            var outcome = state.outcome(of: state.refresh, at: timing.targetTimestamp, missed: missed)
            outcome.isDropped = isDropped && request.frame != nil
            outcome.isTaken = step.isNew
            outcome.request = state.number
            step.outcome = outcome
            return step
        }
    }

    /// Drops the frame, because it cannot be shown or has been shown for long enough. It may be called in the frame
    /// path.
    func dropFrame() {
        state.withLock { $0.shown = nil }
    }

    /// Drops the frame, unless it is in these buffers.
    @MainLoop
    func dropFrame(unlessIn buffers: ClientBuffers) {
        state.withLock { state in
            if state.shown?.buffers !== buffers { state.shown = nil }
        }
    }

    /// Postpones the request of a step to the next refresh, in the frame path.
    func postpone(_ step: Step) {
        state.withLock { state in
            guard step.outcome != nil, step.request == state.number else { return }
            state.request = Request(frame: step.isNew ? step.frame : nil, isPostponed: true)
        }
    }

    /// Answers a request once its frame is copied or given to the plane, in the frame path.
    func answer(_ outcome: Outcome) {
        let isDue = state.withLock { state in
            let isDue = outcome.request == state.number
            if isDue { state.outcome = outcome }
            return isDue
        }
        if isDue { answers.source.add() }
    }
}

extension Int64 {
    /// The difference, or the nearest representable number.
    fileprivate func clampedDifference(_ other: Int64) -> Int64 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (self < 0 ? .min : .max) : difference
    }
}

/// The content of a client's surface: draws the client's buffers on a screen, on that screen's thread.
struct SurfaceContent: Content {
    private let surface: ClientSurface
    private var drawing: VideoPainter?
    /// The buffers that the drawing is for.
    private var buffers: ClientBuffers?
    /// Why the last frame is not shown; nil if it is.
    private var hidden: VideoPainter.Outcome?
    /// The time after which a plane that pauses is tried again: no event ends the pause.
    private static let retry = Duration.seconds(1)

    init(_ surface: ClientSurface) {
        self.surface = surface
    }

    /// Draws the due frame, and answers the client.
    ///
    /// - Returns: no picture until the client has shown a frame.
    mutating func draw(_ wanted: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        let step = surface.step(view.timing, view.bounds.size)
        var kind: VideoPainter.Outcome?
        if let frame = step.frame {
            let isOther = buffers.map { !$0.hasFramesAlike(frame.buffers) } ?? true
            if isOther { drawing = VideoPainter(frame.buffers.format, frame.buffers.placement, .black) }
            buffers = frame.buffers
            if step.isNew || wanted.isComplete || drawing?.isLost(on: view) == true {
                kind = drawing?.draw(
                    frame.buffers.planes(frame.number), in: frame.buffers.shared(frame.number),
                    isComplete: wanted.isComplete || isOther, on: &view)
            }
            // A refused frame is kept, unless the main thread drops it, and is shown once a layer over it is gone.
            if let kind { hidden = kind == .refused || kind == .paused ? kind : nil }
            if kind == .waits {
                surface.postpone(step)
                return DrawOutcome(hasPicture: false, next: .nextRefresh)
            }
        }
        if var outcome = step.outcome {
            outcome.kind = step.isNew ? kind : nil
            surface.answer(outcome)
        }
        guard step.frame != nil, let hidden else { return DrawOutcome(hasPicture: step.frame != nil, next: step.next) }
        let retries = hidden == .paused && step.next == .whenNeeded
        return DrawOutcome(hasPicture: false, next: retries ? .after(Self.retry) : step.next)
    }
}
