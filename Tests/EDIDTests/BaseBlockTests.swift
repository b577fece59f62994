import EDIDMutations
import Testing

@testable import EDID

@Suite("A base block")
struct BaseBlockTests {
    private func decode(_ builder: DescriptionBuilder) throws -> DisplayDescription {
        try DisplayDescription(decoding: builder.bytes)
    }

    @Test func tellsMakerProductAndSerial() throws {
        let base = try decode(DescriptionBuilder(make: "DEL", product: 0xA0B1, serial: 0x1234_5678)).base
        #expect(base.manufacturer.description == "DEL")
        #expect(base.manufacturer.isValid)
        #expect(base.productCode == 0xA0B1)
        #expect(base.serialNumber == 0x1234_5678)
        #expect((base.version, base.revision) == (1, 4))
    }

    @Test(arguments: [
        (week: UInt8(12), year: UInt8(30), expected: (week: Int?(12), year: 2020, isModel: false)),
        (week: 0, year: 30, expected: (week: nil, year: 2020, isModel: false)),
        (week: 255, year: 33, expected: (week: nil, year: 2023, isModel: true)),
        (week: 108, year: 33, expected: (week: nil, year: 2023, isModel: false)),
    ])
    func tellsWhenItWasMade(week: UInt8, year: UInt8, expected: (week: Int?, year: Int, isModel: Bool)) throws {
        var builder = DescriptionBuilder()
        (builder.base[16], builder.base[17]) = (week, year)
        let date = try decode(builder).base.date
        #expect(date.week == expected.week)
        #expect(date.year == expected.year)
        #expect(date.isModelYear == expected.isModel)
    }

    @Test func readsTextsUpToTheLineFeed() throws {
        var builder = DescriptionBuilder()
        builder.setText(1, tag: 0xFC, "DELL U2410")
        builder.setText(2, tag: 0xFF, "F525M0A1234L")
        builder.setText(3, tag: 0xFE, "THIRTEEN CHAR")
        let base = try decode(builder).base
        #expect(base.name == "DELL U2410")
        #expect(base.serialString == "F525M0A1234L")
        #expect(base.texts == ["THIRTEEN CHAR"])
    }

    @Test func cutsSpacesAtTheEndOfATextOnly() throws {
        var builder = DescriptionBuilder()
        builder.setText(1, tag: 0xFC, "  A  B   ")
        #expect(try decode(builder).base.name == "  A  B")
    }

    @Test func hasNoNameWhereTheTextIsEmpty() throws {
        var builder = DescriptionBuilder()
        builder.setText(1, tag: 0xFC, "   ")
        let display = try decode(builder)
        #expect(display.base.name == nil)
        #expect(display.findings.map(\.code).contains(.emptyText))
    }

    @Test func keepsTheFirstOfTwoNames() throws {
        var builder = DescriptionBuilder()
        builder.setText(1, tag: 0xFC, "one")
        builder.setText(2, tag: 0xFC, "two")
        let display = try decode(builder)
        #expect(display.base.name == "one")
        #expect(display.findings.map(\.code).contains(.repeatedDescriptor))
    }

    @Test func replacesControlCharactersInTexts() throws {
        var builder = DescriptionBuilder()
        builder.setDescriptor(1, [0, 0, 0, 0xFC, 0, 0x41, 0x1B, 0xE9, 0x42, 0x0A])
        let display = try decode(builder)
        #expect(display.base.name == "A\u{FFFD}éB")
        #expect(display.findings.map(\.code).contains(.unprintableText))
    }

    @Test(arguments: [
        (byte: UInt8(0xA5), revision: UInt8(4), depth: Int?(8), interface: VideoInterface?(.displayPort)),
        (byte: 0xB2, revision: 4, depth: 10, interface: .hdmiA),
        (byte: 0x80, revision: 4, depth: nil, interface: nil),
        (byte: 0xFF, revision: 4, depth: nil, interface: nil),
        (byte: 0xA5, revision: 3, depth: nil, interface: nil),
    ])
    func tellsDepthAndInterface(byte: UInt8, revision: UInt8, depth: Int?, interface: VideoInterface?) throws {
        var builder = DescriptionBuilder(revision: revision)
        builder.base[20] = byte
        let input = try decode(builder).base.input
        #expect(input.isDigital)
        #expect(input.bitsPerColor == depth)
        #expect(input.interface == interface)
        #expect(input.analog == nil)
    }

    @Test func tellsTheLevelsOfAnAnalogInput() throws {
        var builder = DescriptionBuilder(revision: 3)
        builder.base[20] = 0x2F
        let input = try decode(builder).base.input
        #expect(!input.isDigital)
        #expect(input.analog?.videoLevel == 714)
        #expect(input.analog?.syncLevel == 286)
        #expect(input.analog?.takesSeparateSync == true)
    }

    @Test func givesTheSizeInMillimetersOfTheTimingWhereItAgrees() throws {
        var builder = DescriptionBuilder()
        builder.setDescriptor(0, DescriptionBuilder.fullHD)
        (builder.base[21], builder.base[22]) = (52, 29)
        #expect(try decode(builder).imageSize == SizeInMillimeters(width: 520, height: 290))
        (builder.base[21], builder.base[22]) = (160, 90)
        #expect(try decode(builder).imageSize == SizeInMillimeters(width: 1600, height: 900))
    }

    @Test func hasARatioInsteadOfASize() throws {
        var builder = DescriptionBuilder()
        (builder.base[21], builder.base[22]) = (79, 0)
        let base = try decode(builder).base
        #expect(base.screenSize.widthCentimeters == nil)
        #expect(base.screenSize.aspectRatio == 1.78)
        #expect(try decode(builder).imageSize == nil)
    }

    @Test func addsTheOffsetsOfRangeLimits() throws {
        var builder = DescriptionBuilder()
        builder.setDescriptor(1, [0, 0, 0, 0xFD, 0x0E, 48, 10, 30, 40, 60, 1, 0x0A])
        let limits = try #require(try decode(builder).base.rangeLimits)
        #expect(limits.minimumVerticalRate == 48)
        #expect(limits.maximumVerticalRate == 265)
        #expect(limits.minimumHorizontalRate == 285)
        #expect(limits.maximumHorizontalRate == 295)
        #expect(limits.maximumPixelClock == 600_000)
        #expect(limits.formula == .none)
    }

    @Test func knowsThePanelsWhoseLastDescriptorsAreTheirOwn() throws {
        var builder = DescriptionBuilder(revision: 3)
        var second = DescriptionBuilder.fullHD
        second[17] = 0x9D
        builder.setDescriptor(0, DescriptionBuilder.fullHD)
        builder.setDescriptor(1, second)
        builder.setDescriptor(2, [0, 0, 0, 0xFE, 0] + Array("WU973".utf8) + [0x81] + Array("133WX2\n".utf8))
        builder.setDescriptor(
            3, [0, 0, 0, 0xFE, 0, 8, 0x8F, 0x14, 0x19, 0x33, 0x5D, 0x7F, 0xFF, 1, 1, 0x0A, 0x20, 0x20])
        let display = try decode(builder)
        #expect(display.detailedTimings.map(\.timing.isInterlaced) == [false, false])
        #expect(display.base.texts == ["WU973", "133WX2"])
        #expect(display.findings.isEmpty)
    }

    @Test func readsPrimaries() throws {
        var builder = DescriptionBuilder()
        builder.base.replaceSubrange(0x19..<0x23, with: [0xEE, 0x91, 0xA3, 0x54, 0x4C, 0x99, 0x26, 0x0F, 0x50, 0x54])
        let primaries = try decode(builder).base.primaries
        #expect(primaries.red == Chromaticity(x: Double(0xA3 << 2 | 3) / 1024, y: Double(0x54 << 2 | 2) / 1024))
        #expect(primaries.white == Chromaticity(x: Double(0x50 << 2) / 1024, y: Double(0x54 << 2 | 1) / 1024))
    }
}
