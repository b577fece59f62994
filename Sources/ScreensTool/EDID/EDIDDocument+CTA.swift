import EDID
import JSON

/// The parts of CTA-861.
extension EDIDDocument {
    /// What all CTA extensions say together, and the data blocks within DisplayID; null where there are none.
    static func cta(_ display: DisplayDescription) -> JSONValue {
        guard display.hasCTA else { return .null }
        let blocks = display.ctaDataBlocks
        return .object([
            "extensions": .list(display.ctaExtensions, extensionFlags),
            "vics": .list(display.videoFormats, format),
            "vicsAlso420": .numbers(blocks.flatMap(\.formatsAlsoIn420)),
            "vicsOnly420": .numbers(blocks.flatMap(\.formatsOnlyIn420)),
            "timings": .list(blocks.flatMap(\.listedTimings), timing),
            "hdmi": .members(of: display.hdmi, hdmi),
            "hdmiForum": .members(of: display.hdmiForum, hdmiForum),
            "hdrStaticMetadata": .members(of: display.hdrStaticMetadata, hdr),
            "colorimetry": display.colorimetry.map { .texts($0.names) } ?? .null,
            "audio": .flag(display.hasAudio),
            "speakers": .flag(blocks.contains(where: \.hasSpeakers)),
            "underscan": .flag(display.underscansITFormats),
            "videoCapability": .members(of: display.videoCapability, capability),
        ])
    }

    private static func extensionFlags(_ block: CTAExtension) -> JSONValue {
        .object([
            "block": .number(block.block),
            "revision": .number(block.revision),
            "underscan": .flag(block.underscansITFormats),
            "basicAudio": .flag(block.supportsBasicAudio),
            "yCbCr444": .flag(block.supportsYCbCr444),
            "yCbCr422": .flag(block.supportsYCbCr422),
            "nativeDetailedTimings": .number(block.nativeDetailedTimingCount),
        ])
    }

    /// The numbers are null for codes that the tables do not have.
    private static func format(_ format: ShortVideoDescriptor) -> JSONValue {
        let timing = format.timing
        return .object([
            "vic": .number(format.vic),
            "native": .flag(format.isNative),
            "width": .number(timing?.width),
            "height": .number(timing?.height),
            "refreshMillihertz": .number(timing?.refreshMillihertz),
            "interlaced": .flag(timing?.isInterlaced),
        ])
    }

    private static func hdmi(_ block: HDMIVendorBlock) -> [String: JSONValue] {
        [
            "physicalAddress": .text(block.physicalAddressText),
            "supportsAI": .flag(block.supportsAI),
            "deepColor": .numbers(block.deepColors),
            "deepColorYCbCr444": .flag(block.supportsDeepColorYCbCr444),
            "dualLinkDVI": .flag(block.supportsDualLinkDVI),
            "maximumTMDSClockMegahertz": .number(block.maximumTMDSClock),
            "latency": .members(of: block.latency, latency),
            "interlacedLatency": .members(of: block.interlacedLatency, latency),
            "contentTypes": .texts(block.contentTypeNames),
            "vics": .numbers(block.videoCodes),
            "supports3D": .flag(block.supports3D),
        ]
    }

    private static func latency(_ latency: HDMILatency) -> [String: JSONValue] {
        ["videoMilliseconds": .number(latency.video), "audioMilliseconds": .number(latency.audio)]
    }

    private static func hdmiForum(_ block: HDMIForumBlock) -> [String: JSONValue] {
        [
            "version": .number(block.version),
            "maximumTMDSCharacterRateMegahertz": .number(block.maximumTMDSCharacterRate),
            "scdc": .flag(block.hasSCDC),
            "scramblingBelow340": .flag(block.supportsScramblingBelow340),
            "deepColor420": .numbers(block.deepColors420),
            "maximumFixedRateLink": .number(block.maximumFixedRateLink),
            "allm": .flag(block.supportsAutoLowLatency),
            "fastVactive": .flag(block.supportsFastVactive),
            "qms": .flag(block.supportsQuickMediaSwitching),
            "vrrMinimumHertz": .number(block.minimumVariableRefresh),
            "vrrMaximumHertz": .number(block.maximumVariableRefresh),
            "dsc": .flag(block.supportsStreamCompression),
        ]
    }

    private static func hdr(_ block: HDRStaticMetadata) -> [String: JSONValue] {
        [
            "transferFunctions": .texts(block.transferFunctions),
            "staticMetadataType1": .flag(block.supportsStaticMetadataType1),
            "maximumLuminance": .decimal(block.maximumLuminance, places: 4),
            "maximumFrameAverageLuminance": .decimal(block.maximumFrameAverageLuminance, places: 4),
            "minimumLuminance": .decimal(block.minimumLuminance, places: 4),
        ]
    }

    private static func capability(_ block: VideoCapability) -> [String: JSONValue] {
        [
            "pt": .text(block.preferredTiming.description),
            "it": .text(block.itFormats.description),
            "ce": .text(block.ceFormats.description),
            "selectableYCCQuantization": .flag(block.hasSelectableYCCQuantization),
            "selectableRGBQuantization": .flag(block.hasSelectableRGBQuantization),
        ]
    }
}
