import Testing

@testable import Screens

/// Several links share the one frame of their screen.
@Suite struct SeveralLinksTests {
    @Test(arguments: [[1, 1], [1, 2], [2, 3], [3, 2, 5], [4, 4, 4]])
    func eachIsCalledAtItsOwnIntervalAndEveryFrameIsFlippedOnce(_ intervals: [Int]) throws {
        var bench = ClockBench(intervals: intervals)
        try bench.run(until: 3000 * ms) { _ in .init(time: ms / 2) }
        for (link, interval) in intervals.enumerated() {
            let frames = bench.calls(of: link).map(\.frame)
            #expect(frames.map(\.number) == Array(0..<UInt64(frames.count)))
            #expect(frames.allSatisfy { $0.duration == .milliseconds(interval * 10) && $0.missed == 0 })
            let steps = frames.map(\.targetTimestamp).dropFirst().steps
            #expect(steps.allSatisfy { $0 == Int64(interval) * 10 * ms })
        }
        // Within a frame, in the order of their creation, and none twice.
        for (call, next) in zip(bench.calls, bench.calls.dropFirst())
        where call.frame.targetTimestamp == next.frame.targetTimestamp {
            #expect(call.link < next.link)
        }
        let targets = Set(bench.calls.map(\.frame.targetTimestamp))
        #expect((targets.count - 1...targets.count).contains(bench.flips.count))
        #expect(bench.clock.missed == MissedFrames())
    }

    @Test func aNewLinkJoinsAFrameThatComesAnyway() throws {
        var bench = ClockBench(intervals: [4])
        try bench.run(flips: 10)
        let before = bench.flips.count
        bench.clock.addLink(interval: 4, at: bench.now)
        try bench.run(flips: 20)
        #expect(bench.flips.dropFirst(before).steps.allSatisfy { $0 == 40 * ms }, "two at a quarter make no half")
        #expect(bench.calls(of: 1).count >= 9)
        #expect(bench.clock.missed == MissedFrames())
    }

    @Test func aNewLinkDoesNotWaitForASlowOne() throws {
        var bench = ClockBench(intervals: [1000])
        try bench.run(flips: 1)
        bench.clock.addLink(interval: 2, at: bench.now)
        try bench.run(flips: 11)
        #expect(bench.calls(of: 1).count == 10)
        #expect(bench.now < 300 * ms)
    }

    @Test func aPausedLinkIsNotCalledAndItsFramesCountAsPaused() throws {
        var bench = ClockBench(intervals: [1, 2])
        try bench.run(flips: 10)
        bench.clock.setPaused(true, ofLink: 1, at: bench.now)
        let calls = bench.calls(of: 1).count
        try bench.run(flips: 110)
        #expect(bench.calls(of: 1).count == calls)
        bench.clock.setPaused(false, ofLink: 1, at: bench.now)
        try bench.run(flips: 130)
        #expect(bench.calls(of: 1).count >= calls + 9)
        #expect(bench.clock.missed.late == 0)
        #expect((48...50).contains(bench.clock.missed.paused))
        #expect(bench.calls.last?.frame.missed == 0)
        #expect(bench.flips.dropFirst().steps.allSatisfy { $0 == 10 * ms }, "the other one is not disturbed")
    }

    @Test func withAllLinksPausedNothingWakes() throws {
        var bench = ClockBench(intervals: [1, 2])
        try bench.run(flips: 10)
        for link in 0...1 { bench.clock.setPaused(true, ofLink: link, at: bench.now) }
        bench.clock.setNeedsDisplay()
        #expect(bench.clock.action(at: bench.now) == .wait(until: nil))
        #expect(bench.clock.action(at: bench.now + 60_000 * ms) == .wait(until: nil))
    }

    @Test func aSleepingLinkIsWokenSeparately() throws {
        var bench = ClockBench(intervals: [3, 1])
        try bench.run(until: 1000 * ms) { .init(next: $0.link == 1 ? .whenNeeded : .nextRefresh) }
        #expect(bench.calls(of: 1).count == 1)
        bench.clock.setNeedsDisplay(ofLink: 1)
        try bench.run(until: 2000 * ms) { .init(next: $0.link == 1 ? .whenNeeded : .nextRefresh) }
        #expect(bench.calls(of: 1).count == 2)
        #expect(bench.calls(of: 0).map(\.frame.targetTimestamp).dropFirst().steps.allSatisfy { $0 == 30 * ms })
        #expect(bench.clock.missed == MissedFrames())
    }

    @Test func anIntervalMayChangeAtAnyTime() throws {
        var bench = ClockBench(intervals: [1])
        try bench.run(flips: 10)
        bench.clock.setInterval(5, ofLink: 0)
        try bench.run(flips: 20)
        #expect(bench.flips.suffix(9).steps.allSatisfy { $0 == 50 * ms })
        bench.clock.setInterval(2, ofLink: 0)
        try bench.run(flips: 30)
        #expect(bench.flips.suffix(9).steps.allSatisfy { $0 == 20 * ms })
        #expect(bench.clock.missed == MissedFrames())
    }

    @Test func removingALinkDoesNotAffectTheOthers() throws {
        var bench = ClockBench(intervals: [2, 1, 3])
        try bench.run(flips: 10)
        bench.clock.removeLink(1)
        try bench.run(until: bench.now + 600 * ms)
        let late = bench.calls.suffix(30)
        #expect(Set(late.map(\.frame.duration)) == [.milliseconds(20), .milliseconds(30)])
        #expect(bench.clock.missed == MissedFrames())
    }
}
