import Synchronization

/// The counts of a running display link: its own thread writes, any thread reads.
final class LinkCounters: Sendable {
    let presented = Atomic<UInt64>(0)
    let missed = Atomic<UInt64>(0)
    let isTimed = Atomic<Bool>(false)
    let lateness = Histogram()
    let rendering = Histogram()

    func update(from clock: borrowing FrameClock) {
        presented.store(clock.presented, ordering: .relaxed)
        missed.store(clock.missed, ordering: .relaxed)
        isTimed.store(clock.pacing == .timer, ordering: .relaxed)
    }

    func statistics(name: String, mode: ScreenMode) -> ScreenStatistics {
        ScreenStatistics(
            name: name, mode: mode,
            presented: presented.load(ordering: .relaxed), missed: missed.load(ordering: .relaxed),
            pacing: isTimed.load(ordering: .relaxed) ? .timer : .vblank,
            lateness: lateness.summary(), rendering: rendering.summary())
    }
}
