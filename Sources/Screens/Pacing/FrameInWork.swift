/// A frame from the start of its drawing to its flip.
struct FrameInWork: Sendable, Hashable {
    /// The refresh that it is for.
    private(set) var target: Int64
    let begun: MonotonicTime
    private(set) var drawn: MonotonicTime
    private(set) var committed: MonotonicTime
    /// Whether the time of the previous refresh was only computed.
    private(set) var isPredicted: Bool
    /// Whether it was begun when a sleeping link requested it, at any time within a refresh.
    let isOnDemand: Bool

    init(target: Int64, begun: MonotonicTime, isPredicted: Bool, isOnDemand: Bool) {
        self.target = target
        self.begun = begun
        drawn = begun
        committed = begun
        self.isPredicted = isPredicted
        self.isOnDemand = isOnDemand
    }

    /// Records that the frame is in its buffer.
    mutating func wasDrawn(at time: MonotonicTime) {
        drawn = time
    }

    /// Records that the kernel accepted the frame.
    mutating func wasCommitted(at time: MonotonicTime, isPredicted: Bool) {
        committed = time
        self.isPredicted = isPredicted
    }

    /// Moves the frame to another refresh.
    mutating func move(to refresh: Int64) {
        target = refresh
    }

    /// Restarts the wait for the flip, as if the frame had been committed at `time`.
    mutating func restartWait(from time: MonotonicTime) {
        committed = time
    }

    /// The number of refreshes by which a frame on demand is late: one for each whole refresh that its drawing took,
    /// and one for each refresh after the next that the kernel let pass.
    ///
    /// Such a frame may be begun right before a refresh, and after a time without flips the times of the refreshes are
    /// not known.
    func refreshesLateOnDemand(shownAt time: MonotonicTime, period: Nanoseconds) -> Int64 {
        (drawn - begun) / period + max(0, time - committed - period / 4) / period
    }

    /// Why a frame was late for a refresh, if it was late.
    func cause(due: MonotonicTime) -> MissedFrames.Cause {
        if drawn > due { return .delegateLate }
        return committed - due > FrameClock.standstill ? .paused : .kernelLate
    }
}

extension FrameClock {
    /// The stage of the frame that is not with the kernel yet.
    enum Stage: Hashable {
        case idle
        case drawing(FrameInWork)
        case ready(FrameInWork)

        var frame: FrameInWork? {
            switch self {
            case .idle: nil
            case .drawing(let frame), .ready(let frame): frame
            }
        }
    }

    /// The next step of the screen's thread.
    enum Action: Hashable {
        /// Call the links that are due. `due` is the time at which that should have begun.
        case draw(due: MonotonicTime)
        /// Commit the frame that is ready.
        case commit
        /// Sleep until a time, or until an event.
        case wait(until: MonotonicTime?)
        /// A flip did not complete: the screen needs a recovery.
        case stalled
    }
}
