import Testing

@testable import Screens

@Suite struct ScheduleTests {
    /// Returns the times from the calls to the flips of their frames, without the first ones.
    private func latencies(_ bench: ClockBench) -> [Int64] {
        zip(bench.calls, bench.flips).map { $1 - $0.time }.dropFirst(5).map(\.self)
    }

    @Test func earliestLeavesAWholeRefreshToDraw() throws {
        var bench = ClockBench()
        try bench.run(flips: 100) { _ in .init(time: 3 * ms) }
        #expect(latencies(bench).allSatisfy { $0 >= 9 * ms && $0 <= 10 * ms })
    }

    @Test(arguments: [0, 1, 3, 6])
    func latestLeavesTheDrawingTimeAndAMargin(_ drawing: Int64) throws {
        var bench = ClockBench(schedule: .latest)
        try bench.run(flips: 500) { _ in .init(time: drawing * ms) }
        #expect(bench.clock.missed == MissedFrames())
        let needed = drawing * ms + DrawingEstimate.driverTime
        #expect(latencies(bench).allSatisfy { $0 >= needed && $0 <= needed + ms / 10 })
        #expect(bench.flips.steps.allSatisfy { $0 == 10 * ms })
    }

    @Test func theEstimateRisesAtOnceAndFallsSlowly() throws {
        var bench = ClockBench(schedule: .latest)
        try bench.run(flips: 200) { .init(time: $0.frame.number == 100 ? 6 * ms : ms) }
        // The long frame was late; from the next one on, there is time for another.
        #expect(bench.clock.missed == MissedFrames(delegateLate: 1))
        let latencies = zip(bench.calls, bench.flips).map { $1 - $0.time }
        #expect(latencies[101] >= 6 * ms && latencies[110] >= 4 * ms && latencies[199] < 3 * ms)
        #expect(zip(latencies[101...], latencies[102...]).allSatisfy { $0 >= $1 })
    }

    @Test func aLateFlipOfAReadyFrameWidensTheMargin() throws {
        var bench = ClockBench(schedule: .latest)
        try bench.run(flips: 20)
        let margin = bench.clock.estimate.margin
        // The driver needs more time twice.
        bench.leftOut = 1
        try bench.run(flips: 30)
        bench.leftOut = 1
        try bench.run(flips: 40)
        #expect(bench.clock.missed == MissedFrames(kernelLate: 2))
        #expect(bench.clock.estimate.margin > margin + 9 * DrawingEstimate.widening / 5)
    }

    @Test func noEstimateIsLongerThanARefresh() throws {
        var bench = ClockBench(schedule: .latest)
        try bench.run(flips: 100) { _ in .init(time: 25 * ms) }
        #expect(bench.clock.estimate.total <= 10 * ms)
        #expect(bench.flips.suffix(50).steps.allSatisfy { $0 == 30 * ms })
    }

    @Test(arguments: [FrameSchedule.earliest, .latest])
    func withThreeBuffersAnOccasionalLongFrameIsNotLate(_ schedule: FrameSchedule) throws {
        let drawing = { (call: ClockBench.Call) in
            ClockBench.Drawing(time: call.frame.number % 4 == 3 ? 14 * ms : 6 * ms)
        }
        var two = ClockBench()
        try two.run(flips: 100, drawing: drawing)
        #expect(two.clock.missed.delegateLate > 20)
        var three = ClockBench(schedule: schedule, buffers: 3)
        try three.run(flips: 100, drawing: drawing)
        // The latest schedule has to adapt first.
        #expect(three.clock.missed.late <= (schedule == .latest ? 1 : 0))
        #expect(three.flips.suffix(90).steps.allSatisfy { $0 == 10 * ms })
    }

    @Test func withVariableRefreshAFrameIsShownWhenItIsDrawn() throws {
        // 40 to 100 Hz; the display is refreshed when there is a frame.
        var bench = ClockBench(pacing: .variable, longestPeriod: 25 * ms)
        bench.isImmediate = true
        bench.hearing = 0
        try bench.run(flips: 100) { .init(time: ($0.frame.number % 2 == 0 ? 12 : 19) * ms) }
        #expect(Set(bench.flips.dropFirst(2).steps.map { $0 / ms }) == [12, 19])
        #expect(bench.clock.missed == MissedFrames())
        #expect(bench.clock.pacing == .variable)
    }

    @Test func withVariableRefreshARequestIsServedAtOnce() throws {
        var bench = ClockBench(pacing: .variable, longestPeriod: 25 * ms)
        try bench.run(flips: 3) { _ in .init(next: .nextRefresh) }
        try bench.run(until: bench.now + 40 * ms) { _ in .init(changes: false, next: .whenNeeded) }
        for delay in [103, 217, 331] as [Int64] {
            let now = bench.now + delay * ms + 1
            bench.clock.setNeedsDisplay()
            #expect(bench.clock.action(at: now) == .draw(due: .at(now)))
            #expect(bench.clock.timing(ofLink: 0).targetTimestamp == .at(now))
            bench.clock.linkReturned(0, next: .whenNeeded)
            bench.clock.frameUnchanged(at: now)
            bench.now = now
        }
    }

    @Test func withVariableRefreshAFrameIsLateIfTheDisplayCannotWait() throws {
        var bench = ClockBench(pacing: .variable, longestPeriod: 25 * ms)
        bench.isImmediate = true
        bench.hearing = 0
        try bench.run(flips: 20) { .init(time: $0.frame.number == 10 ? 80 * ms : 12 * ms) }
        #expect(bench.clock.missed == MissedFrames(delegateLate: 2))
    }
}
