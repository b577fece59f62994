import Synchronization

/// The counts of a screen's frames: its own thread writes them, any thread reads them.
final class LinkCounters: Sendable {
    private let presented = Atomic<UInt64>(0)
    private let delegateLate = Atomic<UInt64>(0)
    private let kernelLate = Atomic<UInt64>(0)
    private let paused = Atomic<UInt64>(0)
    private let isTimed: Atomic<Bool>
    private let margin = Atomic<Int64>(0)
    /// When the frame that is not finished was begun; 0 while there is none.
    private let begun = Atomic<Int64>(0)
    private let pacing: Pacing
    let lateness = Histogram()
    let rendering = Histogram()

    init(pacing: Pacing) {
        self.pacing = pacing
        isTimed = Atomic(pacing == .timer)
    }

    func update(from clock: borrowing FrameClock) {
        presented.store(clock.presented, ordering: .relaxed)
        delegateLate.store(clock.missed.delegateLate, ordering: .relaxed)
        kernelLate.store(clock.missed.kernelLate, ordering: .relaxed)
        paused.store(clock.missed.paused, ordering: .relaxed)
        margin.store(clock.estimate.margin, ordering: .relaxed)
        // The clock may find that a driver has no vblank, but never that it has.
        if clock.pacing == .timer { isTimed.store(true, ordering: .relaxed) }
    }

    /// The drawing of a frame begins.
    func frameBegun(at time: MonotonicTime) {
        begun.store(time.nanoseconds, ordering: .relaxed)
    }

    /// A frame waits for its refresh. With three buffers it may have been drawn before the previous one was shown.
    func frameWaits(since time: MonotonicTime) {
        if begun.load(ordering: .relaxed) == 0 { begun.store(time.nanoseconds, ordering: .relaxed) }
    }

    /// The frame is shown, or nothing new was drawn.
    func frameFinished() {
        begun.store(0, ordering: .relaxed)
    }

    func statistics(
        name: String, mode: ScreenMode, schedule: FrameSchedule, layout: PictureLayout, drawingMemory: DrawingMemory,
        modesets: UInt64, stalls: UInt64
    ) -> ScreenStatistics {
        let begun = begun.load(ordering: .relaxed)
        return ScreenStatistics(
            name: name, mode: mode, presented: presented.load(ordering: .relaxed),
            missedFrames: MissedFrames(
                delegateLate: delegateLate.load(ordering: .relaxed), kernelLate: kernelLate.load(ordering: .relaxed),
                paused: paused.load(ordering: .relaxed)),
            modesets: modesets, unfinishedSince: begun == 0 ? nil : MonotonicTime(nanoseconds: begun), stalls: stalls,
            pacing: isTimed.load(ordering: .relaxed) ? .timer : pacing, schedule: schedule,
            layout: layout, drawingMemory: drawingMemory, margin: .nanoseconds(margin.load(ordering: .relaxed)),
            lateness: lateness.summary(),
            rendering: rendering.summary())
    }
}
