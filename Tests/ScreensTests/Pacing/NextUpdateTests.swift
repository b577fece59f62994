import TestSupport
import Testing

@testable import Screens

/// The next frame at a time of the delegate's choice.
@Suite struct NextUpdateTests {
    /// Returns calls at 100 Hz, whose refreshes are at 3, 13, 23 ms and so on.
    private func calls(_ count: Int, _ next: (ClockBench.Call) -> NextUpdate) throws -> [ClockBench.Call] {
        var bench = ClockBench()
        var wakeUps = 0
        try bench.run(flips: count) { call in
            wakeUps += 1
            return .init(next: next(call))
        }
        #expect(bench.clock.missed == MissedFrames(), "no frame was due meanwhile")
        #expect(wakeUps == bench.calls.count)
        return bench.calls
    }

    private func targets(_ calls: [ClockBench.Call]) -> [Int64] {
        calls.map { ($0.frame.targetTimestamp.nanoseconds + ms / 2) / ms }
    }

    @Test(
        arguments: [
            (Duration.zero, 10), (.milliseconds(-5), 10), (.milliseconds(1), 10), (.milliseconds(10), 10),
            (.milliseconds(11), 20),
            (.milliseconds(100), 100), (.milliseconds(101), 110), (.seconds(1), 1000), (.seconds(60), 60_000),
        ] as [(Duration, Int64)])
    func aDurationIsRoundedUpToRefreshes(_ duration: Duration, _ steps: Int64) throws {
        let targets = targets(try calls(6) { _ in .after(duration) })
        // The first two are on their way before the display's refresh is known.
        #expect(targets.dropFirst(2).steps.allSatisfy { $0 == steps }, "\(targets)")
    }

    @Test func aPointInTimeIsTheFirstRefreshFromThenOn() throws {
        let targets = targets(
            try calls(8) { call in
                // A clock that ticks by the second.
                let now = call.frame.targetTimestamp.nanoseconds
                return .at(MonotonicTime(nanoseconds: (now / (1000 * ms) + 1) * 1000 * ms))
            })
        #expect(targets.dropFirst(1).allSatisfy { (0..<10).contains($0 % 1000) }, "\(targets)")
        #expect(targets.dropFirst(2).steps.allSatisfy { $0 == 1000 }, "\(targets)")
    }

    @Test(arguments: [MonotonicTime(nanoseconds: .min), MonotonicTime(nanoseconds: 0), .at(5 * ms)])
    func aTimeThatHasPassedIsTheNextRefresh(_ time: MonotonicTime) throws {
        let targets = targets(try calls(6) { _ in .at(time) })
        #expect(targets.dropFirst(2).steps.allSatisfy { $0 == 10 }, "\(targets)")
    }

    @Test(
        arguments: [
            .after(.nanoseconds(Int64.max)), .after(.seconds(Int64.max)), .after(.nanoseconds(Int64.min)),
            .at(MonotonicTime(nanoseconds: .max)), .at(MonotonicTime(nanoseconds: .max - 1)),
        ] as [NextUpdate])
    func anyTimeIsSafe(_ next: NextUpdate) throws {
        var bench = ClockBench()
        try bench.run(flips: 3) { .init(next: $0.frame.number == 2 ? next : .nextRefresh) }
        _ = bench.clock.action(at: bench.now)
    }

    @Test func theThreadSleepsUntilThenAndNoLonger() throws {
        var bench = ClockBench()
        try bench.run(flips: 3) { .init(next: $0.frame.number == 2 ? .after(.seconds(3600)) : .nextRefresh) }
        let target = try #require(bench.calls.last).frame.targetTimestamp.nanoseconds + 3_600_000 * ms
        guard case .wait(let deadline?) = bench.clock.action(at: bench.now) else {
            Issue.record("it has to wait")
            return
        }
        #expect(abs(deadline.nanoseconds - (target - 10 * ms)) < 11 * ms)
    }

    @Test func theLatestTimeIsNever() throws {
        var bench = ClockBench()
        try bench.run(flips: 3) { .init(next: $0.frame.number == 2 ? .at(.distantFuture) : .nextRefresh) }
        guard case .wait(let deadline) = bench.clock.action(at: bench.now) else {
            Issue.record("it has to wait")
            return
        }
        #expect(deadline.map { $0.nanoseconds > 1 << 62 } ?? true)
    }

    @Test func aRequestBringsItForwardAndIsNotLate() throws {
        var bench = ClockBench()
        try bench.run(flips: 3) { .init(next: $0.frame.number == 2 ? .after(.seconds(3600)) : .nextRefresh) }
        bench.now += 500 * ms
        bench.clock.setNeedsDisplay()
        #expect(bench.clock.action(at: bench.now) == .draw(due: .at(bench.now)))
        bench.clock.linkReturned(0, next: .nextRefresh)
        bench.clock.frameDrawn(at: bench.now + ms)
        bench.now += ms
        try bench.run(flips: 8)
        #expect(bench.clock.missed == MissedFrames())
        #expect(bench.calls.count == 7, "the hour is forgotten")
    }

    @Test func aFrameIntervalStillHolds() throws {
        var bench = ClockBench(intervals: [5])
        try bench.run(flips: 6) { _ in .init(next: .after(.milliseconds(20))) }
        #expect(targets(bench.calls).dropFirst(2).steps.allSatisfy { $0 == 50 })
    }

    @Test func anotherLinkIsCalledMeanwhile() throws {
        var bench = ClockBench(intervals: [1, 1])
        try bench.run(flips: 202) { .init(next: $0.link == 1 ? .after(.milliseconds(500)) : .nextRefresh) }
        #expect((4...6).contains(bench.calls.count { $0.link == 1 }))
        #expect(bench.clock.missed == MissedFrames())
    }

    @Test func aPauseOutlastsIt() throws {
        var bench = ClockBench()
        try bench.run(flips: 3) { .init(next: $0.frame.number == 2 ? .after(.milliseconds(100)) : .nextRefresh) }
        bench.clock.setPaused(true, ofLink: 0, at: .at(bench.now))
        #expect(bench.clock.action(at: .at(bench.now + 1000 * ms)) == .wait(until: nil))
        bench.now += 1000 * ms
        bench.clock.setPaused(false, ofLink: 0, at: .at(bench.now))
        try bench.run(flips: 6)
        #expect(bench.clock.missed.late == 0)
    }

    @Test func theDisplaysOwnRateDoesNotAddUp() throws {
        // A display that is 0.5 percent faster than its mode: a second is 100 or 101 refreshes.
        var bench = ClockBench()
        bench.period = 9_950_000
        try bench.run(flips: 30) { _ in .init(next: .after(.seconds(1))) }
        let steps = bench.flips.dropFirst(2).steps
        #expect(steps.allSatisfy { $0 >= 990 * ms && $0 <= 1011 * ms }, "\(steps)")
    }

    @Test func theEarlierOfTwoCallsIsFound() {
        let target = MonotonicTime(nanoseconds: 1_000)
        let ordered: [NextUpdate] = [
            .nextRefresh, .after(.nanoseconds(5)), .at(MonotonicTime(nanoseconds: 1_010)), .after(.seconds(1)),
            .whenNeeded,
        ]
        for (place, one) in ordered.enumerated() {
            for other in ordered[place...] {
                #expect(one.earlier(other, after: target) == one)
                #expect(other.earlier(one, after: target) == one)
            }
        }
    }
}
