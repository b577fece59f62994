import EDIDMutations
import Testing

@testable import ScreensEDID

@Suite("Timings")
struct TimingTests {
    private func decode(_ descriptor: [UInt8]) throws -> DisplayDescription {
        var builder = DescriptionBuilder()
        builder.setDescriptor(0, descriptor)
        return try DisplayDescription(decoding: builder.bytes)
    }

    @Test func areReadFromADescriptor() throws {
        let detailed = try #require(try decode(DescriptionBuilder.fullHD).preferredTiming)
        let timing = detailed.timing
        #expect((timing.width, timing.height, timing.pixelClock) == (1920, 1080, 148_500))
        #expect(timing.horizontal == Blanking(frontPorch: 88, sync: 44, backPorch: 148, isSyncPositive: true))
        #expect(timing.vertical == Blanking(frontPorch: 4, sync: 5, backPorch: 36, isSyncPositive: true))
        #expect((timing.totalWidth, timing.totalHeight) == (2200, 1125))
        #expect(timing.refreshMillihertz == 60_000)
        #expect(timing.aspectRatio?.description == "16:9")
        #expect(detailed.imageSize == SizeInMillimeters(width: 520, height: 290))
        #expect(detailed.syncKind == .digitalSeparate)
    }

    @Test func giveTheFrameOfAnInterlacedDescriptor() throws {
        // 1920x1080i at 60 fields per second: a field has 540 lines and 22 of blanking, and half a line more.
        let descriptor: [UInt8] = [
            0x01, 0x1D, 0x80, 0x18, 0x71, 0x1C, 0x16, 0x20, 0x58, 0x2C, 0x25, 0x00, 0x08, 0x22, 0x21, 0x00, 0x00, 0x9E,
        ]
        let timing = try #require(try decode(descriptor).preferredTiming).timing
        #expect(timing.isInterlaced)
        #expect((timing.width, timing.height, timing.totalHeight) == (1920, 1080, 1125))
        #expect(timing.refreshMillihertz == 60_000)
    }

    @Test func countTheBorderInTheBlanking() throws {
        var descriptor = DescriptionBuilder.fullHD
        (descriptor[15], descriptor[16]) = (8, 2)
        let timing = try #require(try decode(descriptor).preferredTiming).timing
        #expect(timing.horizontal.backPorch == 132)
        #expect((timing.totalWidth, timing.totalHeight) == (2200, 1125))
    }

    @Test func keepContradictionsAndReportThem() throws {
        var descriptor = DescriptionBuilder.fullHD
        descriptor[15] = 255
        let display = try decode(descriptor)
        #expect(display.detailedTimings.first?.timing.horizontal.backPorch == 148 - 510)
        #expect(display.findings.map(\.code).contains(.negativePorch))
    }

    @Test func areNotMadeOfBytesWithAClockBelow10MHz() throws {
        let display = try decode([0x01] + [UInt8](repeating: 0x01, count: 17))
        #expect(display.detailedTimings.isEmpty)
        #expect(display.findings.map(\.code).contains(.lowPixelClock))
    }

    @Test(arguments: [
        (clock: 148_352, total: (2200, 1125), refresh: 59_940),
        (clock: 148_500, total: (2200, 1125), refresh: 60_000),
        (clock: 85_500, total: (1792, 798), refresh: 59_790),
        (clock: 0, total: (2200, 1125), refresh: 0),
        (clock: 1000, total: (0, 0), refresh: 0),
    ])
    func roundTheirRefreshOnce(clock: Int, total: (Int, Int), refresh: Int) {
        let none = Blanking(frontPorch: 0, sync: 0, backPorch: 0, isSyncPositive: false)
        let timing = Timing(
            width: total.0, height: total.1, pixelClock: clock, horizontal: none, vertical: none)
        #expect(timing.refreshMillihertz == refresh)
    }

    @Test(arguments: [Int.min, -1, 0, 1, Int.max])
    func neverTrapOnAnyNumbers(_ extreme: Int) {
        let blanking = Blanking(
            frontPorch: extreme, sync: extreme, backPorch: extreme, border: extreme, isSyncPositive: true)
        for isInterlaced in [false, true] {
            let timing = Timing(
                width: extreme, height: extreme, pixelClock: extreme, horizontal: blanking, vertical: blanking,
                isInterlaced: isInterlaced)
            #expect(timing.refreshMillihertz >= 0)
            #expect(timing.lineRate >= 0)
        }
    }

    @Test func comeFromFormulasForAnyRequestOrNotAtAll() {
        for refresh in [0, -1, .nan, .infinity, 1e-300, 1e300, 0.001, 59.94, 9999] {
            for size in [Int.min, 0, 1, 8, 640, 65536, Int.max] {
                for blanking in [CVT.Blanking.standard, .reduced, .reduced2] {
                    let timing = CVT.timing(width: size, height: size, refresh: refresh, blanking: blanking)
                    #expect((timing?.pixelClock ?? 0) >= 0)
                }
                #expect((GTF.standard.timing(width: size, height: size, refresh: refresh)?.pixelClock ?? 0) >= 0)
            }
        }
    }

    @Test func areNamedByStandardCodes() throws {
        var builder = DescriptionBuilder(revision: 3)
        builder.base.replaceSubrange(0x26..<0x2E, with: [0x81, 0x80, 0xD1, 0xC0, 0x00, 0x00, 0x01, 0xFF])
        let display = try DisplayDescription(decoding: builder.bytes)
        #expect(display.base.standardTimings.map(\.origin) == [.dmt(0x23), .dmt(0x52)])
        #expect(display.findings.filter { $0.code == .invalidStandardTiming }.count == 2)
    }

    @Test(arguments: [
        (revision: UInt8(1), origin: TimingOrigin.sizeOnly, height: 1144),
        (revision: 3, origin: .gtf, height: 715),
    ])
    func areComputedIfNoTableHasThem(revision: UInt8, origin: TimingOrigin, height: Int) throws {
        var builder = DescriptionBuilder(revision: revision)
        builder.base.replaceSubrange(0x26..<0x28, with: [0x70, 0x05])
        let timing = try #require(try DisplayDescription(decoding: builder.bytes).base.standardTimings.first)
        #expect(timing.origin == origin)
        #expect((timing.width, timing.height) == (1144, height))
    }

    @Test func areEstablished() throws {
        var builder = DescriptionBuilder()
        builder.base.replaceSubrange(0x23..<0x26, with: [0x21, 0x08, 0x80])
        builder.setDescriptor(1, [0, 0, 0, 0xF7, 0, 0x0A, 0x80, 0, 0, 0, 0, 0x10])
        let names = try DisplayDescription(decoding: builder.bytes).base.establishedTimings.map(\.origin.description)
        #expect(names == ["DMT 0x04", "DMT 0x09", "DMT 0x10", "Apple", "DMT 0x01", "DMT 0x4a"])
    }

    @Test func areReadFromAVideoTimingBlock() throws {
        var builder = DescriptionBuilder()
        let counts: [UInt8] = [0x10, 1, 2, 1, 2]
        builder.extensions = [
            counts + DescriptionBuilder.fullHD + DescriptionBuilder.fullHD + [0x57, 0x28, 0x21] + [
                0x81, 0x80, 0xD1, 0xC0,
            ]
        ]
        let display = try DisplayDescription(decoding: builder.bytes)
        #expect(display.detailedTimings.map(\.block) == [1, 1])
        #expect(display.extensionTimings.map(\.origin) == [.cvt, .dmt(0x23), .dmt(0x52)])
        // Counts that are too large stop at the checksum.
        builder.extensions = [[0x10, 1, 255, 255, 255] + [UInt8](repeating: 0x81, count: 122)]
        #expect(try DisplayDescription(decoding: builder.bytes).detailedTimings.count == 6)
    }

    @Test func areComputedForThreeByteCodes() throws {
        var builder = DescriptionBuilder()
        // 1920x1200 in 16:10, at 60 Hz with standard and with reduced blanking.
        builder.setDescriptor(1, [0, 0, 0, 0xF8, 0, 1, 0x57, 0x28, 0x29])
        let timings = try DisplayDescription(decoding: builder.bytes).base.cvtTimings
        #expect(timings.map(\.width) == [1920, 1920])
        #expect(timings.map(\.height) == [1200, 1200])
        #expect(timings.map { $0.timing?.pixelClock } == [193_250, 154_000])
    }

    /// Timings of which Linux makes no mode (`drm_mode_detailed`), by their differences from a good one.
    private static let unusable: [[Int: UInt8]] = [
        // Field sequential stereo, also in its interleaved form.
        [17: 0x3E], [17: 0x7F],
        // No horizontal or vertical sync.
        [9: 0], [10: 0x40],
        // Fewer than 64 pixels or lines.
        [2: 63, 4: 0x01], [5: 63, 7: 0x00],
        Dictionary(uniqueKeysWithValues: (0..<18).map { ($0, UInt8(0xFF)) }),
    ]

    @Test(arguments: unusable)
    func areNotPreferredIfLinuxDropsThem(_ changes: [Int: UInt8]) throws {
        var first = DescriptionBuilder.fullHD
        for (offset, byte) in changes { first[offset] = byte }
        var second = DescriptionBuilder.fullHD
        second[2] = 0x40
        var builder = DescriptionBuilder()
        builder.setDescriptor(0, first)
        builder.setDescriptor(1, second)
        let display = try DisplayDescription(decoding: builder.bytes)
        #expect(display.detailedTimings.count == 2)
        #expect(display.preferredTiming == display.detailedTimings.last)
        builder.setDescriptor(1, [0, 0, 0, 0x10, 0])
        #expect(try DisplayDescription(decoding: builder.bytes).preferredTiming == nil)
    }

    @Test func arePreferredInAFormOfStereoThatLinuxTakes() throws {
        var builder = DescriptionBuilder()
        var timing = DescriptionBuilder.fullHD
        timing[17] = 0x5E
        builder.setDescriptor(0, timing)
        #expect(try DisplayDescription(decoding: builder.bytes).preferredTiming?.isStereo == true)
    }

    @Test func areNativeIfTheDisplayCallsThemSo() throws {
        var builder = DescriptionBuilder()
        builder.setDescriptor(0, DescriptionBuilder.fullHD)
        func native() throws -> Resolution? { try DisplayDescription(decoding: builder.bytes).nativeResolution }
        #expect(try native() == Resolution(width: 1920, height: 1080))
        builder.base[24] = 0
        #expect(try native() == nil)
        builder.addCTA(dataBlocks: [DescriptionBuilder.dataBlock(tag: 2, [0x10, 0x84])])
        #expect(try native() == Resolution(width: 1280, height: 720))
        builder.addCTA(flags: 1)
        #expect(try native() == Resolution(width: 1920, height: 1080))
        let parameters: [UInt8] = [0x9C, 0x18, 0x0E, 0x0E, 0x00, 0x0F, 0x70, 0x08, 0, 120, 0, 0]
        builder.addDisplayID(version: 0x12, dataBlocks: [(0x01, 0, parameters)])
        #expect(try native() == Resolution(width: 3840, height: 2160))
    }
}
