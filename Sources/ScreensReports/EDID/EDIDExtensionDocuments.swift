import ScreensEDID
import ScreensJSON

/// The CTA-861 part of an ``EDIDDocument``.
enum CTADocument {
    /// Returns the data of all CTA extensions and of the data blocks within DisplayID; null if there are none.
    static func tree(_ display: DisplayDescription) -> JSONValue {
        guard display.hasCTA else { return .null }
        let blocks = display.ctaDataBlocks
        return [
            "extensions": .list(display.ctaExtensions, extensionFlags),
            "vics": .list(display.videoFormats, format),
            "vicsAlso420": .numbers(blocks.flatMap(\.formatsAlsoIn420)),
            "vicsOnly420": .numbers(blocks.flatMap(\.formatsOnlyIn420)),
            "timings": .list(blocks.flatMap(\.listedTimings), TimingDocument.listed),
            "hdmi": .members(of: display.hdmi, hdmi),
            "hdmiForum": .members(of: display.hdmiForum, hdmiForum),
            "amd": .members(of: blocks.lazy.compactMap(\.amd).first, amd),
            "hdrStaticMetadata": .members(of: display.hdrStaticMetadata, hdr),
            "colorimetry": display.colorimetry.map { .texts($0.names) } ?? .null,
            "audio": .flag(display.hasAudio),
            "audioFormats": .list(display.audioFormats, audioFormat),
            "speakers": .flag(display.speakers != nil),
            "speakerPlaces": display.speakers.map { .texts($0.names) } ?? .null,
            "underscan": .flag(display.underscansITFormats),
            "videoCapability": .members(of: display.videoCapability, capability),
        ]
    }

    private static func extensionFlags(_ block: CTAExtension) -> JSONValue {
        [
            "block": .number(block.block),
            "revision": .number(block.revision),
            "underscan": .flag(block.underscansITFormats),
            "basicAudio": .flag(block.supportsBasicAudio),
            "yCbCr444": .flag(block.supportsYCbCr444),
            "yCbCr422": .flag(block.supportsYCbCr422),
            "nativeDetailedTimings": .number(block.nativeDetailedTimingCount),
        ]
    }

    /// Returns a video format. Its numbers are null for codes that the tables do not have.
    private static func format(_ format: ShortVideoDescriptor) -> JSONValue {
        let timing = format.timing
        return [
            "vic": .number(format.vic),
            "native": .flag(format.isNative),
            "width": .number(timing?.width),
            "height": .number(timing?.height),
            "refreshMillihertz": .number(timing?.refreshMillihertz),
            "interlaced": .flag(timing?.isInterlaced),
            "clockKilohertz": .number(timing?.pixelClock),
        ]
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
            "timings": .list(block.timings, TimingDocument.listed),
            "supports3D": .flag(block.supports3D),
            "imageSize": .text(block.imageSize.name),
        ]
    }

    private static func amd(_ block: AMDVendorBlock) -> [String: JSONValue] {
        [
            "version": .number(block.version),
            "minimumHertz": .number(block.minimumRefresh),
            "maximumHertz": .number(block.maximumRefresh),
        ]
    }

    private static func audioFormat(_ format: AudioFormat) -> JSONValue {
        [
            "coding": .text(format.coding.description),
            "maximumChannels": .number(format.maximumChannels),
            "sampleRatesHertz": .numbers(format.sampleRates),
            "sampleBits": .numbers(format.sampleSizes),
            "maximumKilobitsPerSecond": .number(format.maximumBitRate),
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

extension DisplayDescription {
    /// Whether there are CTA-861 data, in an extension or within DisplayID.
    fileprivate var hasCTA: Bool {
        !ctaExtensions.isEmpty || displayIDSections.contains { $0.ctaDataBlocks.hasContent }
    }
}

extension CTADataBlocks {
    fileprivate var hasContent: Bool {
        !videoFormats.isEmpty || !formatsAlsoIn420.isEmpty || !formatsOnlyIn420.isEmpty || hdmi != nil
            || hdmiForum != nil || hdrStaticMetadata != nil || colorimetry != nil || videoCapability != nil || hasAudio
            || amd != nil || speakers != nil || !detailedTimings.isEmpty || !listedTimings.isEmpty
    }
}

/// The DisplayID part of an ``EDIDDocument``.
enum DisplayIDDocument {
    static func tree(_ section: DisplayIDSection) -> JSONValue {
        [
            "block": .number(section.block),
            "version": .text("\(section.version).\(section.revision)"),
            "productType": .number(section.productType),
            "product": .members(of: section.product, product),
            "serialString": .text(section.serialString),
            "parameters": .members(of: section.parameters, parameters),
            "timings": .list(section.listedTimings, TimingDocument.listed),
            "adaptiveSync": .list(section.adaptiveSyncRanges) { range in
                [
                    "minimumHertz": .number(range.minimumRefresh),
                    "maximumHertz": .number(range.maximumRefresh),
                ]
            },
            "dynamicTimingRange": .members(of: section.dynamicTimingRange, dynamicTimingRange),
            "tiledTopology": .members(of: section.tiledTopology, topology),
        ]
    }

    private static func product(_ product: ProductIdentification) -> [String: JSONValue] {
        [
            "make": .text(product.make),
            "productCode": .number(product.productCode),
            "serialNumber": .number(product.serialNumber),
            "week": .number(product.week),
            "year": .number(product.year),
            "modelYear": .flag(product.isModelYear),
            "name": .text(product.name),
        ]
    }

    private static func parameters(_ parameters: DisplayParameters) -> [String: JSONValue] {
        // Zero means that the section does not state them.
        [
            "imageSize": EDIDDocument.millimeters(parameters.imageSize),
            "nativeWidth": .number(parameters.nativeWidth == 0 ? nil : parameters.nativeWidth),
            "nativeHeight": .number(parameters.nativeHeight == 0 ? nil : parameters.nativeHeight),
        ]
    }

    private static func dynamicTimingRange(_ range: DynamicTimingRange) -> [String: JSONValue] {
        [
            "minimumHertz": .number(range.minimumRefresh),
            "maximumHertz": .number(range.maximumRefresh),
            "minimumPixelClockKilohertz": .number(range.minimumPixelClock),
            "maximumPixelClockKilohertz": .number(range.maximumPixelClock),
            "seamless": .flag(range.isSeamless),
        ]
    }

    private static func topology(_ tile: TiledTopology) -> [String: JSONValue] {
        [
            "singleEnclosure": .flag(tile.isSingleEnclosure),
            "columns": .number(tile.columns),
            "rows": .number(tile.rows),
            "column": .number(tile.column),
            "row": .number(tile.row),
            "width": .number(tile.width),
            "height": .number(tile.height),
            "make": .text(tile.make),
            "productCode": .number(tile.productCode),
            "serialNumber": .number(tile.serialNumber),
            "behaviorWhenAlone": .number(tile.behaviorWhenAlone),
        ]
    }
}
