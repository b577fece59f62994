import Testing

@testable import Screens

@Suite struct FrameClockTests {
    /// 100 Hz: 10 ms a refresh.
    private static let rate = RefreshRate(numerator: 100, denominator: 1)
    private static let ms: Int64 = 1_000_000

    private func clock(interval: Int = 1, pacing: Pacing = .vblank) -> FrameClock {
        FrameClock(rate: Self.rate, interval: interval, pacing: pacing, start: 0)
    }

    /// Expects a call now, and gives the frame.
    private func draw(
        _ clock: inout FrameClock, at now: Int64, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Frame {
        guard case .draw(let frame, _) = clock.action(at: now) else {
            throw Unexpected()
        }
        return frame
    }

    private struct Unexpected: Error {}

    /// A display at 100 Hz with vblanks at 3 ms + n × 10 ms; each frame takes `drawing` to draw.
    private func run(_ clock: inout FrameClock, frames: Int, drawing: (Int) -> Int64) throws -> [Frame] {
        var now: Int64 = 0
        var drawn: [Frame] = []
        while drawn.count < frames {
            switch clock.action(at: now) {
            case .draw(let frame, _):
                drawn.append(frame)
                now += drawing(drawn.count - 1)
                clock.frameCommitted(at: now, next: .nextRefresh)
                let flip = 3 * Self.ms + (max(0, now - 3 * Self.ms) / (10 * Self.ms) + 1) * 10 * Self.ms
                now = flip + 50_000
                clock.flipCompleted(time: flip, at: now)
            case .wait(let deadline):
                now = try #require(deadline)
            case .stalled:
                Issue.record("no flip is missing")
                return drawn
            }
        }
        return drawn
    }

    @Test func framesFollowTheDisplaysRefresh() throws {
        var clock = clock()
        let frames = try run(&clock, frames: 100) { _ in 2 * Self.ms }
        for (frame, next) in zip(frames.dropFirst(), frames.dropFirst(2)) {
            #expect(next.timestamp - frame.timestamp == 10 * Self.ms)
            #expect(frame.targetTimestamp == next.timestamp)
            #expect(next.number == frame.number + 1)
        }
        #expect(clock.missed == 0)
        #expect(clock.presented == 100)
    }

    @Test(arguments: [1, 2, 3, 7])
    func anIntervalLeavesOutRefreshes(_ interval: Int) throws {
        var clock = clock(interval: interval)
        let frames = try run(&clock, frames: 50) { _ in 2 * Self.ms }
        for (frame, next) in zip(frames.dropFirst(), frames.dropFirst(2)) {
            #expect(next.timestamp - frame.timestamp == Int64(interval) * 10 * Self.ms)
            #expect(frame.duration == Int64(interval) * 10 * Self.ms)
        }
        #expect(clock.missed == 0)
    }

    @Test func aSlowDelegateMissesAndIsNotCaughtUpWith() throws {
        var clock = clock()
        let frames = try run(&clock, frames: 30) { $0 == 10 ? 34 * Self.ms : 2 * Self.ms }
        #expect(clock.missed == 3)
        #expect(frames[11].timestamp - frames[10].timestamp == 40 * Self.ms)
        #expect(frames[12].timestamp - frames[11].timestamp == 10 * Self.ms)
        #expect(frames[12].missed == 3)
    }

    @Test func anAlwaysSlowDelegateHalvesItsRate() throws {
        var clock = clock()
        let frames = try run(&clock, frames: 30) { _ in 15 * Self.ms }
        #expect(frames[29].timestamp - frames[9].timestamp == 20 * 20 * Self.ms)
        // The first flip has nothing before it that it could be late after.
        #expect(clock.missed == 29)
    }

    @Test func aFrameOfAnIntervalThatIsLateIsOneMissedFrame() throws {
        var clock = clock(interval: 2)
        _ = try run(&clock, frames: 30) { $0 == 10 ? 15 * Self.ms : 2 * Self.ms }
        #expect(clock.missed == 1)
    }

    @Test func withoutChangesTheDelegateIsCalledEachRefreshAndNothingElse() throws {
        var clock = clock()
        var now: Int64 = 0
        var calls = 0
        while now < 1000 * Self.ms {
            switch clock.action(at: now) {
            case .draw:
                calls += 1
                clock.frameUnchanged(next: .nextRefresh)
            case .wait(let deadline): now = try #require(deadline)
            case .stalled: Issue.record("nothing is pending")
            }
        }
        #expect(calls == 100)
        #expect(clock.missed == 0 && clock.presented == 0)
    }

    @Test func nothingWakesASleepingScreenButTheWish() throws {
        var clock = clock()
        _ = try draw(&clock, at: 0)
        clock.frameCommitted(at: 1, next: .whenNeeded)
        clock.flipCompleted(time: 3 * Self.ms, at: 3 * Self.ms)
        #expect(clock.action(at: 4 * Self.ms) == .wait(until: nil))
        #expect(clock.action(at: 4_000_000 * Self.ms) == .wait(until: nil))
        clock.setNeedsDisplay()
        let frame = try draw(&clock, at: 4_000_001 * Self.ms)
        #expect(frame.targetTimestamp > 4_000_001 * Self.ms)
        #expect(frame.targetTimestamp <= 4_000_011 * Self.ms)
        clock.frameCommitted(at: 4_000_002 * Self.ms, next: .nextRefresh)
        clock.flipCompleted(time: 4_000_013 * Self.ms, at: 4_000_013 * Self.ms)
        #expect(clock.missed == 0)
    }

    @Test func aWishDuringAFrameIsGrantedAfterIt() throws {
        var clock = clock()
        _ = try draw(&clock, at: 0)
        clock.frameCommitted(at: 1, next: .whenNeeded)
        clock.setNeedsDisplay()
        clock.flipCompleted(time: 3 * Self.ms, at: 3 * Self.ms)
        _ = try draw(&clock, at: 4 * Self.ms)
    }

    @Test func aFlipThatNeverComesIsFoundOut() throws {
        var clock = clock()
        _ = try draw(&clock, at: 0)
        clock.frameCommitted(at: 5 * Self.ms, next: .nextRefresh)
        let limit = 5 * Self.ms + FrameClock.stallLimit
        #expect(clock.action(at: 6 * Self.ms) == .wait(until: limit))
        #expect(clock.action(at: limit) == .stalled)
    }

    @Test func aRefusedFrameIsTriedOnceMoreAtTheNextRefresh() throws {
        var clock = clock()
        _ = try draw(&clock, at: 0)
        clock.commitRefused(at: 2 * Self.ms)
        #expect(clock.action(at: 2 * Self.ms) == .wait(until: 10 * Self.ms))
        _ = try draw(&clock, at: 10 * Self.ms)
    }

    @Test(arguments: [Pacing.vblank, .timer])
    func flipsThatAreReportedAtOnceArePacedByATimer(_ pacing: Pacing) throws {
        var clock = clock(pacing: pacing)
        var now: Int64 = 0
        var calls: [Int64] = []
        while now < 2000 * Self.ms {
            switch clock.action(at: now) {
            case .draw:
                calls.append(now)
                now += 2 * Self.ms
                clock.frameCommitted(at: now, next: .nextRefresh)
                now += 10_000
                clock.flipCompleted(time: now, at: now)
            case .wait(let deadline): now = try #require(deadline)
            case .stalled: Issue.record("no flip is missing")
            }
        }
        #expect(clock.pacing == .timer)
        #expect((195...201).contains(calls.count))
        let steady = zip(calls.dropFirst(8), calls.dropFirst(9)).map { $1 - $0 }
        #expect(steady.allSatisfy { $0 == 10 * Self.ms })
        #expect(clock.missed == 0)
    }

    /// A display whose refresh is a little off the mode's, and a delegate that seldom has news.
    @Test(arguments: [-200, -20, 20, 200])
    func aDisplayThatDriftsFromItsModeIsStillPacedByItsVBlank(_ partsPerMillion: Int64) throws {
        var clock = clock()
        let period = 10 * Self.ms + 10 * partsPerMillion
        var now: Int64 = 0
        for round in 0..<2000 {
            var call: Frame?
            while call == nil {
                switch clock.action(at: now) {
                case .draw(let frame, _): call = frame
                case .wait(let deadline): now = try #require(deadline)
                case .stalled: throw Unexpected()
                }
            }
            now += Self.ms
            // News for a while, then a still picture for longer and longer.
            if round % 100 < 20 || round % 7 == 0 {
                clock.frameCommitted(at: now, next: .nextRefresh)
                let flip = (now / period + 1) * period
                now = flip + 30_000
                clock.flipCompleted(time: flip, at: now)
            } else {
                clock.frameUnchanged(next: .nextRefresh)
            }
        }
        #expect(clock.pacing == .vblank)
        #expect(clock.missed == 0)
    }

    @Test(arguments: [Pacing.vblank, .timer])
    func wishesMakeNoScreenFasterThanItsMode(_ pacing: Pacing) throws {
        var clock = clock(pacing: pacing)
        var now: Int64 = 0
        var calls = 0
        while now < 1000 * Self.ms {
            clock.setNeedsDisplay()
            switch clock.action(at: now) {
            case .draw:
                calls += 1
                now += 10_000
                // A wish from within the call, whether or not there was anything to flip.
                clock.setNeedsDisplay()
                if calls % 3 == 0 || pacing == .vblank {
                    clock.frameUnchanged(next: .whenNeeded)
                } else {
                    clock.frameCommitted(at: now, next: .whenNeeded)
                    clock.flipCompleted(time: now, at: now)
                }
            case .wait(let deadline): now = try #require(deadline)
            case .stalled: Issue.record("no flip is missing")
            }
        }
        #expect((95...101).contains(calls))
    }

    @Test func aWokenFrameIsNotLate() throws {
        var clock = clock()
        _ = try draw(&clock, at: 0)
        clock.frameUnchanged(next: .whenNeeded)
        clock.setNeedsDisplay()
        guard case .draw(_, let due) = clock.action(at: 777 * Self.ms) else { throw Unexpected() }
        #expect(due == 777 * Self.ms)
    }

    @Test func aFlipWithoutATimeIsTakenToBeNow() throws {
        var clock = clock()
        _ = try draw(&clock, at: 0)
        clock.frameCommitted(at: Self.ms, next: .nextRefresh)
        clock.flipCompleted(time: 0, at: 13 * Self.ms)
        #expect(try draw(&clock, at: 13 * Self.ms).timestamp == 13 * Self.ms)
    }

    @Test func aFlipNobodyWaitsForChangesNothing() throws {
        var clock = clock()
        clock.flipCompleted(time: 5, at: 5)
        _ = try draw(&clock, at: 10)
        clock.flipCompleted(time: 15, at: 15)
        #expect(clock.presented == 0)
        clock.frameCommitted(at: 20, next: .nextRefresh)
        clock.flipCompleted(time: 3 * Self.ms, at: 3 * Self.ms)
        clock.flipCompleted(time: 3 * Self.ms, at: 3 * Self.ms)
        #expect(clock.presented == 1)
    }

    @Test(arguments: [Pacing.vblank, .timer])
    func noHistoryBreaksTheRules(_ pacing: Pacing) throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix(state: seed)
            var clock = FrameClock(
                rate: RefreshRate(numerator: 60_000, denominator: 1001),
                interval: Int.random(in: 1...4, using: &random),
                pacing: pacing, start: 0)
            var now: Int64 = 0
            var isPending = false
            var lastNumber: UInt64?
            var waits = 0
            for _ in 0..<300 {
                switch clock.action(at: now) {
                case .draw(let frame, _):
                    #expect(!isPending, "never a second frame while one is with the kernel")
                    #expect(frame.number == (lastNumber.map { $0 + 1 } ?? 0))
                    lastNumber = frame.number
                    waits = 0
                    now += .random(in: 0...60_000_000, using: &random)
                    let next: NextUpdate = Int.random(in: 0..<8, using: &random) == 0 ? .whenNeeded : .nextRefresh
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0: clock.frameUnchanged(next: next)
                    case 1: clock.commitRefused(at: now)
                    default:
                        clock.frameCommitted(at: now, next: next)
                        isPending = true
                    }
                case .wait(let deadline):
                    waits += 1
                    #expect(waits < 4, "a wait that is over leads to something")
                    if isPending {
                        let time = now + .random(in: -2_000_000...40_000_000, using: &random)
                        now = max(now, time)
                        clock.flipCompleted(time: Int.random(in: 0..<10, using: &random) == 0 ? 0 : time, at: now)
                        isPending = false
                    } else if let deadline {
                        #expect(deadline > now, "no wait is over before it begins")
                        now = deadline
                    } else {
                        clock.setNeedsDisplay()
                    }
                case .stalled: Issue.record("every flip comes in time")
                }
            }
        }
    }
}

/// Random numbers that are the same each time.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
