import Testing

@testable import Screens

/// Displays and drivers that misbehave.
@Suite struct PacingTests {
    /// The rates of modes: some are fractions without an exact decimal number.
    private static let rates: [RefreshRate] = [
        RefreshRate(numerator: 24_000, denominator: 1001), RefreshRate(numerator: 30_000, denominator: 1001),
        RefreshRate(numerator: 30, denominator: 1), RefreshRate(numerator: 50, denominator: 1),
        RefreshRate(numerator: 60_000, denominator: 1001), RefreshRate(numerator: 60, denominator: 1),
        RefreshRate(numerator: 65_000_000, denominator: 1344 * 806), RefreshRate(numerator: 75, denominator: 1),
        RefreshRate(numerator: 120, denominator: 1), RefreshRate(numerator: 144, denominator: 1),
        RefreshRate(numerator: 240_000, denominator: 1001), RefreshRate(numerator: 240, denominator: 1),
    ]

    @Test(arguments: Self.rates, [Pacing.vblank, .timer])
    func aDriverWithoutVBlankIsPacedAtTheModesRateAndDoesNotDrift(_ rate: RefreshRate, _ pacing: Pacing) throws {
        var bench = ClockBench(rate: rate, pacing: pacing)
        bench.isImmediate = true
        bench.hearing = 0
        try bench.run(flips: 20) { _ in .init(time: ms) }
        #expect(bench.clock.pacing == .timer)
        let first = bench.calls.last?.time ?? 0
        let frames: Int64 = 10_000
        try bench.run(flips: 20 + Int(frames)) { _ in .init(time: ms) }
        let last = bench.calls.last?.time ?? 0
        #expect(abs(last - first - rate.nanoseconds(ofRefreshes: frames)) <= 1)
        #expect(
            bench.calls.suffix(Int(frames)).map(\.time).steps.allSatisfy {
                abs($0 - rate.nanoseconds(ofRefreshes: 1)) <= 1
            })
        #expect(bench.clock.missed == MissedFrames())
    }

    /// The driver claims to have vblanks, but shows each frame at once. Paced by its flips, a screen would be faster
    /// than its mode.
    @Test(arguments: [30, 51, 60, 75, 90, 120, 160] as [Int64], [true, false])
    func aDriverThatFlipsAtOnceIsPacedByATimer(_ percentOfARefresh: Int64, _ isStamped: Bool) throws {
        var bench = ClockBench()
        bench.isImmediate = true
        if !isStamped { bench.stamp = { _ in 0 } }
        try bench.run(until: 2000 * ms) { call in
            .init(time: percentOfARefresh * ms / 10 + Int64(call.frame.number % 3) * ms / 10)
        }
        #expect(bench.clock.pacing == .timer)
        let refreshes = 200 * 100 / max(100, percentOfARefresh)
        #expect(bench.flips.count <= Int(refreshes) + 4)
    }

    private static let uncounted: [(Int64, Int64, Int)] = [-100, 0, 100].flatMap { partsPerMillion in
        [(4, 2), (8, 2), (4, 3), (8, 3)].map { (partsPerMillion, $0, $1) }
    }

    /// nvidia-drm behaves like this: the kernel refuses to count its vblanks, and each flip completes at the display's
    /// refresh. Paced by a timer, frames would fall into the wrong refresh as often as the display drifts through them.
    @Test(arguments: Self.uncounted)
    func aDriverThatCountsNoVBlanksIsBelievedWhileItsFlipsWait(
        _ partsPerMillion: Int64, _ drawing: Int64, _ buffers: Int
    ) throws {
        var random = SplitMix(state: 15)
        var bench = ClockBench(rate: RefreshRate(numerator: 60, denominator: 1), buffers: buffers)
        bench.countsVBlanks = false
        // The driver stamps a flip when its worker runs, which is late for a while now and then.
        var delays = SplitMix(state: 16)
        var late: [Int64] = []
        bench.stamp = { time in
            if late.isEmpty, Int.random(in: 0..<50, using: &delays) == 0 { late = [5, 3, 2, 1].map { $0 * ms } }
            return time + (late.isEmpty ? .random(in: 0...300_000, using: &delays) : late.removeFirst())
        }
        bench.hearing = 5 * ms + 100_000
        bench.period = 16_666_667 + 16_666_667 * partsPerMillion / 1_000_000
        let end = 300_000 * ms
        try bench.run(until: end) { _ in
            .init(time: drawing * ms + .random(in: -200_000...200_000, using: &random))
        }
        let shown = Double(bench.flips.count) / 300
        #expect(shown >= 59.9, "frames a second")
        #expect(bench.clock.missed == MissedFrames())
        #expect(bench.clock.pacing == .vblank)
    }

    private static let timesToFlip: [(Int64, Int64)] = [10_000, 400_000, 2 * ms, 5 * ms].flatMap { flip in
        [100_000, ms, 4 * ms, 8 * ms].map { (flip, $0) }
    }

    /// The host of a virtual machine takes its time for a flip, and frames that are far apart come only slightly too
    /// early: a display's rate may also differ by half a percent.
    @Test(arguments: [1, 2, 3, 7, 30, 60, 100], Self.timesToFlip)
    func aDriverThatFlipsAtOnceKeepsAnyInterval(_ interval: Int, _ times: (flip: Int64, drawing: Int64)) throws {
        let rate = RefreshRate(numerator: 60, denominator: 1)
        var bench = ClockBench(rate: rate, intervals: [interval])
        bench.isImmediate = true
        bench.immediateTime = times.flip
        try bench.run(flips: 10) { _ in .init(time: times.drawing) }
        let frames = 200
        try bench.run(flips: 10 + frames) { _ in .init(time: times.drawing) }
        let expected = rate.nanoseconds(ofRefreshes: Int64(interval))
        let tolerance = bench.clock.pacing == .timer ? 1 : expected / 200
        #expect(bench.flips.suffix(frames).steps.allSatisfy { abs($0 - expected) <= tolerance })
        #expect(bench.clock.pacing == .timer || interval > 30)
        #expect(bench.clock.missed == MissedFrames())
    }

    /// A display with a rate that differs a little from the mode's, and a delegate that seldom changes the picture.
    @Test(arguments: [-200, -20, 20, 200], [2, 3])
    func aDriftingDisplayIsStillPacedByItsVBlank(_ partsPerMillion: Int64, _ buffers: Int) throws {
        var bench = ClockBench(buffers: buffers)
        bench.phase = 0
        bench.period = 10 * ms + 10 * partsPerMillion
        try bench.run(until: 20_000 * ms) { call in
            // The picture changes for a while, then stands still for longer and longer.
            let round = call.frame.number
            return .init(time: ms, changes: round % 100 < 20 || round % 7 == 0)
        }
        #expect(bench.clock.pacing == .vblank)
        #expect(bench.clock.missed == MissedFrames())
    }

    /// Not every clock generator can make a mode's rate: half a percent is allowed. Requests at any time meet the
    /// refresh by chance.
    @Test(arguments: [-4000, 4000], [FrameSchedule.earliest, .latest])
    func aDisplayFarOffItsModesRateIsStillPacedByItsVBlank(
        _ partsPerMillion: Int64, _ schedule: FrameSchedule
    ) throws {
        var bench = ClockBench(schedule: schedule)
        bench.phase = 0
        bench.period = 10 * ms + 10 * partsPerMillion
        var random = SplitMix(state: 5)
        while bench.flips.count < 1000 {
            bench.clock.setNeedsDisplay()
            try bench.run(until: bench.now + .random(in: 20 * ms...900 * ms, using: &random)) { _ in
                .init(time: ms, next: .whenNeeded)
            }
        }
        #expect(bench.clock.pacing == .vblank)
    }

    /// The schedule `latest` commits each frame shortly before its refresh.
    @Test func oneIrregularFlipDoesNotDisableTheVBlankOfLateFrames() throws {
        var bench = ClockBench(schedule: .latest)
        try bench.run(flips: 50) { _ in .init(time: ms) }
        // A late interrupt, and then a longer frame.
        bench.stamp = { $0 + 600_000 }
        try bench.run(flips: 51) { _ in .init(time: ms) }
        bench.stamp = { $0 }
        try bench.run(flips: 52) { _ in .init(time: ms + 200_000) }
        try bench.run(flips: 60) { _ in .init(time: ms) }
        #expect(bench.clock.pacing == .vblank)
    }

    @Test(arguments: [Pacing.vblank, .timer])
    func requestsDoNotExceedTheModesRate(_ pacing: Pacing) throws {
        var bench = ClockBench(pacing: pacing)
        bench.isImmediate = pacing == .timer
        bench.hearing = 0
        while bench.now < 1000 * ms {
            bench.clock.setNeedsDisplay()
            try bench.run(until: bench.now + ms / 10) { call in
                .init(time: 10_000, changes: pacing == .timer && call.frame.number % 3 != 0, next: .whenNeeded)
            }
        }
        #expect((95...101).contains(bench.calls.count))
    }

    @Test func aFlipWithoutATimestampCountsAsNow() throws {
        var clock = try clock(flip: FlipStamp(time: 0), at: 13 * ms)
        #expect(clock.action(at: 13 * ms) == .draw(due: .at(13 * ms)))
        #expect(clock.timing(ofLink: 0).timestamp == .at(13 * ms))
    }

    /// A screen that believed the timestamp would not change until then.
    @Test(arguments: [FrameSchedule.earliest, .latest], [1, 2, 3])
    func aTimestampFarAheadIsIgnored(_ schedule: FrameSchedule, _ interval: Int) throws {
        var bench = ClockBench(intervals: [interval], schedule: schedule)
        try bench.run(flips: 20)
        bench.stamp = { $0 + 3_600_000 * ms }
        try bench.run(flips: 21)
        bench.stamp = { $0 }
        try bench.run(until: bench.now + 600 * ms)
        #expect(bench.flips.count >= 21 + 60 / interval - 2)
        #expect(bench.clock.missed.late <= 2)
    }

    @Test(arguments: [6, 7, 8, 9], [0, 1, 2])
    func aLateReportWithoutATimestampDoesNotDisableTheVBlank(_ late: Int64, _ drawing: Int64) throws {
        var bench = ClockBench()
        try bench.run(flips: 20) { _ in .init(time: drawing * ms) }
        bench.stamp = { _ in 0 }
        bench.hearing = late * ms
        try bench.run(flips: 21) { _ in .init(time: drawing * ms) }
        bench.stamp = { $0 }
        bench.hearing = 50_000
        try bench.run(flips: 60) { _ in .init(time: drawing * ms) }
        #expect(bench.clock.pacing == .vblank)
        #expect(bench.flips.suffix(30).steps.allSatisfy { $0 == 10 * ms })
    }

    /// The number of the vblank gives the refresh of a flip without a timestamp. The arrival would be off by one here.
    @Test(
        arguments: [
            (.max, 0, 1, 0), (.max - 1, 1, 3, 2), (.max, 4, 5, 4), (7, 9, 2, 1),
            // Impossible or constant numbers: only the arrival is left.
            (7, 7_000_000, 2, 2), (9, 7, 2, 2), (0, 0, 2, 2),
        ] as [(UInt32, UInt32, Int64, UInt64)])
    func theNumberOfTheVBlankCountsAndWraps(
        _ first: UInt32, _ second: UInt32, _ refreshes: Int64, _ missed: UInt64
    ) throws {
        var clock = try clock(flip: FlipStamp(time: 0, sequence: first), at: 13 * ms)
        let arrival = 13 * ms + refreshes * 10 * ms + 6 * ms
        guard case .draw = clock.action(at: 13 * ms) else { throw Unexpected() }
        clock.frameDrawn(at: 14 * ms)
        #expect(clock.action(at: 14 * ms) == .commit)
        clock.frameCommitted(at: 14 * ms)
        clock.flipCompleted(FlipStamp(time: 0, sequence: second), at: arrival)
        #expect(clock.presented == 2)
        #expect(clock.missed == MissedFrames(kernelLate: missed))
    }

    @Test func aFlipWithoutAFrameInFlightIsIgnored() throws {
        var clock = ClockBench().clock
        clock.flipCompleted(FlipStamp(time: 5), at: 5)
        #expect(clock.action(at: 10) == .draw(due: .at(10)))
        clock.flipCompleted(FlipStamp(time: 15), at: 15)
        clock.frameDrawn(at: 20)
        clock.flipCompleted(FlipStamp(time: 25), at: 25)
        #expect(clock.presented == 0)
    }

    @Test func aRepeatedReportIsIgnored() throws {
        let flip = FlipStamp(time: 13 * ms, sequence: 4)
        var clock = try clock(flip: flip, at: 13 * ms)
        clock.flipCompleted(flip, at: 13 * ms)
        guard case .draw = clock.action(at: 13 * ms) else { throw Unexpected() }
        clock.frameDrawn(at: 14 * ms)
        #expect(clock.action(at: 14 * ms) == .commit)
        clock.frameCommitted(at: 14 * ms)
        clock.flipCompleted(flip, at: 15 * ms)
        clock.flipCompleted(FlipStamp(time: 3 * ms, sequence: 3), at: 15 * ms)
        #expect(clock.presented == 1)
        clock.flipCompleted(FlipStamp(time: 23 * ms, sequence: 5), at: 23 * ms)
        #expect(clock.presented == 2 && clock.missed == MissedFrames())
    }

    /// A screen that believed the timestamp would stall again and again.
    @Test func aDriverWithAConstantTimestampIsSlowButDoesNotStall() throws {
        let flip = FlipStamp(time: 13 * ms, sequence: 4)
        var clock = try clock(flip: flip, at: 13 * ms)
        guard case .draw = clock.action(at: 13 * ms) else { throw Unexpected() }
        clock.frameDrawn(at: 14 * ms)
        clock.frameCommitted(at: 14 * ms)
        clock.flipCompleted(flip, at: 23 * ms)
        #expect(clock.action(at: 23 * ms) == .wait(until: .at(43 * ms)))
        guard case .draw = clock.action(at: 43 * ms) else { throw Unexpected() }
        #expect(clock.presented == 2)
    }

    private struct Unexpected: Error {}

    /// Returns a clock whose first frame is on the screen.
    private func clock(flip: FlipStamp, at time: Int64) throws -> FrameClock {
        var clock = ClockBench().clock
        #expect(clock.action(at: 0) == .draw(due: .at(0)))
        clock.frameDrawn(at: ms)
        #expect(clock.action(at: ms) == .commit)
        clock.frameCommitted(at: ms)
        clock.flipCompleted(flip, at: time)
        return clock
    }
}
