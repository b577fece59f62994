import Testing

@testable import Screens

@Suite struct FrameCadenceTests {
    @Test(
        arguments: [
            (60, 1, 30...60, 1), (60, 1, 30...30, 2), (60, 1, 1...59, 2), (60, 1, 20...25, 3), (144, 1, 24...60, 3),
            (144, 1, 100...200, 1), (120, 1, 24...24, 5),
            // Modes with integer nominal rates.
            (60_000, 1001, 60...60, 1), (60_000, 1001, 30...30, 2), (65_000_000, 1344 * 806, 60...60, 1),
            // No divisor gives 40 to 50 Hz: the next lower rate.
            (60, 1, 40...50, 2), (24, 1, 48...120, 1), (60, 1, 0.0001...0.0002, 100_000),
        ] as [(UInt64, UInt64, ClosedRange<Double>, Int)])
    func aRangeGivesItsHighestRate(
        _ numerator: UInt64, _ denominator: UInt64, _ range: ClosedRange<Double>, _ interval: Int
    ) throws {
        let rate = RefreshRate(numerator: numerator, denominator: denominator)
        #expect(try FrameCadence.checked(range: range).interval(at: rate) == interval)
    }

    @Test(arguments: [0...60, -1...60, 1...Double.infinity, (-Double.infinity)...(-1)])
    func aRangeOutsideItsLimitsIsAnError(_ range: ClosedRange<Double>) {
        #expect(throws: ScreenError.self) { try FrameCadence.checked(range: range) }
    }

    @Test(arguments: [0, -1, 100_001, .max, .min])
    func anIntervalOutsideItsLimitsIsAnError(_ interval: Int) {
        #expect(throws: ScreenError.self) { try FrameCadence.checked(interval: interval) }
    }
}
