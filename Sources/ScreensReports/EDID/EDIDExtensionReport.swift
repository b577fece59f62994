import ScreensConfiguration
import ScreensEDID

/// The sections of an ``EDIDReport`` that are about extensions: CTA-861, HDMI and DisplayID.
enum EDIDExtensionReport {
    static func sections(_ display: DisplayDescription) -> [String] {
        guard display.hasCTA else { return display.displayIDSections.map(displayID) }
        return [cta(display), display.hdmi.map(hdmi) ?? "", display.hdmiForum.map(hdmiForum) ?? ""]
            + display.displayIDSections.map(displayID)
    }

    private static func cta(_ display: DisplayDescription) -> String {
        let extensions = display.ctaExtensions
        var section = ReportSection("CTA-861")
        section.add("Revision", listing: extensions.map { String($0.revision) })
        section.add("Default scan", display.underscansITFormats.map { "IT formats \($0 ? "" : "not ")underscanned" })
        let capability = display.videoCapability
        section.add("Preferred timing", (capability?.preferredTiming).map(scanning))
        section.add("IT formats", (capability?.itFormats).map(scanning))
        section.add("CE formats", (capability?.ceFormats).map(scanning))
        section.add(
            "Selectable range",
            listing: Words.of(
                (capability?.hasSelectableYCCQuantization ?? false, "YCC"),
                (capability?.hasSelectableRGBQuantization ?? false, "RGB")))
        section.add(
            "Color",
            listing: Words.of(
                (extensions.contains(where: \.supportsYCbCr444), "YCbCr 4:4:4"),
                (extensions.contains(where: \.supportsYCbCr422), "YCbCr 4:2:2")))
        section.add("Only 4:2:0", listing: display.ctaDataBlocks.flatMap(\.formatsOnlyIn420).map { "VIC \($0)" })
        section.add("Colorimetry", listing: display.colorimetry?.names ?? [])
        section.add("HDR", listing: display.hdrStaticMetadata?.transferFunctions ?? [])
        section.add("Luminance", listing: display.hdrStaticMetadata.map(luminance) ?? [])
        section.add("Audio", listing: display.hasAudio ? ["yes"] + display.audioFormats.map(audio) : ["no"])
        section.add("Speakers", listing: display.speakers?.names ?? [])
        return section.text
    }

    private static func scanning(_ behavior: ScanBehavior) -> String {
        switch behavior {
        case .alwaysOverscans: "always overscanned"
        case .alwaysUnderscans: "always underscanned"
        case .supportsBoth: "overscanned or underscanned"
        default: "not specified"
        }
    }

    private static func luminance(_ hdr: HDRStaticMetadata) -> [String] {
        let values = [
            ("at most", hdr.maximumLuminance), ("frame average at most", hdr.maximumFrameAverageLuminance),
            ("at least", hdr.minimumLuminance),
        ]
        // The document has four decimals.
        return values.compactMap { words, value in
            value.map { "\(words) \($0.rounded(places: 4).text(places: 3)) cd/m²" }
        }
    }

    /// An audio format, such as `Linear PCM 2 channels`.
    private static func audio(_ format: AudioFormat) -> String {
        let name = format.coding.description
        return format.maximumChannels.map { "\(name) \($0) channels" } ?? name
    }

    private static func hdmi(_ block: HDMIVendorBlock) -> String {
        var section = ReportSection("HDMI")
        section.add("Physical address", block.physicalAddressText)
        section.add("TMDS clock", block.maximumTMDSClock.map { "\($0) MHz at most" })
        section.add("Deep color", listing: block.deepColors.map { "\($0) bits" })
        section.add("Latency", listing: block.latency.map(latency) ?? [])
        section.add("Interlaced latency", listing: block.interlacedLatency.map(latency) ?? [])
        section.add("Content types", listing: block.contentTypeNames)
        section.add(
            "Supports",
            listing: Words.of(
                (block.supportsAI, "ACP or ISRC packets"),
                (block.supportsDeepColorYCbCr444, "deep color in YCbCr 4:4:4"),
                (block.supportsDualLinkDVI, "dual-link DVI"), (block.supports3D, "3D")))
        return section.text
    }

    private static func latency(_ latency: HDMILatency) -> [String] {
        [("video", latency.video), ("audio", latency.audio)].compactMap { word, milliseconds in
            milliseconds.map { "\(word) \($0) ms" }
        }
    }

    private static func hdmiForum(_ block: HDMIForumBlock) -> String {
        var section = ReportSection("HDMI FORUM")
        section.add("Version", String(block.version))
        section.add("TMDS rate", block.maximumTMDSCharacterRate.map { "\($0) MHz at most" })
        section.add("Fixed rate link", fixedRateLink(block.maximumFixedRateLink))
        section.add("Deep color 4:2:0", listing: block.deepColors420.map { "\($0) bits" })
        section.add("Variable refresh", variableRefresh(block))
        section.add(
            "Supports",
            listing: Words.of(
                (block.hasSCDC, "SCDC"), (block.supportsScramblingBelow340, "scrambling below 340 MHz"),
                (block.supportsAutoLowLatency, "auto low latency mode"), (block.supportsFastVactive, "fast vactive"),
                (block.supportsQuickMediaSwitching, "quick media switching"),
                (block.supportsStreamCompression, "display stream compression")))
        return section.text
    }

    /// The fastest fixed rate link (HDMI 2.1 table 10-6), such as `6 Gbit/s on 4 lanes`.
    private static func fixedRateLink(_ code: Int) -> String? {
        let links = [(3, 3), (6, 3), (6, 4), (8, 4), (10, 4), (12, 4)]
        guard links.indices.contains(code - 1) else { return nil }
        let (rate, lanes) = links[code - 1]
        return "\(rate) Gbit/s on \(lanes) lanes"
    }

    private static func variableRefresh(_ block: HDMIForumBlock) -> String? {
        block.minimumVariableRefresh.map { minimum in
            block.maximumVariableRefresh.map { "\(minimum)-\($0) Hz" } ?? "from \(minimum) Hz"
        }
    }

    private static func displayID(_ section: DisplayIDSection) -> String {
        var report = ReportSection("DISPLAYID \(section.version).\(section.revision)")
        if let product = section.product {
            report.add("Make", product.make)
            report.add("Product", EDIDReport.code(product.productCode))
            report.add("Model", product.name)
            report.add("Number", product.serialNumber.map { String($0) })
            report.add(
                product.isModelYear ? "Model year" : "Made", EDIDReport.date(product.year, week: product.week))
        }
        report.add("Serial", section.serialString)
        if let parameters = section.parameters {
            report.add("Size", parameters.imageSize.map(EDIDReport.millimeters))
            // Zero means that the section does not give them.
            if parameters.nativeWidth != 0, parameters.nativeHeight != 0 {
                report.add("Native format", "\(parameters.nativeWidth)x\(parameters.nativeHeight)")
            }
        }
        if let tile = section.tiledTopology {
            report.add(
                "Tile", "column \(tile.column + 1) of \(tile.columns), row \(tile.row + 1) of \(tile.rows)")
            report.add("Tile size", "\(tile.width)x\(tile.height)")
            report.add("Tiled display", "\(tile.make) \(EDIDReport.code(tile.productCode)) \(tile.serialNumber)")
            report.add("Enclosures", tile.isSingleEnclosure ? "one" : "several")
        }
        return report.text
    }
}
