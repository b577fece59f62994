import Synchronization

/// Calls a function that draws on a screen, in step with its refresh.
///
/// ``VideoKit/makeDisplayLink(for:frameInterval:draw:)`` makes one. The links of a screen share its frames: the due
/// links are called in the order of their creation, on the screen's own thread, and one flip shows what they drew. A
/// link may be used from any thread.
///
/// It is called until ``invalidate()``, even if the mode changes. It follows its display over a short disconnect. It
/// ends when its display has been gone for longer than ``VideoKit/Settings/contentRetention``, and with
/// ``VideoKit/stop()``. While the screen is dark it is not called.
public final class DisplayLink: Sendable {
    private let call = LinkCall()
    /// The function to call. It is released when the link ends, because it may itself hold the link.
    ///
    /// Unsafe: `call` guards it. It is used within a call, and set to nil once, at the end of the link or of its last
    /// call.
    private nonisolated(unsafe) var draw: ((inout ExternalView) -> Void)?
    private let place: Mutex<Place>
    private let cadence: Mutex<FrameCadence>
    private let pause = Atomic<Bool>(false)
    private let isRequested = Atomic<Bool>(false)
    private let last: LinkTiming
    /// The layer that it draws; nil if it draws on the screen's own picture.
    let layer: LayerDrawing?

    private struct Place {
        weak var links: ScreenLinks?
    }

    /// The links of its display; nil if they have ended.
    var home: ScreenLinks? { place.withLock(\.links) }

    init(
        home: ScreenLinks, cadence: FrameCadence, after former: FrameCount = FrameCount(), layer: LayerDrawing? = nil,
        draw: sending @escaping (inout ExternalView) -> Void
    ) {
        place = Mutex(Place(links: home))
        last = LinkTiming(after: former)
        self.cadence = Mutex(cadence)
        self.layer = layer
        self.draw = draw
    }

    // MARK: The frame

    /// The time at which the frame before the last drawn one reached the screen: the kernel's time of that flip
    /// (`CLOCK_MONOTONIC`). 0 before the first call.
    public var timestamp: MonotonicTime { MonotonicTime(nanoseconds: last.timestamp.load(ordering: .relaxed)) }

    /// The time at which the last drawn frame will reach the screen, if it is ready in time. 0 before the first call.
    public var targetTimestamp: MonotonicTime {
        MonotonicTime(nanoseconds: last.target.load(ordering: .relaxed))
    }

    /// The time from one frame to the next, known before the first call; zero while the screen is dark.
    public var duration: Duration {
        home?.rate.map { $0.duration(ofRefreshes: Int64(interval(at: $0))) } ?? .zero
    }

    /// The number of the last drawn frame, from 0.
    public var frameNumber: UInt64 { max(last.calls.load(ordering: .relaxed), 1) - 1 }

    /// The number of frames that should have reached the screen and did not, as of the last call. Frames of a pause do
    /// not count.
    public var missed: UInt64 { last.missed.load(ordering: .relaxed) }

    // MARK: The rate

    /// The number of refreshes from one frame to the next.
    ///
    /// If a range of rates is preferred, it is the interval that follows from it, and 1 while the screen is dark.
    public var frameInterval: Int {
        switch cadence.withLock(\.self) {
        case .interval(let interval): interval
        case .range: home?.rate.map { interval(at: $0) } ?? 1
        }
    }

    /// Calls the link at every `interval`-th refresh from now on. It replaces a preferred range of rates.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` outside
    ///   ``VideoKit/Settings/frameIntervals``.
    public func setFrameInterval(_ interval: Int) throws(ScreenError) {
        setCadence(try .checked(interval: interval))
    }

    /// The preferred rates in Hz, or nil if an interval is set.
    public var preferredFrameRateRange: ClosedRange<Double>? {
        if case .range(let range) = cadence.withLock(\.self) { range } else { nil }
    }

    /// Calls the link from now on at the highest rate within `range` that divides the screen's rate.
    ///
    /// If no rate within the range does, the next lower one is used. A mode of 59.94 Hz counts as one of 60 Hz.
    ///
    /// - Parameter range: the range of rates in Hz.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for rates that are not above 0, or infinite.
    public func setPreferredFrameRateRange(_ range: ClosedRange<Double>) throws(ScreenError) {
        setCadence(try .checked(range: range))
    }

    /// The rate at which the link is called, as an exact fraction; nil while the screen is dark.
    public var effectiveFrameRate: RefreshRate? {
        home?.rate.map {
            RefreshRate(numerator: $0.numerator, denominator: $0.denominator * UInt64(interval(at: $0)))
        }
    }

    // MARK: Lifetime

    /// Whether calls are suspended. Setting it does not wait for a running call, and one more call may begin before the
    /// screen's thread reads the change.
    public var isPaused: Bool {
        get { pause.load(ordering: .relaxed) }
        set {
            pause.store(newValue, ordering: .relaxed)
            home?.post(.changes)
        }
    }

    /// Requests a frame, if the last call set ``NextUpdate/whenNeeded``.
    public func setNeedsDisplay() {
        isRequested.store(true, ordering: .releasing)
        home?.post(.changes)
    }

    /// Ends the link for good. No call begins after this has returned, and the objects that it draws with may be
    /// released.
    ///
    /// It waits for a running call, unless it is called from within that call. Repeating it does nothing. Two links
    /// whose calls invalidate each other at the same time would wait for ever, and so would a caller that holds a lock
    /// that the call needs.
    public func invalidate() {
        let isFirst = close()
        call.waitForLast()
        if isFirst { home?.remove(self) }
    }

    /// Whether the link can still be called.
    public var isValid: Bool { !call.isOver }
}

extension DisplayLink {
    /// Calls the link. It is called in the frame path.
    ///
    /// - Returns: when the link requests the next call, or nil if it must no longer be called.
    func call(_ timing: FrameTiming, on canvas: ScreenCanvas) -> NextUpdate? {
        guard call.begin() else { return nil }
        let timing = timing.numbered(timing.number, after: last.count.lastTarget)
        last.set(timing)
        let next = canvas.lend(timing) { draw?(&$0) }
        call.end { draw = nil }
        return next
    }

    /// Ends the link for good, without waiting for a running call.
    ///
    /// - Returns: whether it had not ended before.
    @discardableResult
    func close() -> Bool {
        let before = call.close()
        if before == .idle { draw = nil }
        return before != .over
    }

    /// Moves the link to the display of these links.
    func move(to links: ScreenLinks) {
        place.withLock { $0.links = links }
    }

    func interval(at rate: RefreshRate) -> Int { cadence.withLock { $0.interval(at: rate) } }

    /// Records that the frame of its last call, if that was not before `start`, was shown by a modeset.
    func wasShown(at time: MonotonicTime, since start: MonotonicTime) {
        var count = last.count
        count.wasShown(at: time, since: start)
        last.setTarget(of: count)
    }

    /// The number of its calls, and the refresh of the last one.
    var count: FrameCount { last.count }

    /// Requests a frame without a lock, in the frame path of another screen.
    func requestFrame(by signal: FrameSignal) {
        isRequested.store(true, ordering: .releasing)
        signal.post(.changes)
    }

    /// Whether a frame was requested since the last call of this function.
    func takeRequest() -> Bool { isRequested.exchange(false, ordering: .acquiring) }

    /// Sets how often the link is called from now on.
    func setCadence(_ new: FrameCadence) {
        let isChange = cadence.withLock { cadence in
            defer { cadence = new }
            return cadence != new
        }
        if isChange { home?.change() }
    }
}

/// The number of calls so far, and the refresh of the last one.
struct FrameCount: Sendable, Hashable {
    var calls: UInt64 = 0
    /// The refresh that the last call was for; nil before the first call.
    var lastTarget: MonotonicTime?

    /// Records that the frame of the last call was shown by a modeset, if the call was not before `start`. Its time was
    /// unknown at the call.
    mutating func wasShown(at time: MonotonicTime, since start: MonotonicTime) {
        if let last = lastTarget, last >= start { lastTarget = time }
    }
}

/// The timing of a link's last call. The screen's thread writes it, and any thread reads it.
private struct LinkTiming: ~Copyable, Sendable {
    let timestamp = Atomic<Int64>(0)
    let target: Atomic<Int64>
    let calls: Atomic<UInt64>
    let missed = Atomic<UInt64>(0)

    init(after former: FrameCount) {
        calls = Atomic(former.calls)
        target = Atomic(former.lastTarget?.nanoseconds ?? 0)
    }

    var count: FrameCount {
        let calls = calls.load(ordering: .relaxed)
        return FrameCount(
            calls: calls,
            lastTarget: calls == 0 ? nil : MonotonicTime(nanoseconds: target.load(ordering: .relaxed)))
    }

    func setTarget(of count: FrameCount) {
        if let last = count.lastTarget { target.store(last.nanoseconds, ordering: .relaxed) }
    }

    func set(_ timing: FrameTiming) {
        timestamp.store(timing.timestamp.nanoseconds, ordering: .relaxed)
        target.store(timing.targetTimestamp.nanoseconds, ordering: .relaxed)
        calls.store(timing.number + 1, ordering: .relaxed)
        missed.store(timing.missed, ordering: .relaxed)
    }
}
