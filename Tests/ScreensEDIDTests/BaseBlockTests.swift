import EDIDMutations
import Testing

@testable import ScreensEDID

@Suite("A base block")
struct BaseBlockTests {
    private func decode(_ builder: DescriptionBuilder) throws -> DisplayDescription {
        try DisplayDescription(decoding: builder.bytes)
    }

    @Test func reportsManufacturerProductAndSerial() throws {
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
    func reportsTheDateOfManufacture(week: UInt8, year: UInt8, expected: (week: Int?, year: Int, isModel: Bool)) throws
    {
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

    @Test func hasNoNameIfTheTextIsEmpty() throws {
        var builder = DescriptionBuilder()
        builder.setText(1, tag: 0xFC, "   ")
        let display = try decode(builder)
        #expect(display.base.name == nil)
        #expect(display.findings.map(\.code).contains(.emptyText))
    }

    @Test(arguments: [
        // A first text that fills its descriptor is cut within a word.
        ("Cinema Displa", "y", "Cinema Display"), ("Targa Visiona", "ry LCD 19-3", "Targa Visionary LCD 19-3"),
        ("17'' LCD", "Monitor", "17'' LCD Monitor"), ("SXGA ", " TFT LCD", "SXGA TFT LCD"),
        ("ThirteenChar ", "Master", "ThirteenChar Master"), ("DUAL-DVI", "", "DUAL-DVI"), ("one", "one", "one"),
    ])
    func hasANameOverTwoDescriptors(first: String, second: String, name: String) throws {
        var builder = DescriptionBuilder()
        builder.setText(1, tag: 0xFC, first)
        builder.setText(2, tag: 0xFC, second)
        #expect(try decode(builder).base.name == name)
    }

    @Test func keepsTheFirstTwoOfThreeNames() throws {
        var builder = DescriptionBuilder()
        for (slot, name) in ["one", "two", "three"].enumerated() { builder.setText(slot + 1, tag: 0xFC, name) }
        let display = try decode(builder)
        #expect(display.base.name == "one two")
        #expect(display.findings.map(\.code).contains(.repeatedDescriptor))
    }

    @Test func readsTextsUpToAByteOfOnes() throws {
        var builder = DescriptionBuilder()
        builder.setDescriptor(
            1, [0, 0, 0, 0xFC, 0] + Array("LM230".utf8) + [UInt8](repeating: 0xFF, count: 8))
        let display = try decode(builder)
        #expect(display.base.name == "LM230")
        #expect(!display.findings.map(\.code).contains(.unprintableText))
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
    func reportsDepthAndInterface(byte: UInt8, revision: UInt8, depth: Int?, interface: VideoInterface?) throws {
        var builder = DescriptionBuilder(revision: revision)
        builder.base[20] = byte
        let input = try decode(builder).base.input
        #expect(input.isDigital)
        #expect(input.bitsPerColor == depth)
        #expect(input.interface == interface)
        #expect(input.analog == nil)
    }

    @Test func reportsTheLevelsOfAnAnalogInput() throws {
        var builder = DescriptionBuilder(revision: 3)
        builder.base[20] = 0x2F
        let input = try decode(builder).base.input
        #expect(!input.isDigital)
        #expect(input.analog?.videoLevel == 714)
        #expect(input.analog?.syncLevel == 286)
        #expect(input.analog?.takesSeparateSync == true)
    }

    @Test func givesTheSizeInMillimetersOfTheTimingIfItAgrees() throws {
        var builder = DescriptionBuilder()
        builder.setDescriptor(0, DescriptionBuilder.fullHD)
        (builder.base[21], builder.base[22]) = (52, 29)
        #expect(try decode(builder).imageSize == SizeInMillimeters(width: 520, height: 290))
        (builder.base[21], builder.base[22]) = (119, 67)
        #expect(try decode(builder).imageSize == SizeInMillimeters(width: 1190, height: 670))
    }

    @Test(
        arguments: [
            (160, 90), (160, 100), (16, 9), (16, 10), (4, 3), (5, 4), (21, 9), (15, 9), (9, 16),
        ] as [(UInt8, UInt8)])
    func hasNoSizeIfTheCentimetersAreARatio(width: UInt8, height: UInt8) throws {
        var builder = DescriptionBuilder()
        (builder.base[21], builder.base[22]) = (width, height)
        #expect(try decode(builder).imageSize == nil)
        // The size in mm of the timing is the ratio again.
        var timing = DescriptionBuilder.fullHD
        (timing[12], timing[13], timing[14]) = (width, height, 0)
        builder.setDescriptor(0, timing)
        #expect(try decode(builder).imageSize == nil)
    }

    @Test func hasTheExactSizeOfASmallPanel() throws {
        // 7 inches: 16x9 cm is also its size.
        var builder = DescriptionBuilder()
        (builder.base[21], builder.base[22]) = (16, 9)
        var timing = DescriptionBuilder.fullHD
        (timing[12], timing[13], timing[14]) = (154, 86, 0)
        builder.setDescriptor(0, timing)
        #expect(try decode(builder).imageSize == SizeInMillimeters(width: 154, height: 86))
    }

    @Test(
        arguments: [
            (0, SizeInMillimeters(width: 890, height: 500)), (1, nil), (2, SizeInMillimeters(width: 890, height: 500)),
            (3, nil),
        ] as [(UInt8, SizeInMillimeters?)])
    func hasTheSizeThatHDMIConfirms(imageSize: UInt8, size: SizeInMillimeters?) throws {
        var builder = DescriptionBuilder()
        (builder.base[21], builder.base[22]) = (89, 50)
        let payload: [UInt8] = [0x03, 0x0C, 0x00, 0x10, 0x00, 0, 0, 0x20, imageSize << 3, 0]
        builder.addCTA(dataBlocks: [DescriptionBuilder.dataBlock(tag: 3, payload)])
        #expect(try decode(builder).imageSize == size)
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
