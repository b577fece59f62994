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
    }

    /// A request of a client to the screen's thread.
    struct Request: Sendable {
        /// The frame to show; nil to wait for a refresh only.
        let frame: Buffer?
        /// The number of the first refresh that the request may be answered for; nil for the next one.
        var earliest: Int64?
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
        /// How the frame was drawn; nil if there was no frame.
        fileprivate(set) var kind: VideoPainter.Outcome?
    }

    /// The work of the screen's thread at a refresh.
    struct Step: Sendable {
        /// The frame that the screen shows or gets; nil until the client has shown a frame.
        fileprivate(set) var frame: Buffer?
        fileprivate(set) var isNew = false
        /// The answer that is due once the frame is copied.
        fileprivate(set) var outcome: Outcome?
        /// The time at which a waiting request is due.
        fileprivate(set) var next = NextUpdate.whenNeeded
    }

    private struct State {
        var request: Request?
        var outcome: Outcome?
        var shown: Buffer?
        /// The number of the last refresh; `target` is its start.
        var refresh: Int64 = 0
        var target: MonotonicTime?
        /// The number of the refresh with the last frame.
        var lastFrame: Int64?

        /// Advances the number by the elapsed time, so that refreshes count while the screen sleeps.
        mutating func advance(to time: MonotonicTime, _ period: Duration) {
            if let target, period > .zero {
                let elapsed = target.duration(to: time) / period
                refresh += Int64(min(max(elapsed.rounded(), 0), 1e12))
            }
            target = time
        }
    }

    /// The most refreshes that the screen sleeps for before it checks again.
    private static let longestSleep: Int64 = 3600

    private let state = Mutex(State())
    private let answers: Watched<EventCounter>
    /// The buffers that the screen's thread may use. They end on the main thread, because their end unmaps memory.
    @MainLoop private var used: [ClientBuffers] = []

    /// - Parameter onAnswer: called on the main thread when a request is answered.
    init(onAnswer: @escaping @MainLoop () -> Void) throws(SystemError) {
        answers = try Watched(EventCounter(for: "frames")) { _ in onAnswer() }
    }

    // MARK: The main thread

    /// Posts a request in place of the one before.
    @MainLoop
    func post(_ request: Request) {
        if let buffers = request.frame?.buffers, used.last !== buffers { used.append(buffers) }
        state.withLock { state in
            state.request = request
            state.outcome = nil
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
        // With the answer, the screen's thread has taken the last posted frame in place of all others.
        if outcome != nil { used.removeFirst(max(0, used.count - 1)) }
        return outcome
    }

    /// Forgets the request of a client that has left. Its last frame stays until it is dropped, or another client has
    /// shown one.
    @MainLoop
    func clientLeft() {
        state.withLock { state in
            state.request = nil
            state.outcome = nil
            state.lastFrame = nil
        }
    }

    // MARK: The screen's thread

    /// Begins a refresh, in the frame path.
    ///
    /// - Parameter size: the size of the screen's picture.
    func step(_ timing: FrameTiming, _ size: Size) -> Step {
        state.withLock { state in
            state.advance(to: timing.targetTimestamp, timing.duration)
            var step = Step(frame: state.shown)
            guard let request = state.request else { return step }
            let wait = min((request.earliest ?? state.refresh).clampedDifference(state.refresh), Self.longestSleep)
            guard wait <= 0 else {
                // The sleep is half a refresh shorter, because the times of refreshes are not exact.
                step.next = wait == 1 ? .nextRefresh : .after(timing.duration * Int(wait) - timing.duration / 2)
                return step
            }
            state.request = nil
            var missed: Int64 = 0
            if let frame = request.frame {
                missed = state.lastFrame.map { max(0, state.refresh - $0 - 1) } ?? 0
                state.lastFrame = state.refresh
                state.shown = frame
                step.frame = frame
                step.isNew = true
            }
            step.outcome = Outcome(
                refresh: state.refresh, time: timing.targetTimestamp, period: timing.duration, missed: missed,
                size: size)
            return step
        }
    }

    /// Drops the frame, because it cannot be shown or has been shown for long enough. It may be called in the frame
    /// path.
    func dropFrame() {
        state.withLock { $0.shown = nil }
    }

    /// Postpones the request of a step to the next refresh, in the frame path.
    func postpone(_ step: Step) {
        state.withLock { state in
            guard step.outcome != nil, state.request == nil else { return }
            state.request = Request(frame: step.isNew ? step.frame : nil)
        }
    }

    /// Answers a request once its frame is copied or given to the plane, in the frame path.
    func answer(_ outcome: Outcome) {
        state.withLock { $0.outcome = outcome }
        answers.source.add()
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
            let isOther = buffers !== frame.buffers
            if isOther {
                drawing = VideoPainter(frame.buffers.format, frame.buffers.mode, .black)
                buffers = frame.buffers
            }
            if step.isNew || wanted.isComplete || drawing?.isLost(on: view) == true {
                kind = drawing?.draw(
                    frame.buffers.planes(frame.number), in: frame.buffers.shared(frame.number),
                    isComplete: wanted.isComplete || isOther, on: &view)
            }
            // A refused frame that was shown before is kept and tried again, for example when a label over it is gone.
            if kind == .refused, step.isNew { surface.dropFrame() }
            if kind == .waits {
                surface.postpone(step)
                return DrawOutcome(hasPicture: false, next: .nextRefresh)
            }
        }
        if var outcome = step.outcome {
            outcome.kind = step.isNew ? kind : nil
            surface.answer(outcome)
        }
        return DrawOutcome(hasPicture: step.frame != nil && kind != .refused, next: step.next)
    }
}
