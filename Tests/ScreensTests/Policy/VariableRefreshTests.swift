import Glibc
import Testing

@testable import Screens

@Suite struct VariableRefreshTests {
    private static let hundred = RefreshRate(numerator: 100, denominator: 1)

    @Test(arguments: [(40, 25_000_000), (48, 20_833_333), (99, 10_101_010), (100, nil), (120, nil), (0, nil)])
    func aDisplayWaitsDownToTheLowestRateInItsEDID(_ lowest: UInt8, _ period: Int64?) {
        let edid = [UInt8].edid(rates: lowest...max(lowest, 144))
        #expect(VariableRefresh.longestPeriod(edid: edid, in: Self.hundred) == period)
    }

    @Test func withoutARangeThereIsNoVariableRefresh() {
        #expect(VariableRefresh.longestPeriod(edid: [], in: Self.hundred) == nil)
        #expect(VariableRefresh.longestPeriod(edid: [UInt8](repeating: 0xFF, count: 128), in: Self.hundred) == nil)
    }

    @Test(arguments: [true, false], [true, false])
    func itIsUsedWhereItIsAskedForAndOffered(_ isAskedFor: Bool, _ isOffered: Bool) async throws {
        let mode = try SimulatedMode(width: 64, height: 64, millihertz: 100_000)
        let clock = ManualClock()
        let screen = SimulatedScreen(modes: [mode], edid: .edid(rates: 40...144), variableRefresh: isOffered)
        let card = try SimulatedCard(screens: [screen], clock: clock)
        let painter = Painter { view in
            view.fill(view.bounds, with: Color(rgb: UInt32(view.frame.number)))
            view.nextUpdate = .whenNeeded
        }
        let kit = try await VideoKit.started(painter, card) { $0.variableRefresh = isAskedFor }
        for _ in 0..<24 {
            // Longer than a refresh, and no multiple of one.
            clock.advance(by: .nanoseconds(12_345_000))
            kit.setNeedsDisplay()
        }
        clock.advance(by: .seconds(1))
        await kit.stop()
        #expect(kit.statistics().map(\.pacing) == [isAskedFor && isOffered ? .variable : .timer])
        #expect(painter.frames.withLock { $0["Virtual-1"]?.count ?? 0 } > 20)
        let steps = painter.frames.withLock { $0["Virtual-1"] ?? [] }.map(\.timestamp).dropFirst(2).steps
        #expect(steps.allSatisfy { $0 >= 10 * ms }, "never faster than the mode")
        #expect(steps.allSatisfy { $0 % (10 * ms) == 0 } == !(isAskedFor && isOffered), "on the grid, or off it")
    }
}

extension [UInt8] {
    /// An EDID of a display that follows these rates, in Hz.
    fileprivate static func edid(rates: ClosedRange<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0] + [UInt8](repeating: 0, count: 120)
        bytes[8...9] = [0x49, 0x34]
        bytes[18...20] = [1, 4, 0xA5]
        bytes[54..<65] = [0, 0, 0, 0xFD, 0, rates.lowerBound, rates.upperBound, 30, 160, 60, 1]
        for start in [72, 90, 108] { bytes[start + 3] = 0x10 }
        bytes[127] = 0 &- bytes.reduce(0, &+)
        return bytes
    }
}
