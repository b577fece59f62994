import Testing

@testable import Screens

@Suite struct FrameClockTests {
    /// The refreshes of the display begin with its first flip, at any time after the modeset.
    @Test(arguments: [3, 10, 16, 25] as [Int64])
    func theFirstFlipAfterAModesetIsNotLate(_ tenthsOfARefresh: Int64) throws {
        var clock = FrameClock(rate: ClockBench.rate, pacing: .vblank, start: .at(0))
        clock.addLink(interval: 1, at: .at(0))
        func draw(at time: MonotonicTime) throws {
            guard case .draw = clock.action(at: time) else {
                Issue.record("a frame is due at \(time)")
                return
            }
            clock.linkReturned(0, next: .nextRefresh)
            clock.frameDrawn(at: time)
        }
        try draw(at: .at(0))
        clock.screenEnabled(showsFrame: true, at: .at(0))
        try draw(at: .at(0))
        clock.frameCommitted(at: .at(0))
        let first = MonotonicTime.at(tenthsOfARefresh * ms)
        clock.flipCompleted(FlipStamp(time: first, sequence: 100), at: first)
        #expect(clock.missed == MissedFrames())
        #expect(clock.presented == 2)
    }

    /// The state of the first frame when the mode is set.
    enum FirstFrame: CaseIterable {
        case shown, ready, drawing, unchanged
    }

    /// The first frame is for the time of its call, because the time until the mode is set is unknown. A duration
    /// counts from the refresh that shows the frame: with the modeset, or the first one after it. All times are in
    /// milliseconds; a refresh has ten.
    @Test(
        arguments: [
            (0, .shown, 0), (37, .shown, 37), (37, .ready, 47), (37, .drawing, 47), (37, .unchanged, 37),
        ] as [(Int64, FirstFrame, Int64)])
    func aDurationAfterTheFirstFrameCountsFromTheModeset(wait: Int64, first: FirstFrame, shown: Int64) throws {
        let start = MonotonicTime.at(50 * ms)
        let enabled = MonotonicTime.at((50 + wait) * ms)
        var clock = FrameClock(rate: ClockBench.rate, pacing: .timer, start: start)
        clock.addLink(interval: 1, at: start)
        guard case .draw = clock.action(at: start) else {
            Issue.record("the first frame is due")
            return
        }
        #expect(clock.timing(ofLink: 0).targetTimestamp == start)
        clock.linkReturned(0, next: .after(.milliseconds(100)))
        switch first {
        case .shown, .ready: clock.frameDrawn(at: start)
        case .drawing: break
        case .unchanged: clock.frameUnchanged(at: start)
        }
        let target = MonotonicTime.at((50 + shown) * ms)
        #expect(clock.screenEnabled(showsFrame: first == .shown, at: enabled) == target)
        if first == .drawing { clock.frameDrawn(at: enabled) }
        if clock.stage.frame != nil {
            #expect(clock.action(at: enabled) == .commit)
            clock.frameCommitted(at: enabled)
            clock.flipCompleted(FlipStamp(time: target), at: target)
        }
        let next = target.advanced(by: .milliseconds(100))
        guard case .wait(let opening) = clock.action(at: next.advanced(by: .milliseconds(-20))) else {
            Issue.record("the second frame is not due")
            return
        }
        guard case .draw = clock.action(at: try #require(opening)) else {
            Issue.record("it is due then")
            return
        }
        #expect(clock.timing(ofLink: 0).targetTimestamp == next)
    }

    @Test func aPictureIsShownAgainWithoutACallOfAnyLink() {
        var clock = FrameClock(rate: ClockBench.rate, pacing: .timer, start: 0)
        clock.screenEnabled(showsFrame: false, at: .at(0))
        clock.addLink(interval: 1, isPaused: true, at: 0)
        #expect(clock.action(at: 50 * ms) == .wait(until: nil))
        clock.setNeedsRepeat()
        #expect(clock.action(at: 50 * ms) == .draw(due: .at(50 * ms)))
        #expect(!clock.isCalled(link: 0))
        clock.frameDrawn(at: 51 * ms)
        #expect(clock.action(at: 51 * ms) == .commit)
        clock.frameCommitted(at: 51 * ms)
        clock.flipCompleted(FlipStamp(time: 60 * ms), at: 60 * ms)
        #expect(clock.action(at: 61 * ms) == .wait(until: nil), "once is enough")
        #expect(clock.presented == 1 && clock.missed == MissedFrames())
    }

    @Test func framesFollowTheDisplaysRefresh() throws {
        var bench = ClockBench()
        try bench.run(flips: 100)
        let frames = bench.calls.map(\.frame)
        for (frame, next) in zip(frames.dropFirst(), frames.dropFirst(2)) {
            #expect(next.timestamp - frame.timestamp == 10 * ms)
            #expect(frame.targetTimestamp == next.timestamp)
            #expect(next.number == frame.number + 1)
        }
        #expect(bench.clock.missed == MissedFrames())
        #expect(bench.clock.presented == 100)
    }

    @Test(arguments: [1, 2, 3, 7], [2, 3])
    func anIntervalSkipsRefreshes(_ interval: Int, _ buffers: Int) throws {
        var bench = ClockBench(intervals: [interval], buffers: buffers)
        try bench.run(flips: 50)
        #expect(bench.flips.dropFirst().steps.allSatisfy { $0 == Int64(interval) * 10 * ms })
        #expect(bench.calls.allSatisfy { $0.frame.duration == .milliseconds(interval * 10) })
        #expect(bench.clock.missed == MissedFrames())
    }

    @Test func aSlowDelegateMissesFramesThatAreNotMadeUpFor() throws {
        var bench = ClockBench()
        try bench.run(flips: 30) { .init(time: $0.frame.number == 10 ? 34 * ms : 2 * ms) }
        let frames = bench.calls.map(\.frame)
        #expect(bench.clock.missed == MissedFrames(delegateLate: 3))
        #expect(frames[11].timestamp - frames[10].timestamp == 40 * ms)
        #expect(frames[12].timestamp - frames[11].timestamp == 10 * ms)
        #expect(frames[12].missed == 3)
    }

    @Test func anAlwaysSlowDelegateHalvesItsRate() throws {
        var bench = ClockBench()
        try bench.run(flips: 30) { _ in .init(time: 15 * ms) }
        #expect(bench.flips[29] - bench.flips[9] == 20 * 20 * ms)
        // The first flip has no earlier flip after which it could be late.
        #expect(bench.clock.missed == MissedFrames(delegateLate: 29))
    }

    @Test func aSlowDelegateIsLateEvenIfItDrawsNothing() throws {
        var bench = ClockBench()
        try bench.run(until: 300 * ms) { .init(time: $0.frame.number == 10 ? 34 * ms : ms, changes: false) }
        #expect(bench.clock.missed == MissedFrames(delegateLate: 2))
    }

    @Test func aLateFrameOfAnIntervalIsOneMissedFrame() throws {
        var bench = ClockBench(intervals: [2])
        try bench.run(flips: 30) { .init(time: $0.frame.number == 10 ? 15 * ms : 2 * ms) }
        #expect(bench.clock.missed == MissedFrames(delegateLate: 1))
    }

    @Test func aLateFlipOfATimelyFrameCountsForTheKernel() throws {
        var bench = ClockBench()
        try bench.run(flips: 10)
        bench.leftOut = 3
        try bench.run(flips: 20)
        #expect(bench.clock.missed == MissedFrames(kernelLate: 3))
    }

    @Test func aLateWakeUpCountsForTheKernel() throws {
        var bench = ClockBench(intervals: [2])
        try bench.run(flips: 10)
        bench.now += 45 * ms
        try bench.run(flips: 20)
        #expect(bench.clock.missed == MissedFrames(kernelLate: 2))
    }

    @Test(arguments: [2, 3600, 100_000_000])
    func aStandstillCountsAsPaused(_ seconds: Int64) throws {
        var bench = ClockBench()
        try bench.run(flips: 10)
        bench.now += seconds * 1000 * ms
        try bench.run(flips: 20)
        #expect(bench.clock.missed.late == 0)
        #expect(abs(Int64(bench.clock.missed.paused) - seconds * 100) <= 1)
        #expect(bench.flips.suffix(8).steps.allSatisfy { $0 == 10 * ms })
    }

    @Test func withoutChangesTheDelegateIsCalledAndNothingIsFlipped() throws {
        var bench = ClockBench()
        try bench.run(until: 1000 * ms) { _ in .init(time: 0, changes: false) }
        #expect(bench.calls.count == 100)
        #expect(bench.clock.missed == MissedFrames() && bench.clock.presented == 0)
    }

    @Test func onlyARequestWakesASleepingScreen() throws {
        var bench = ClockBench()
        try bench.run(flips: 1) { _ in .init(next: .whenNeeded) }
        #expect(bench.clock.action(at: 20 * ms) == .wait(until: nil))
        #expect(bench.clock.action(at: 4_000_000 * ms) == .wait(until: nil))
        bench.clock.setNeedsDisplay()
        bench.now = 4_000_001 * ms
        #expect(bench.clock.action(at: bench.now) == .draw(due: .at(bench.now)), "and it is not late")
        let target = bench.clock.timing(ofLink: 0).targetTimestamp.nanoseconds
        #expect(target > bench.now && target <= bench.now + 10 * ms)
        bench.clock.frameDrawn(at: bench.now + ms)
        bench.now += ms
        try bench.run(flips: 5)
        #expect(bench.clock.missed == MissedFrames())
    }

    /// The times of refreshes are rounded, and no frame is drawn and committed in a microsecond.
    @Test(arguments: [0, 1, 999] as [Int64])
    func aRequestAtARefreshIsForTheNextOne(before: Int64) throws {
        var bench = ClockBench()
        try bench.run(flips: 1) { _ in .init(next: .whenNeeded) }
        var other = bench
        func target(at now: Int64) -> Int64 {
            other = bench
            other.clock.setNeedsDisplay()
            // It may wait for the refresh before its frame's refresh.
            if case .wait(let deadline?) = other.clock.action(at: now) { _ = other.clock.action(at: deadline) }
            return other.clock.timing(ofLink: 0).targetTimestamp.nanoseconds
        }
        let refresh = target(at: 4_005 * ms)
        #expect(target(at: refresh - before) == refresh + 10 * ms)
        #expect(target(at: refresh - ms) == refresh)
    }

    /// The times of the refreshes are unknown after a rest, and a request comes at any time within one.
    @Test(arguments: [(2 * ms, 0), (6 * ms, 0), (9 * ms, 0), (11 * ms, 1), (25 * ms, 2)] as [(Int64, UInt64)])
    func aFrameOnDemandIsLateIfItsDrawingTakesMoreThanARefresh(_ time: Int64, _ late: UInt64) throws {
        for bench in try requestedAfterARest() {
            var bench = bench
            try bench.run(flips: 3) { _ in .init(time: time) }
            #expect(bench.clock.missed == MissedFrames(delegateLate: late), "\(bench.calls)")
        }
    }

    @Test(arguments: [1, 2, 5])
    func aFrameOnDemandIsLateIfTheKernelSkipsRefreshes(_ count: Int64) throws {
        for bench in try requestedAfterARest() {
            var bench = bench
            bench.leftOut = count
            try bench.run(flips: 3) { _ in .init(time: 0) }
            // A commit right before a refresh may be for the next one.
            let wait = bench.flips[2] - (try #require(bench.calls.last)).time - count * 10 * ms
            let late = UInt64(wait < 10 * ms / 4 ? count - 1 : count)
            #expect(bench.clock.missed == MissedFrames(kernelLate: late), "\(bench.calls)")
        }
    }

    /// Returns screens without flips that request a frame after a while: at all times within a refresh, and with
    /// displays that have drifted meanwhile.
    private func requestedAfterARest() throws -> [ClockBench] {
        var rested = ClockBench()
        try rested.run(flips: 2) { .init(next: $0.frame.number == 1 ? .whenNeeded : .nextRefresh) }
        var benches: [ClockBench] = []
        for moment in stride(from: 50_000, to: 10 * ms, by: 100_000) {
            for drift: Int64 in [0, 3 * ms, 7 * ms] {
                var bench = rested
                bench.now += 70 * ms + moment
                bench.phase += drift
                bench.clock.setNeedsDisplay()
                benches.append(bench)
            }
        }
        return benches
    }

    @Test func aRequestDuringAFrameIsServedAfterIt() throws {
        var bench = ClockBench()
        #expect(bench.clock.action(at: 0) == .draw(due: .at(0)))
        bench.clock.linkReturned(0, next: .whenNeeded)
        bench.clock.setNeedsDisplay()
        bench.clock.frameDrawn(at: 1)
        try bench.run(flips: 2) { _ in .init(next: .whenNeeded) }
        #expect(bench.calls.count == 1)
    }

    @Test func aMissingFlipIsAStall() throws {
        var clock = try committed(at: 5 * ms)
        let limit = 5 * ms + FrameClock.stallLimit
        #expect(clock.action(at: 6 * ms) == .wait(until: .at(limit)))
        #expect(clock.action(at: limit) == .stalled)
        clock.flipCompleted(FlipStamp(time: limit), at: limit)
        #expect(clock.action(at: limit + ms) == .stalled, "no event is waited for after that")
    }

    /// The process is stopped for an hour, or slightly longer than the limit for flips.
    @Test(arguments: [3_600_000, 3_100] as [Int64])
    func aFlipIsAwaitedOnceMoreAfterAStandstill(_ time: Int64) throws {
        var clock = try committed(at: 5 * ms)
        // The event is ready, and is delivered when the other thread runs.
        let morning = time * ms
        #expect(clock.action(at: morning) == .wait(until: .at(morning + FrameClock.stallGrace)))
        var heard = clock
        heard.flipCompleted(FlipStamp(time: 13 * ms), at: morning + ms)
        guard case .draw = heard.action(at: morning + ms) else { throw Unexpected() }
        #expect(clock.action(at: morning + FrameClock.stallGrace) == .stalled)
    }

    @Test func aRefusedFrameIsTriedAgainAtTheNextRefresh() throws {
        var clock = ClockBench().clock
        #expect(clock.action(at: 0) == .draw(due: .at(0)))
        clock.frameDrawn(at: ms)
        #expect(clock.action(at: ms) == .commit)
        clock.commitRefused(at: 2 * ms)
        #expect(clock.action(at: 2 * ms) == .wait(until: .at(10 * ms)))
        #expect(clock.action(at: 10 * ms) == .commit, "with the former picture")
        #expect(clock.missed == MissedFrames(kernelLate: 1))
    }

    private struct Unexpected: Error {}

    /// Returns a clock whose first frame was committed.
    private func committed(at time: Int64) throws -> FrameClock {
        var clock = ClockBench().clock
        #expect(clock.action(at: 0) == .draw(due: .at(0)))
        clock.frameDrawn(at: time)
        #expect(clock.action(at: time) == .commit)
        clock.frameCommitted(at: time)
        return clock
    }

    @Test func aFrameBeyondTheClocksRangeIsAwaited() {
        // No display is that slow, but an EDID may state it: a refresh in eleven days, with every 100,000th drawn.
        let start = 1000 * ms
        var clock = FrameClock(rate: RefreshRate(numerator: 1, denominator: 1_000_000), pacing: .timer, start: start)
        clock.screenEnabled(showsFrame: false, at: .at(start))
        clock.addLink(interval: 100_000, at: start)
        #expect(clock.action(at: start) == .draw(due: .at(start)))
        clock.frameDrawn(at: start)
        #expect(clock.action(at: start) == .commit)
        clock.frameCommitted(at: start)
        clock.flipCompleted(FlipStamp(time: start), at: start)
        #expect(clock.action(at: start) == .wait(until: .distantFuture))
    }
}
