import EDIDMutations
import Testing

@testable import ScreensEDID

@Suite("Variable refresh")
struct VariableRefreshTests {
    private typealias Builder = DescriptionBuilder

    /// Returns AMD's block of version 1: a version of two bytes, the rates, flags.
    private func amd(_ minimum: UInt8, _ maximum: UInt8, version: UInt8 = 1, wide: Int = 0) -> [UInt8] {
        var payload: [UInt8] = [0x1A, 0, 0, version, 1, minimum, maximum, 0]
        if version >= 3 { payload += [0, 0, 0, 0, 0, UInt8(wide & 0xFF), UInt8(wide >> 8)] }
        return Builder.dataBlock(tag: 3, payload)
    }

    private func forum(_ minimum: UInt8, _ maximum: Int) -> [UInt8] {
        let high = UInt8(maximum >> 8) << 6
        return Builder.dataBlock(tag: 3, [0xD8, 0x5D, 0xC4, 1, 0, 0, 0, 0, high | minimum, UInt8(maximum & 0xFF)])
    }

    private func range(
        _ cta: [[UInt8]] = [], _ displayID: [(tag: UInt8, revision: UInt8, payload: [UInt8])] = [],
        limits: [UInt8]? = nil, features: UInt8 = 0
    ) throws -> VariableRefreshRange? {
        var builder = DescriptionBuilder()
        builder.base[24] = features
        if let limits { builder.setDescriptor(1, [0, 0, 0, 0xFD] + limits) }
        if !cta.isEmpty { builder.addCTA(dataBlocks: cta) }
        if !displayID.isEmpty { builder.addDisplayID(version: 0x20, dataBlocks: displayID) }
        return try DisplayDescription(decoding: builder.bytes).variableRefresh
    }

    private func expect(
        _ range: VariableRefreshRange?, _ minimum: Int, _ maximum: Int?, _ source: VariableRefreshRange.Source,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(range?.minimumMillihertz == minimum, sourceLocation: location)
        #expect(range?.maximumMillihertz == maximum, sourceLocation: location)
        #expect(range?.source == source, sourceLocation: location)
    }

    @Test func isReadFromTheBlockOfAMD() throws {
        expect(try range([amd(48, 144)]), 48_000, 144_000, .amd)
        expect(try range([amd(48, 240, version: 3, wide: 360)]), 48_000, 360_000, .amd)
        expect(try range([amd(48, 165, version: 3, wide: 0)]), 48_000, 165_000, .amd)
    }

    @Test(arguments: [(0, 100), (60, 60), (75, 48), (48, 0)] as [(UInt8, UInt8)])
    func isNotARangeWithoutRatesBetween(minimum: UInt8, maximum: UInt8) throws {
        #expect(try range([amd(minimum, maximum)]) == nil)
        // This block states the highest rate minus one, so it is never 0.
        guard maximum > 0 else { return }
        #expect(try range([], [(0x2B, 0, [0x27, 0, minimum, maximum - 1, 0, 0])]) == nil)
    }

    @Test func isNotReadFromABlockCutShort() throws {
        #expect(try range([Builder.dataBlock(tag: 3, [0x1A, 0, 0, 1, 1, 48])]) == nil)
        #expect(try range([], [(0x2B, 0, [0x27, 0, 48, 143, 0])]) == nil)
        #expect(try range([], [(0x25, 0, [0, 0, 0, 0, 0, 0, 48, 120])]) == nil)
    }

    @Test func isReadFromTheHDMIForum() throws {
        expect(try range([forum(48, 400)]), 48_000, 400_000, .hdmiForum)
        // Without a highest rate, the timing's rate applies.
        expect(try range([forum(40, 0)]), 40_000, nil, .hdmiForum)
        #expect(try range([forum(0, 120)]) == nil)
    }

    @Test func isReadFromTheAdaptiveSyncBlock() throws {
        let ranges: [UInt8] = [0x27, 0, 60, 0xEF, 0, 0, 0x27, 0, 48, 59, 0, 0]
        expect(try range([], [(0x2B, 0, ranges)]), 60_000, 240_000, .adaptiveSync)
        expect(try range([], [(0x2B, 0, [0x27, 0, 48, 0x67, 1, 0])]), 48_000, 360_000, .adaptiveSync)
        // Descriptors of another size are not defined.
        #expect(try range([], [(0x2B, 0x10, [0x27, 0, 48, 0x67, 1, 0, 0])]) == nil)
    }

    @Test func isReadFromTheDynamicTimingRange() throws {
        let limits: [UInt8] = [0x07, 0x2E, 0x06, 0x07, 0x2E, 0x06, 60, 0x68, 0x81]
        expect(try range([], [(0x25, 0, limits)]), 60_000, 104_000, .dynamicTimingRange)
        expect(try range([], [(0x25, 1, limits)]), 60_000, 360_000, .dynamicTimingRange)
        // Rates that change with a break are rates of modes.
        #expect(try range([], [(0x25, 0, Array(limits.prefix(8)) + [0x01])]) == nil)
    }

    @Test(arguments: [
        (features: UInt8(1), formula: UInt8(1), isRange: true), (0, 1, false), (1, 0, false), (1, 4, false),
    ])
    func isReadFromTheRangeLimitsOfAContinuousFrequency(features: UInt8, formula: UInt8, isRange: Bool) throws {
        let range = try range(limits: [0, 48, 75, 30, 83, 18, formula, 0x0A], features: features)
        #expect((range?.source == .rangeLimits) == isRange)
        if isRange { expect(range, 48_000, 75_000, .rangeLimits) }
    }

    @Test func isTheFirstRangeOfTheExactSources() throws {
        let limits: [UInt8] = [0, 50, 75, 30, 83, 18, 1, 0x0A]
        expect(try range([amd(0, 100)], limits: limits, features: 1), 50_000, 75_000, .rangeLimits)
        expect(try range([amd(48, 144)], limits: limits, features: 1), 48_000, 144_000, .amd)
        expect(try range([amd(48, 144), forum(40, 120)]), 40_000, 120_000, .hdmiForum)
        expect(
            try range([amd(48, 144)], [(0x2B, 0, [0x27, 0, 30, 119, 0, 0])]), 30_000, 120_000, .adaptiveSync)
    }
}
