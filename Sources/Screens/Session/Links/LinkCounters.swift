import Synchronization

/// What a screen's frames have come to: its own thread counts, any thread reads.
final class LinkCounters: Sendable {
    private let presented = Atomic<UInt64>(0)
    private let delegateLate = Atomic<UInt64>(0)
    private let kernelLate = Atomic<UInt64>(0)
    private let paused = Atomic<UInt64>(0)
    private let isTimed: Atomic<Bool>
    private let margin = Atomic<Int64>(0)
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
        // The clock may find out that a driver has no vblank; that one has it does not come out later.
        if clock.pacing == .timer { isTimed.store(true, ordering: .relaxed) }
    }

    func statistics(
        name: String, mode: ScreenMode, schedule: FrameSchedule, layout: PictureLayout, drawingMemory: DrawingMemory,
        stalls: UInt64
    ) -> ScreenStatistics {
        ScreenStatistics(
            name: name, mode: mode, presented: presented.load(ordering: .relaxed),
            missedFrames: MissedFrames(
                delegateLate: delegateLate.load(ordering: .relaxed), kernelLate: kernelLate.load(ordering: .relaxed),
                paused: paused.load(ordering: .relaxed)),
            stalls: stalls, pacing: isTimed.load(ordering: .relaxed) ? .timer : pacing, schedule: schedule,
            layout: layout, drawingMemory: drawingMemory, margin: margin.load(ordering: .relaxed),
            lateness: lateness.summary(),
            rendering: rendering.summary())
    }
}
