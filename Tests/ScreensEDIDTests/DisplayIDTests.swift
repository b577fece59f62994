import EDIDMutations
import Testing

@testable import ScreensEDID

@Suite("A DisplayID section")
struct DisplayIDTests {
    private typealias DataBlock = (tag: UInt8, revision: UInt8, payload: [UInt8])

    private func decode(_ version: UInt8, _ dataBlocks: [DataBlock]) throws -> DisplayDescription {
        var builder = DescriptionBuilder()
        builder.addDisplayID(version: version, dataBlocks: dataBlocks)
        return try DisplayDescription(decoding: builder.bytes)
    }

    private let timing: [UInt8] = [
        0x01, 0x3A, 0x00, 0x84, 0x7F, 0x07, 0x17, 0x01, 0x57, 0x80, 0x2B, 0x00, 0x37, 0x04, 0x2C, 0x00, 0x03, 0x80,
        0x04, 0x00,
    ]

    @Test(arguments: [
        (version: UInt8(0x12), tag: UInt8(0x03), clock: 148_500, form: DetailedTiming.Form.typeI),
        (version: 0x20, tag: 0x22, clock: 14_850, form: .typeVII),
    ])
    func spellsOutTimings(version: UInt8, tag: UInt8, clock: Int, form: DetailedTiming.Form) throws {
        // The bytes hold the clock minus one, so 0x3A01 means 14850 steps.
        let detailed = try #require(try decode(version, [(tag, 0, timing)]).detailedTimings.first)
        #expect(detailed.form == form)
        #expect(detailed.isMarkedPreferred)
        #expect(detailed.timing.pixelClock == clock)
        #expect((detailed.timing.totalWidth, detailed.timing.totalHeight) == (2200, 1125))
        #expect(detailed.timing.horizontal.isSyncPositive && detailed.timing.vertical.isSyncPositive)
        #expect(detailed.timing.aspectRatio?.description == "16:9")
    }

    @Test func spellsOutTimingsOfTypeII() throws {
        // 1280x720: 160 cells, 370 pixels are not a number of cells, so 1648 in all.
        let bytes: [UInt8] = [0x00, 0x1D, 0x00, 0x8C, 159, 45 << 1, 0xD4, 0xCF, 0x02, 29, 0x44]
        let timing = try #require(try decode(0x12, [(0x04, 0, bytes)]).detailedTimings.first?.timing)
        #expect((timing.width, timing.height, timing.pixelClock) == (1280, 720, 74_250))
        #expect(timing.horizontal == Blanking(frontPorch: 112, sync: 40, backPorch: 216, isSyncPositive: true))
        #expect(timing.vertical == Blanking(frontPorch: 5, sync: 5, backPorch: 20, isSyncPositive: true))
    }

    @Test func namesTheProductOfVersion1() throws {
        let payload: [UInt8] = Array("DEL".utf8) + [0xB1, 0xA0, 1, 0, 0, 0, 10, 20, 5] + Array("U2410".utf8)
        let product = try #require(try decode(0x12, [(0, 0, payload)]).displayIDSections.first?.product)
        #expect(product.make == "DEL")
        #expect(product.productCode == 0xA0B1)
        #expect(product.serialNumber == 1)
        #expect((product.week, product.year, product.isModelYear) == (10, 2020, false))
        #expect(product.name == "U2410")
    }

    @Test func namesTheProductOfVersion2() throws {
        let payload: [UInt8] = [0x00, 0x10, 0xFA, 0xB1, 0xA0, 0, 0, 0, 0, 255, 24, 0]
        let product = try #require(try decode(0x20, [(0x20, 0, payload)]).displayIDSections.first?.product)
        #expect(product.make == "00-10-FA")
        #expect(product.serialNumber == nil)
        #expect((product.year, product.isModelYear) == (2024, true))
        #expect(product.name == nil)
    }

    @Test func placesATile() throws {
        let payload: [UInt8] =
            [0x82, 0x10, 0x10, 0x00, 0xFF, 0x09, 0x3F, 0x0B, 0, 0, 0, 0, 0] + Array("DEL".utf8) + [
                0xB1, 0xA0, 1, 0, 0, 0,
            ]
        let tile = try #require(try decode(0x12, [(0x12, 0, payload)]).tiledTopology)
        #expect((tile.columns, tile.rows, tile.column, tile.row) == (2, 1, 1, 0))
        #expect((tile.width, tile.height) == (2560, 2880))
        #expect(tile.isSingleEnclosure)
        #expect(tile.make == "DEL")
        #expect((tile.productCode, tile.serialNumber) == (0xA0B1, 1))
    }

    @Test func carriesDataBlocksOfCTA() throws {
        let display = try decode(0x20, [(0x81, 0, [0xE3, 0x06, 0x05, 0x01]), (0x81, 0, [0x41, 0x10])])
        #expect(display.hdrStaticMetadata?.supportsPQ == true)
        #expect(display.videoFormats.map(\.vic) == [16])
    }

    @Test func namesTimingsByCodesAndFormulas() throws {
        let display = try decode(
            0x20,
            [
                (0x23, 0x00, [0x52, 0xEE]), (0x23, 0x48, [0x61, 0x00]), (0x23, 0x80, [0x01]),
                (0x24, 0, [0x02, 0x7F, 0x07, 0x37, 0x04, 59]),
            ])
        let listed = try #require(display.displayIDSections.first?.listedTimings)
        #expect(listed.map(\.origin) == [.dmt(0x52), .vic(97), .hdmiVIC(1), .cvt])
        #expect(listed.last?.timing?.pixelClock == 133_320)
        #expect(display.findings.map(\.code) == [.noFirstTiming, .unknownFormat])
    }

    @Test func giveTheImageSizeInTenthsOfMillimeters() throws {
        let payload: [UInt8] = [0x9C, 0x18, 0x0E, 0x0E, 0x00, 0x0F, 0x70, 0x08, 0, 120, 0, 0]
        let display = try decode(0x12, [(0x01, 0, payload)])
        let size = try #require(display.imageSize)
        #expect(abs(size.width - 630) < 0.01 && abs(size.height - 359.8) < 0.01)
        #expect(display.displayIDSections.first?.parameters?.nativeWidth == 3840)
    }

    @Test func boundsTimingsThatTakeNoBytes() throws {
        let maps = [DataBlock](repeating: (0x07, 0, [UInt8](repeating: 0xFF, count: 10)), count: 9)
        var builder = DescriptionBuilder()
        for _ in 0..<16 {
            builder.addDisplayID(version: 0x12, dataBlocks: maps)
        }
        let display = try DisplayDescription(decoding: builder.bytes)
        #expect(display.displayIDSections.map(\.listedTimings.count).reduce(0, +) == 1024)
        #expect(display.findings.last?.code == .tooMuch)
    }
}
