import Synchronization

/// The counts of a screen's frames. The screen's thread writes them, and any thread reads them.
final class LinkCounters: Sendable {
    private let presented = Atomic<UInt64>(0)
    /// The time since which the picture is on the screen.
    private let shownSince = Atomic<Int64>(0)
    private let delegateLate = Atomic<UInt64>(0)
    private let kernelLate = Atomic<UInt64>(0)
    private let paused = Atomic<UInt64>(0)
    private let isTimed: Atomic<Bool>
    private let margin = Atomic<Int64>(0)
    /// The time at which the unfinished frame was begun; 0 while there is none.
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
        shownSince.store(clock.shownTime.nanoseconds, ordering: .relaxed)
        delegateLate.store(clock.missed.delegateLate, ordering: .relaxed)
        kernelLate.store(clock.missed.kernelLate, ordering: .relaxed)
        paused.store(clock.missed.paused, ordering: .relaxed)
        margin.store(clock.estimate.margin, ordering: .relaxed)
        // The clock may find that a driver has no vblank, but never that it has one.
        if clock.pace.isTimed { isTimed.store(true, ordering: .relaxed) }
    }

    /// Records that the drawing of a frame begins.
    func frameBegun(at time: MonotonicTime) {
        begun.store(time.nanoseconds, ordering: .relaxed)
    }

    /// Records that a frame waits for its refresh. With three buffers it may have been drawn before the previous one
    /// was shown.
    func frameWaits(since time: MonotonicTime) {
        if begun.load(ordering: .relaxed) == 0 { begun.store(time.nanoseconds, ordering: .relaxed) }
    }

    /// Records that the frame is shown, or that nothing new was drawn.
    func frameFinished() {
        begun.store(0, ordering: .relaxed)
    }

    func statistics(
        of screen: Screen, mode: ScreenMode, schedule: FrameSchedule, layout: PictureLayout,
        drawingMemory: DrawingMemory, modesets: UInt64, stalls: UInt64
    ) -> ScreenStatistics {
        let begun = begun.load(ordering: .relaxed)
        return ScreenStatistics(
            screen: screen.id, name: screen.name, card: screen.card, mode: mode,
            presented: presented.load(ordering: .relaxed),
            shownSince: MonotonicTime(nanoseconds: shownSince.load(ordering: .relaxed)),
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

/// The number of occurrences of durations, in fixed buckets. One thread counts, any thread reads, and neither waits.
///
/// There are sixteen buckets for each doubling, so a reading is at most 1/16 above the true value.
final class Histogram: Sendable {
    private static let bucketsPerOctave = 16
    private static let octaves = 40

    // It is a pointer, because an array cannot contain atomics. Unchecked: it is set once, and its target is atomic.
    private struct Buckets: @unchecked Sendable {
        let base: UnsafeMutablePointer<Atomic<UInt64>>
    }

    private let buckets: Buckets
    private let largest = Atomic<Int64>(0)

    init() {
        let count = Self.bucketsPerOctave * Self.octaves
        let base = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
        for index in 0..<count { (base + index).initialize(to: Atomic(0)) }
        buckets = Buckets(base: base)
    }

    deinit {
        buckets.base.deinitialize(count: Self.bucketsPerOctave * Self.octaves)
        buckets.base.deallocate()
    }

    /// Counts a length of time; a negative length counts as zero.
    func record(_ length: Nanoseconds) {
        let value = max(length, 0)
        buckets.base[Self.bucket(of: value)].add(1, ordering: .relaxed)
        if value > largest.load(ordering: .relaxed) { largest.store(value, ordering: .relaxed) }
    }

    /// The counts so far.
    func summary() -> DurationSummary {
        let counts = (0..<Self.bucketsPerOctave * Self.octaves).map {
            buckets.base[$0].load(ordering: .relaxed)
        }
        let total = counts.reduce(0, +)
        let maximum = largest.load(ordering: .relaxed)
        func percentile(_ percent: UInt64) -> Nanoseconds {
            let wanted = (total * percent + 99) / 100
            var seen: UInt64 = 0
            for (index, count) in counts.enumerated() {
                seen += count
                if seen >= wanted, count > 0 { return min(Self.upperBound(of: index), maximum) }
            }
            return 0
        }
        return DurationSummary(
            p50: .nanoseconds(percentile(50)), p99: .nanoseconds(percentile(99)), max: .nanoseconds(maximum),
            buckets: counts.enumerated().filter { $0.element > 0 }.map {
                DurationSummary.Bucket(upperBound: .nanoseconds(Self.upperBound(of: $0.offset)), count: $0.element)
            })
    }

    static func bucket(of value: Nanoseconds) -> Int {
        guard value >= Int64(bucketsPerOctave) else { return Int(value) }
        let exponent = 63 - value.leadingZeroBitCount
        let mantissa = Int(value >> Int64(exponent - 4)) & (bucketsPerOctave - 1)
        return min((exponent - 3) * bucketsPerOctave + mantissa, bucketsPerOctave * octaves - 1)
    }

    static func upperBound(of bucket: Int) -> Nanoseconds {
        guard bucket >= bucketsPerOctave else { return Int64(bucket) }
        let exponent = bucket / bucketsPerOctave + 3
        let mantissa = Int64(bucket % bucketsPerOctave + bucketsPerOctave)
        return ((mantissa + 1) << Int64(exponent - 4)) - 1
    }
}
