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

    /// The base block states the rates of all modes; the rates of variable refresh begin higher, or lower.
    @Test(
        arguments: [
            ("AMD", [0x68, 0x1A, 0, 0, 1, 1, 48, 144, 0], [], 20_833_333),
            ("HDMI Forum", [0x6A, 0xD8, 0x5D, 0xC4, 1, 0, 0, 0, 0, 40, 0], [], 25_000_000),
            ("Adaptive-Sync", [], [0x2B, 0, 6, 0x27, 0, 20, 143, 0, 0], 50_000_000),
            ("dynamic timing range", [], [0x25, 0, 9, 7, 0x2E, 6, 7, 0x2E, 6, 60, 104, 0x80], 16_666_667),
            ("none", [], [], 41_666_667),
        ] as [(String, [UInt8], [UInt8], Int64)])
    func theExactRangeOfADisplayGoesBeforeItsBaseBlock(
        _ source: String, _ cta: [UInt8], _ displayID: [UInt8], _ period: Int64
    ) {
        let edid = [UInt8].edid(rates: 24...144, cta: cta, displayID: displayID)
        #expect(VariableRefresh.longestPeriod(edid: edid, in: Self.hundred) == period)
    }

    @Test func withoutARangeThereIsNoVariableRefresh() {
        #expect(VariableRefresh.longestPeriod(edid: [], in: Self.hundred) == nil)
        #expect(VariableRefresh.longestPeriod(edid: [UInt8](repeating: 0xFF, count: 128), in: Self.hundred) == nil)
    }

    @Test(arguments: [true, false], [true, false])
    func variableRefreshIsUsedIfItIsRequestedAndOffered(_ isRequested: Bool, _ isOffered: Bool) async throws {
        let mode = try SimulatedMode(width: 64, height: 64, millihertz: 100_000)
        let clock = ManualClock()
        let screen = SimulatedScreen(modes: [mode], edid: .edid(rates: 40...144), variableRefresh: isOffered)
        let card = try SimulatedCard(screens: [screen], clock: clock)
        let delegate = RecordingDelegate { view in
            view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
            view.nextUpdate = .whenNeeded
        }
        let kit = try await VideoKit.started(delegate, card) { $0.variableRefresh = isRequested }
        for _ in 0..<24 {
            // Longer than a refresh, and not a multiple of it.
            clock.advance(by: .nanoseconds(12_345_000))
            kit.setNeedsDisplay()
        }
        clock.advance(by: .seconds(1))
        await kit.stop()
        #expect(kit.statistics().map(\.pacing) == [isRequested && isOffered ? .variable : .timer])
        #expect(delegate.frames.withLock { $0["Virtual-1"]?.count ?? 0 } > 20)
        let steps = delegate.frames.withLock { $0["Virtual-1"] ?? [] }.map(\.timestamp).dropFirst(2).steps
        #expect(steps.allSatisfy { $0 >= 10 * ms }, "never faster than the mode")
        #expect(steps.allSatisfy { $0 % (10 * ms) == 0 } == !(isRequested && isOffered), "on the grid, or off it")
    }
}

extension [UInt8] {
    /// An EDID of a display with variable refresh between these rates, in Hz.
    ///
    /// - Parameters:
    ///   - cta: a data block of a CTA extension, if not empty.
    ///   - displayID: a data block of a DisplayID 2.0 extension, if not empty.
    fileprivate static func edid(
        rates: ClosedRange<UInt8>, cta: [UInt8] = [], displayID: [UInt8] = []
    ) -> [UInt8] {
        var bytes: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0] + [UInt8](repeating: 0, count: 120)
        bytes[8...9] = [0x49, 0x34]
        bytes[18...20] = [1, 4, 0xA5]
        bytes[54..<65] = [0, 0, 0, 0xFD, 0, rates.lowerBound, rates.upperBound, 30, 160, 60, 1]
        for start in [72, 90, 108] { bytes[start + 3] = 0x10 }
        var extensions: [[UInt8]] = []
        if !cta.isEmpty { extensions.append([2, 3, UInt8(4 + cta.count), 0] + cta) }
        if !displayID.isEmpty {
            let section: [UInt8] = [0x20, UInt8(displayID.count), 0, 0] + displayID
            extensions.append([0x70] + section + [0 &- section.reduce(0, &+)])
        }
        bytes[126] = UInt8(extensions.count)
        return ([bytes] + extensions).flatMap { block in
            let padded = block + [UInt8](repeating: 0, count: 128 - block.count)
            return padded.dropLast() + [0 &- padded.dropLast().reduce(0, &+)]
        }
    }
}
