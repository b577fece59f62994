import ScreensLinux
import Testing

@testable import Screens
@testable import ScreensContents

/// The place of tickers that follow the clock.
struct ClockScrollTests {
    private static let period = RefreshRate(numerator: 60, denominator: 1).period
    private static let start = Duration.seconds(1_800_000_000)

    /// The places of refreshes on a machine.
    ///
    /// - Parameters:
    ///   - first: the first refresh.
    ///   - error: how much longer the real period is, in millionths.
    ///   - phase: the time of the vblank in the period of the clock, from 0 to 1.
    private func places(_ count: Int, from first: Int = 0, error: Double = 0, phase: Double = 0, speed: Double) -> [Int]
    {
        var scroll = ClockScroll()
        let steps = ScrollPosition.Steps(speed: speed, period: Self.period)
        return (first..<count).map { number in
            let time = Self.start + Self.period * phase + Self.period * (Double(number) * (1 + error / 1e6))
            return scroll.advance(
                to: time, elapsed: number == first ? 0 : 1, period: Self.period, steps, length: 1000
            ).offset
        }
    }

    @Test(arguments: [240.0, -240, 20]) func machinesThatBeginAtOtherTimesHaveTheSamePlaces(speed: Double) {
        let (one, other) = (places(600, speed: speed), places(600, from: 250, speed: speed))
        #expect(Array(one.suffix(350)) == other && Set(one).count > 100)
    }

    @Test(arguments: [0.0, 0.25, 0.49, 0.5, 0.51, 0.75]) func eachStepIsAsWideAsTheOneBefore(phase: Double) {
        let places = places(20_000, phase: phase, speed: 240)
        for (one, other) in zip(places, places.dropFirst()) { #expect((other - one + 1000) % 1000 == 4) }
    }

    /// 20 millionths are a refresh in 50,000, which are 14 minutes.
    @Test(arguments: [20.0, -20]) func aRealPeriodIsCorrectedByOneStepInMinutes(error: Double) {
        let (real, clock) = (places(200_000, error: error, speed: 240), places(200_000, speed: 240))
        let odd = zip(real, real.dropFirst()).count { ($1 - $0 + 1000) % 1000 != 4 }
        #expect((3...5).contains(odd))
        // It is at most two refreshes from the clock.
        let drift = Int(error * 200_000 / 1e6)
        let last = (real[199_999] - clock[199_999] + 1500 - drift * 4) % 1000 - 500
        #expect((-8...8).contains(last), "\(last)")
    }

    @Test func aSlowTickerWaitsForItsStep() {
        var scroll = ClockScroll()
        let steps = ScrollPosition.Steps(speed: 20, period: Self.period)
        let rests = (0..<6).map { number in
            scroll.advance(
                to: Self.period * Double(number + 30), elapsed: number == 0 ? 0 : 1, period: Self.period, steps,
                length: 100
            ).rest
        }
        #expect(rests == [3, 2, 1, 3, 2, 1])
    }
}
