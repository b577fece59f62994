import Testing

@testable import Screens

@Suite struct PullDownTests {
    private static func rate(_ numerator: UInt64, _ denominator: UInt64 = 1) -> RefreshRate {
        RefreshRate(numerator: numerator, denominator: denominator)
    }

    /// Returns the refreshes of each frame.
    private func counts(_ source: RefreshRate?, on screen: RefreshRate, frames: Int) -> [Int64] {
        var pullDown = PullDown(source: source, screen: screen)
        pullDown.begin(at: 1000)
        return (0..<frames).map { _ in
            let due = pullDown.due
            pullDown.frameTaken()
            return pullDown.due - due
        }
    }

    @Test(
        arguments: [
            (rate(24), rate(60), [2, 3, 2, 3, 2, 3]), (rate(25), rate(60), [2, 2, 3, 2, 3, 2, 2, 3]),
            (rate(30), rate(60), [2, 2, 2, 2]), (rate(50), rate(60), [1, 1, 1, 1, 2, 1, 1, 1, 1, 2]),
            (rate(60), rate(60), [1, 1, 1]), (rate(24000, 1001), rate(60), [2, 3, 2, 3, 2, 3]),
            (rate(30000, 1001), rate(60), [2, 2, 2]),
            (rate(24), rate(50), [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3]), (rate(25), rate(50), [2, 2, 2]),
            (rate(30), rate(50), [1, 2, 2, 1, 2, 2]), (rate(50), rate(50), [1, 1]),
            (rate(60), rate(50), [0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1]),
            (rate(24000, 1001), rate(60000, 1001), [2, 3, 2, 3]), (rate(30000, 1001), rate(60000, 1001), [2, 2, 2]),
            (rate(60000, 1001), rate(60000, 1001), [1, 1]), (rate(25), rate(60000, 1001), [2, 2, 3, 2, 2, 3]),
            (rate(24), rate(144), [6, 6]), (rate(1), rate(60), [60, 60]), (nil, rate(60), [1, 1, 1]),
            (nil, rate(24), [1, 1]), (rate(240), rate(60), [0, 0, 0, 1, 0, 0, 0, 1]),
        ] as [(RefreshRate?, RefreshRate, [Int64])])
    func theFirstFrames(_ source: RefreshRate?, _ screen: RefreshRate, _ expected: [Int64]) {
        #expect(counts(source, on: screen, frames: expected.count) == expected)
    }

    /// The fraction is the same after each period of frames, so nothing drifts, however long the film is.
    ///
    /// A period is the denominator of the refreshes per frame in lowest terms: up to 1001 frames of these rates.
    @Test(arguments: [rate(24), rate(25), rate(30), rate(50), rate(60), rate(24000, 1001), rate(30000, 1001)])
    func nothingDrifts(_ source: RefreshRate) {
        for screen in [Self.rate(60), Self.rate(50), Self.rate(60000, 1001), Self.rate(148_352_000, 2200 * 1125)] {
            let exact = screen.nominal
            var (refreshes, period) = (
                exact.numerator * source.denominator, exact.denominator * source.numerator
            )
            let divisor = Self.greatestDivisor(refreshes, period)
            (refreshes, period) = (refreshes / divisor, period / divisor)
            // Also late in a screen's life.
            for start in [0, 1 << 40] as [Int64] {
                var pullDown = PullDown(source: source, screen: screen)
                pullDown.begin(at: start)
                let begun = pullDown
                var isExact = true
                for frame in 0..<period {
                    isExact = isExact && pullDown.due == start + Int64(frame * refreshes / period)
                    pullDown.frameTaken()
                }
                #expect(isExact && pullDown.due == start + Int64(refreshes), "\(source) on \(screen)")
                pullDown.move(to: start)
                #expect(pullDown == begun, "\(source) on \(screen)")
            }
        }
    }

    private static func greatestDivisor(_ one: UInt64, _ other: UInt64) -> UInt64 {
        other == 0 ? one : greatestDivisor(other, one % other)
    }

    /// No two frames of a film differ by more than a refresh, nor do the sums of equally long runs.
    @Test func itIsEven() {
        for source in [
            Self.rate(24), Self.rate(25), Self.rate(24000, 1001), Self.rate(50), Self.rate(15), Self.rate(7),
        ] {
            let counts = counts(source, on: Self.rate(60), frames: 2000)
            let whole = Int64(60 * source.denominator / source.numerator)
            #expect(counts.allSatisfy { $0 == whole || $0 == whole + 1 })
            for length in [2, 3, 10, 50] {
                let sums = (0...(2000 - length)).map { counts[$0..<$0 + length].reduce(0, +) }
                #expect((sums.max() ?? 0) - (sums.min() ?? 0) <= 1, "\(source) by \(length)")
            }
        }
    }

    @Test(
        arguments: [
            (rate(148_352_000, 2200 * 1125), rate(60000, 1001)), (rate(25_175_000, 800 * 525), rate(60000, 1001)),
            (rate(148_500_000, 2200 * 1125), rate(60)), (rate(74_176_000, 2750 * 1125), rate(24000, 1001)),
            (rate(2997, 100), rate(30000, 1001)), (rate(23976, 1000), rate(24000, 1001)),
            (rate(60_02, 100), rate(60_02, 100)),
            (rate(59_79, 100), rate(59_79, 100)), (rate(1, 2), rate(1, 2)), (rate(.max, 7), rate(.max, 7)),
            (rate(1, .max), rate(1, .max)),
        ] as [(RefreshRate, RefreshRate)])
    func ratesBesideTheUsualOnesAreMeantAsThese(_ rate: RefreshRate, _ meant: RefreshRate) {
        #expect(rate.nominal == meant)
    }

    @Test func ratesThatNoHardwareHasAreNotAnError() {
        for source in [Self.rate(1, 3600), Self.rate(1000), Self.rate(999_999_937, 1_000_003)] {
            for screen in [Self.rate(.max, .max - 1), Self.rate(1_000_000_007, 3_999_971), Self.rate(1, 1)] {
                #expect(counts(source, on: screen, frames: 1000).allSatisfy { $0 >= 0 })
            }
        }
    }
}
