import Synchronization

/// The counts of a running display link: its own thread writes, any thread reads.
final class LinkCounters: Sendable {
    let presented = Atomic<UInt64>(0)
    let missed = Atomic<UInt64>(0)
    let isTimed: Atomic<Bool>
    let lateness = Histogram()
    let rendering = Histogram()

    init(pacing: Pacing) {
        isTimed = Atomic(pacing == .timer)
    }

    func update(from clock: borrowing FrameClock) {
        presented.store(clock.presented, ordering: .relaxed)
        missed.store(clock.missed, ordering: .relaxed)
        // The clock may find out that a driver has no vblank; that one has it does not come out later.
        if clock.pacing == .timer { isTimed.store(true, ordering: .relaxed) }
    }

    func statistics(name: String, mode: ScreenMode, stalls: UInt64) -> ScreenStatistics {
        ScreenStatistics(
            name: name, mode: mode,
            presented: presented.load(ordering: .relaxed), missed: missed.load(ordering: .relaxed),
            stalls: stalls,
            pacing: isTimed.load(ordering: .relaxed) ? .timer : .vblank,
            lateness: lateness.summary(), rendering: rendering.summary())
    }
}
