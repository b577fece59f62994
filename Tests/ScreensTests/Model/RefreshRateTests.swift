import Testing

@testable import Screens

@Suite struct RefreshRateTests {
    @Test(
        arguments: [
            (60_000, 1001, 59_940), (24_000, 1001, 23_976), (30_000, 1001, 29_970), (60, 1, 60_000), (144, 1, 144_000),
            (65_000_000, 1344 * 806, 60_004), (148_500_000, 2200 * 1125, 60_000),
        ] as [(UInt64, UInt64, Int)])
    func theRateIsRoundedOnce(_ numerator: UInt64, _ denominator: UInt64, _ millihertz: Int) {
        #expect(RefreshRate(numerator: numerator, denominator: denominator).millihertz == millihertz)
    }

    @Test(
        arguments: [
            (148_500_000, 2200 * 1125, 60, 1), (148_352_000, 2200 * 1125, 148_352, 2475), (60_000, 1001, 60_000, 1001),
            (1, 7, 1, 7), (.max, .max, 1, 1),
        ] as [(UInt64, UInt64, UInt64, UInt64)])
    func aReducedRateIsTheSameInLowestTerms(
        _ numerator: UInt64, _ denominator: UInt64, _ lowest: UInt64, _ lowestDenominator: UInt64
    ) {
        let rate = RefreshRate(numerator: numerator, denominator: denominator)
        #expect(rate.reduced == rate)
        #expect(rate.reduced.numerator == lowest)
        #expect(rate.reduced.denominator == lowestDenominator)
    }

    @Test(arguments: [1, 2, 3, 60])
    func framesForEverySomeRefreshesHaveAPartOfTheRate(_ interval: Int64) {
        let rate = RefreshRate(numerator: 60_000, denominator: 1001)
        // The time is rounded to nanoseconds.
        let frames = rate.rate(ofFramesEvery: rate.duration(ofRefreshes: interval))
        #expect(frames == RefreshRate(numerator: 60_000, denominator: 1001 * UInt64(interval)))
    }

    @Test func aYearOfFramesDoesNotDrift() {
        let rate = RefreshRate(numerator: 60_000, denominator: 1001)
        let frames: Int64 = 60_000 * 31_500
        #expect(rate.nanoseconds(ofRefreshes: frames) == 1001 * 31_500 * 1_000_000_000)
        #expect(rate.refreshes(nearest: rate.nanoseconds(ofRefreshes: frames) + 8_000_000) == frames)
    }

    /// Small numbers are divided in 64 bits and large ones in 128, with the same results.
    @Test func smallAndLargeNumbersAreRoundedEqually() {
        var random = SplitMix(state: 7)
        for _ in 0..<20_000 {
            let rate = RefreshRate(
                numerator: .random(in: 1...(1 << Int.random(in: 1...63, using: &random)), using: &random),
                denominator: .random(in: 1...(1 << Int.random(in: 1...40, using: &random)), using: &random))
            let magnitude: Int64 = 1 << Int.random(in: 0...62, using: &random)
            let value = Int64.random(in: -magnitude...magnitude, using: &random)
            func nearest(_ product: Int128, _ unit: Int128) -> Int64 {
                Int64(clamping: (product >= 0 ? product + unit / 2 : product - unit / 2) / unit)
            }
            let second: Int128 = 1_000_000_000
            guard let product = Int128(value).multiplied(second, Int128(rate.denominator)) else { continue }
            #expect(rate.nanoseconds(ofRefreshes: value) == nearest(product, Int128(rate.numerator)))
            let unit = second * Int128(rate.denominator)
            #expect(rate.refreshes(nearest: value) == nearest(Int128(value) * Int128(rate.numerator), unit))
        }
    }

    @Test(arguments: [23_976, 29_970, 30_000, 50_000, 59_940, 60_000, 75_000, 120_000, 144_000, 240_000])
    func simulatedModesHaveTheRequestedRate(_ millihertz: Int) throws {
        for (width, height) in [(1, 1), (64, 64), (1920, 1080), (8192, 4320), (16384, 16384)] {
            let mode = ScreenMode(id: 0, try SimulatedMode(width: width, height: height, millihertz: millihertz))
            #expect(mode.refreshMillihertz == millihertz, "\(width)x\(height)")
            if millihertz % 1000 == 0 {
                #expect(mode.refreshRate == RefreshRate(numerator: UInt64(millihertz), denominator: 1000))
            }
        }
    }

    @Test func fieldsDoubleScansAndRepeatedLinesCount() {
        var timings = ScreenMode.make(0, 720, 576, 50).timings
        let hertz = ScreenMode(id: 0, timings: timings).refreshRate.hertz
        timings.flags = 1 << 4
        #expect(ScreenMode(id: 0, timings: timings).refreshRate.hertz == hertz * 2)
        timings.flags = 1 << 5
        #expect(ScreenMode(id: 0, timings: timings).refreshRate.hertz == hertz / 2)
        timings.flags = 0
        timings.vscan = 2
        #expect(ScreenMode(id: 0, timings: timings).refreshRate.hertz == hertz / 2)
    }
}

extension Int128 {
    /// Returns nil if the product exceeds 128 bits, which the time of a machine does not.
    fileprivate func multiplied(_ first: Int128, _ second: Int128) -> Int128? {
        let (product, overflows) = multipliedReportingOverflow(by: first)
        let (whole, overflowsToo) = product.multipliedReportingOverflow(by: second)
        return overflows || overflowsToo ? nil : whole
    }
}
