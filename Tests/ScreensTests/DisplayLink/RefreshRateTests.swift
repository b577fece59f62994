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

    @Test func aYearOfFramesDoesNotDrift() {
        let rate = RefreshRate(numerator: 60_000, denominator: 1001)
        let frames: Int64 = 60_000 * 31_500
        #expect(rate.nanoseconds(ofRefreshes: frames) == 1001 * 31_500 * 1_000_000_000)
        #expect(rate.refreshes(nearest: rate.nanoseconds(ofRefreshes: frames) + 8_000_000) == frames)
    }

    @Test(arguments: [23_976, 29_970, 30_000, 50_000, 59_940, 60_000, 75_000, 120_000, 144_000, 240_000])
    func simulatedModesHaveTheRateThatWasAskedFor(_ millihertz: Int) throws {
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
