import EDIDMutations
import Testing

@testable import ScreensEDID

@Suite("A CTA-861 extension")
struct CTATests {
    private typealias Builder = DescriptionBuilder

    private func decode(_ dataBlocks: [[UInt8]], flags: UInt8 = 0, timings: [[UInt8]] = []) throws -> DisplayDescription
    {
        var builder = DescriptionBuilder()
        builder.addCTA(flags: flags, dataBlocks: dataBlocks, timings: timings)
        return try DisplayDescription(decoding: builder.bytes)
    }

    @Test func namesFormatsAndTheNativeOnes() throws {
        let formats = try decode([Builder.dataBlock(tag: 2, [0x90, 0x04, 0x61, 0xC1, 0x80, 0x00, 0xFE])]).videoFormats
        #expect(formats.map(\.vic) == [16, 4, 97, 193])
        #expect(formats.map(\.isNative) == [true, false, false, false])
    }

    @Test func countsReservedBytesInTheMapOfFormats() throws {
        let display = try decode([
            Builder.extendedBlock(tag: 15, [0b0001_0100]),
            Builder.dataBlock(tag: 2, [0x10, 0x00, 0x61, 0x60, 0x5F]),
        ])
        #expect(display.ctaDataBlocks.first?.formatsAlsoIn420 == [97, 95])
    }

    @Test func takesAllFormatsWithAnEmptyMap() throws {
        let display = try decode([
            Builder.extendedBlock(tag: 15, []), Builder.extendedBlock(tag: 14, [0x65]),
            Builder.dataBlock(tag: 2, [0x61, 0x60]),
        ])
        #expect(display.ctaDataBlocks.first?.formatsAlsoIn420 == [97, 96])
        #expect(display.ctaDataBlocks.first?.formatsOnlyIn420 == [101])
    }

    @Test func readsHDMI() throws {
        let payload: [UInt8] = [0x03, 0x0C, 0x00, 0x12, 0x34, 0x79, 0x44, 0xE8, 51, 31, 0, 255, 0x80, 0x40, 1, 3]
        let hdmi = try #require(try decode([Builder.dataBlock(tag: 3, payload)]).hdmi)
        #expect(hdmi.physicalAddress == 0x1234)
        #expect(hdmi.supportsDeepColor48 && hdmi.supportsDeepColor36 && hdmi.supportsDeepColor30)
        #expect(hdmi.supportsDeepColorYCbCr444 && hdmi.supportsDualLinkDVI && !hdmi.supportsAI)
        #expect(hdmi.maximumTMDSClock == 340)
        #expect(hdmi.latency?.video == 100)
        #expect(hdmi.latency?.audio == 60)
        #expect(hdmi.interlacedLatency?.video == nil)
        #expect(hdmi.interlacedLatency?.audio == nil)
        #expect(hdmi.contentTypes == 8)
        #expect(hdmi.supports3D)
        #expect(hdmi.timings.map(\.refreshMillihertz) == [30_000, 24_000])
    }

    @Test(arguments: [
        [UInt8(0x03), 0x0C, 0x00], [0x03, 0x0C, 0x00, 0x10, 0x00], [0x03, 0x0C, 0x00, 0x10, 0x00, 0, 0, 0xFF],
    ])
    func readsHDMIThatIsCutShort(_ payload: [UInt8]) throws {
        let hdmi = try #require(try decode([Builder.dataBlock(tag: 3, payload)]).hdmi)
        #expect(hdmi.maximumTMDSClock == nil)
        #expect(hdmi.videoCodes.isEmpty)
    }

    @Test(arguments: [
        Builder.dataBlock(tag: 3, [0xD8, 0x5D, 0xC4, 1, 120, 0x88, 0x63, 0x46, 0x70, 0x90, 0x80]),
        Builder.extendedBlock(tag: 0x79, [0, 0, 1, 120, 0x88, 0x63, 0x46, 0x70, 0x90, 0x80]),
    ])
    func readsTheHDMIForum(_ block: [UInt8]) throws {
        let forum = try #require(try decode([block]).hdmiForum)
        #expect(forum.maximumTMDSCharacterRate == 600)
        #expect(forum.hasSCDC && forum.supportsScramblingBelow340)
        #expect(forum.maximumFixedRateLink == 6)
        #expect(!forum.supportsDeepColor420At48 && forum.supportsDeepColor420At36 && forum.supportsDeepColor420At30)
        #expect(forum.minimumVariableRefresh == 48)
        #expect(forum.maximumVariableRefresh == 0x190)
        #expect(forum.supportsAutoLowLatency && forum.supportsFastVactive && forum.supportsQuickMediaSwitching)
        #expect(forum.supportsStreamCompression)
    }

    @Test func readsHighDynamicRange() throws {
        let hdr = try #require(try decode([Builder.extendedBlock(tag: 6, [0x0D, 0x01, 96, 64, 51])]).hdrStaticMetadata)
        #expect(hdr.supportsTraditionalSDR && !hdr.supportsTraditionalHDR && hdr.supportsPQ && hdr.supportsHLG)
        #expect(hdr.supportsStaticMetadataType1)
        #expect(hdr.maximumLuminance == 400)
        #expect(hdr.maximumFrameAverageLuminance == 200)
        #expect(abs((hdr.minimumLuminance ?? 0) - 0.16) < 1e-9)
    }

    @Test func saysNothingOfLuminanceThatIsNotSent() throws {
        let hdr = try #require(try decode([Builder.extendedBlock(tag: 6, [0x01, 0x01])]).hdrStaticMetadata)
        #expect(hdr.maximumLuminance == nil)
        #expect(hdr.minimumLuminance == nil)
    }

    @Test func readsColorimetry() throws {
        let spaces = try #require(try decode([Builder.extendedBlock(tag: 5, [0xC1, 0x80])]).colorimetry)
        #expect(spaces == [.xvYCC601, .bt2020YCC, .bt2020RGB, .st2113RGB])
    }

    @Test(arguments: [
        (4, Colorimetry.defaultRGB), (5, .sRGB), (6, .iCtCp), (7, .st2113RGB),
    ])
    func readsTheSecondByteOfColorimetry(bit: Int, space: Colorimetry) throws {
        #expect(try decode([Builder.extendedBlock(tag: 5, [0, 1 << bit])]).colorimetry == space)
    }

    @Test(
        arguments: [
            ([], nil), ([0x10], nil), ([0x00, 0x00], 0x0000), ([0x12, 0x34], 0x1234),
        ] as [([UInt8], UInt16?)])
    func hasAPhysicalAddressOnlyIfItIsSent(bytes: [UInt8], address: UInt16?) throws {
        let display = try decode([Builder.dataBlock(tag: 3, [0x03, 0x0C, 0x00] + bytes)])
        #expect(try #require(display.hdmi).physicalAddress == address)
    }

    @Test func reportsTheTreatmentOfTheEdges() throws {
        let capability = try #require(
            try decode([Builder.extendedBlock(tag: 0, [0b1101_1011])]).videoCapability)
        #expect(capability.preferredTiming == .alwaysOverscans)
        #expect(capability.itFormats == .alwaysUnderscans)
        #expect(capability.ceFormats == .supportsBoth)
        #expect(capability.hasSelectableYCCQuantization && capability.hasSelectableRGBQuantization)
    }

    @Test(arguments: [
        (flags: UInt8(0xC0), underscans: true, audio: true), (flags: 0x00, underscans: false, audio: false),
    ])
    func reportsUnderscanAndAudio(flags: UInt8, underscans: Bool, audio: Bool) throws {
        let display = try decode([], flags: flags)
        #expect(display.underscansITFormats == underscans)
        #expect(display.hasAudio == audio)
    }

    @Test func namesTheFormatsOfSound() throws {
        let display = try decode([
            // Linear PCM in stereo, AC-3 of six channels, and a reserved format.
            Builder.dataBlock(tag: 1, [0x09, 0x07, 0x07, 0x15, 0x07, 0x50, 0x01, 0x07, 0x00]),
            // Enhanced AC-3, MPEG-H 3D Audio, L-PCM 3D Audio of 24 channels, and a truncated format.
            Builder.dataBlock(tag: 1, [0x57, 0x06, 0x01, 0x79, 0x04, 0x58, 0x7F, 0x84, 0x6F, 0x09]),
        ])
        let formats = display.audioFormats
        #expect(
            formats.map(\.coding.description) == [
                "Linear PCM", "AC-3", "Enhanced AC-3 (DD+)", "MPEG-H 3D Audio", "L-PCM 3D Audio",
            ])
        #expect(formats.map(\.maximumChannels) == [2, 6, 8, nil, 24])
        #expect(formats.map(\.sampleSizes) == [[16, 20, 24], [], [], [], [16, 20, 24]])
        #expect(formats.map(\.maximumBitRate) == [nil, 640, nil, nil, nil])
        #expect(formats[0].sampleRates == [32_000, 44_100, 48_000])
        #expect(display.hasAudio)
    }

    @Test func namesEveryCodeOfSound() {
        #expect(AudioCoding(code: 9).description == "One Bit Audio")
        #expect(AudioCoding(extendedCode: 12).description == "AC-4")
        #expect(AudioCoding(extendedCode: 31).description == "extended format 31")
    }

    @Test func placesTheSpeakers() throws {
        let display = try decode([Builder.dataBlock(tag: 4, [0x4F, 0x40, 0x04])])
        #expect(display.speakers?.description == "FL/FR, LFE1, FC, BL/BR, RLC/RRC, SiL/SiR, BtFL/BtFR")
        #expect(display.speakers?.contains([.front, .back]) == true)
        #expect(try decode([Builder.dataBlock(tag: 4, [1, 0])]).speakers == nil)
        let unknown = SpeakerAllocation(rawValue: .max)
        #expect(unknown.names.count == 21)
    }

    @Test func appendsItsTimingsToTheBaseBlock() throws {
        let display = try decode([], timings: [DescriptionBuilder.fullHD, DescriptionBuilder.fullHD])
        #expect(display.detailedTimings.map(\.block) == [1, 1])
        #expect(display.ctaExtensions.first?.detailedTimings.count == 2)
    }

    @Test func saysThatADataBlockRunsPastTheEnd() throws {
        let display = try decode([[2 << 5 | 31, 0x10]])
        #expect(display.findings.map(\.code).contains(.truncatedDataBlock))
        #expect(display.videoFormats.map(\.vic) == [16])
    }
}
