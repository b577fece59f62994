import ScreensLinux
import Testing

@testable import ScreensContents

/// The scale of a playlist by the clock, when the clock is set.
struct PlaylistClockTests {
    private static let second: Int64 = 1_000_000_000

    private func time(_ nanoseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

    private func clock(aheadBy milliseconds: Int, at now: MonotonicTime) -> PlaylistClock {
        let former = PlaylistClock(.seconds(1_000_000), at: time(0))
        let wallTime = Duration.seconds(1_000_000) + .nanoseconds(now.nanoseconds) + .milliseconds(milliseconds)
        return PlaylistClock(wallTime, at: now, after: former)
    }

    /// Changes of the clock in milliseconds, with the milliseconds by which the scale is behind the clock at some
    /// seconds after each.
    @Test(
        arguments: [
            (0, [0: 0, 60: 0]), (500, [0: 500, 6: 400, 15: 250, 30: 0, 31: 0]),
            (-500, [0: -500, 6: -400, 15: -250, 30: 0, 31: 0]), (2000, [0: 2000, 60: 1000, 120: 0]),
            (-2000, [0: -2000, 60: -1000, 120: 0]), (2001, [0: 0]), (-2001, [0: 0]), (-86_400_000, [0: 0]),
        ] as [(Int, [Int64: Int64])])
    func aSmallChangeIsMadeUpForSlowlyAndALargeOneAtOnce(change: Int, rests: [Int64: Int64]) {
        let set = time(7 * Self.second)
        let clock = clock(aheadBy: change, at: set)
        for (seconds, rest) in rests {
            let now = time(set.nanoseconds + seconds * Self.second)
            let wallTime = 1_000_000 * Self.second + now.nanoseconds + Int64(change) * 1_000_000
            #expect(wallTime - clock.scale(now) == rest * 1_000_000, "after \(seconds) s")
        }
    }

    @Test(arguments: [0, 1, -1, 500, -500, 1999, -2000])
    func aScaleReachesEachValueAtATime(change: Int) {
        let set = time(7 * Self.second)
        let clock = clock(aheadBy: change, at: set)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let now = time(Int64.random(in: -10 * Self.second...200 * Self.second, using: &generator))
            let scale = clock.scale(now)
            let reached = clock.time(scale)
            // While the scale goes slower, it has the same value for up to two nanoseconds.
            #expect(reached <= now && now.nanoseconds - reached.nanoseconds <= 2)
            #expect(clock.scale(reached) >= scale && clock.scale(time(reached.nanoseconds - 1)) < scale)
        }
    }

    @Test(arguments: [-2000, -1, 1, 2000])
    func aScaleMovesByAtMostAFrameASecond(change: Int) {
        let set = time(7 * Self.second)
        let clock = clock(aheadBy: change, at: set)
        for second in 0..<200 {
            let now = set.nanoseconds + Int64(second) * Self.second
            let length = clock.scale(time(now + Self.second)) - clock.scale(time(now))
            #expect(abs(length - Self.second) <= Self.second / 60 + 1)
        }
    }

    @Test func aSecondChangeBeginsFromTheScaleAsItIs() {
        let first = clock(aheadBy: 1500, at: time(0))
        let (now, wallTime) = (time(30 * Self.second), Duration.seconds(1_000_030))
        let second = PlaylistClock(wallTime, at: now, after: first)
        #expect(second.scale(now) == first.scale(now))
        #expect(second.scale(time(120 * Self.second)) == 1_000_120 * Self.second)
    }
}
