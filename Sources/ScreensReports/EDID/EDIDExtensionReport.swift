import ScreensJSON

/// The sections of an ``EDIDReport`` that are about extensions: CTA-861, HDMI and DisplayID.
enum EDIDExtensionReport {
    static func sections(_ tree: JSONValue) -> [String] {
        let cta = tree.at("cta")
        let sections =
            cta == .null ? [] : [self.cta(cta), hdmi(cta.at("hdmi")), hdmiForum(cta.at("hdmiForum"))]
        return sections + tree.at("displayID").elements.map(displayID)
    }

    private static func cta(_ cta: JSONValue) -> String {
        let extensions = cta.at("extensions").elements
        var section = ReportSection("CTA-861")
        section.add("Revision", listing: extensions.compactMap { $0.at("revision").text })
        section.add(
            "Default scan", cta.at("underscan").bool.map { "IT formats \($0 ? "" : "not ")underscanned" })
        let capability = cta.at("videoCapability")
        section.add("Preferred timing", scanning(capability.at("pt")))
        section.add("IT formats", scanning(capability.at("it")))
        section.add("CE formats", scanning(capability.at("ce")))
        section.add(
            "Selectable range",
            listing: capability.words(["selectableYCCQuantization": "YCC", "selectableRGBQuantization": "RGB"]))
        section.add(
            "Color",
            listing: [("yCbCr444", "YCbCr 4:4:4"), ("yCbCr422", "YCbCr 4:2:2")].compactMap { key, word in
                extensions.contains { $0.at(key).isTrue } ? word : nil
            })
        section.add("Only 4:2:0", listing: cta.at("vicsOnly420").texts.map { "VIC \($0)" })
        section.add("Colorimetry", listing: cta.at("colorimetry").texts)
        section.add("HDR", listing: cta.at("hdrStaticMetadata", "transferFunctions").texts)
        section.add("Luminance", listing: luminance(cta.at("hdrStaticMetadata")))
        section.add(
            "Audio", listing: cta.at("audio").isTrue ? ["yes"] + cta.at("audioFormats").elements.map(audio) : ["no"])
        section.add("Speakers", listing: cta.at("speakerPlaces").texts)
        return section.text
    }

    private static func scanning(_ behavior: JSONValue) -> String? {
        behavior.text.map { name in
            switch name {
            case "alwaysOverscans": "always overscanned"
            case "alwaysUnderscans": "always underscanned"
            case "supportsBoth": "overscanned or underscanned"
            default: "not specified"
            }
        }
    }

    private static func luminance(_ hdr: JSONValue) -> [String] {
        [
            ("at most", "maximumLuminance"), ("frame average at most", "maximumFrameAverageLuminance"),
            ("at least", "minimumLuminance"),
        ].compactMap { words, key in hdr.at(key).text(places: 3).map { "\(words) \($0) cd/m²" } }
    }

    /// Returns an audio format, such as `Linear PCM 2 channels`.
    private static func audio(_ format: JSONValue) -> String {
        let name = format.at("coding").text ?? ""
        return format.at("maximumChannels").text.map { "\(name) \($0) channels" } ?? name
    }

    private static func hdmi(_ block: JSONValue) -> String {
        var section = ReportSection("HDMI")
        section.add("Physical address", block.at("physicalAddress").text)
        section.add("TMDS clock", block.at("maximumTMDSClockMegahertz").text.map { "\($0) MHz at most" })
        section.add("Deep color", listing: block.at("deepColor").texts.map { "\($0) bits" })
        section.add("Latency", listing: latency(block.at("latency")))
        section.add("Interlaced latency", listing: latency(block.at("interlacedLatency")))
        section.add("Content types", listing: block.at("contentTypes").texts)
        section.add(
            "Supports",
            listing: block.words([
                "supportsAI": "ACP or ISRC packets", "deepColorYCbCr444": "deep color in YCbCr 4:4:4",
                "dualLinkDVI": "dual-link DVI", "supports3D": "3D",
            ]))
        return section.text
    }

    private static func latency(_ latency: JSONValue) -> [String] {
        ["video", "audio"].compactMap { word in latency.at("\(word)Milliseconds").text.map { "\(word) \($0) ms" } }
    }

    private static func hdmiForum(_ block: JSONValue) -> String {
        var section = ReportSection("HDMI FORUM")
        section.add("Version", block.at("version").text)
        section.add("TMDS rate", block.at("maximumTMDSCharacterRateMegahertz").text.map { "\($0) MHz at most" })
        section.add("Fixed rate link", fixedRateLink(block.at("maximumFixedRateLink")))
        section.add("Deep color 4:2:0", listing: block.at("deepColor420").texts.map { "\($0) bits" })
        section.add(
            "Variable refresh",
            block.at("vrrMinimumHertz").text.map { minimum in
                block.at("vrrMaximumHertz").text.map { "\(minimum)-\($0) Hz" } ?? "from \(minimum) Hz"
            })
        section.add(
            "Supports",
            listing: block.words([
                "scdc": "SCDC", "scramblingBelow340": "scrambling below 340 MHz", "allm": "auto low latency mode",
                "fastVactive": "fast vactive", "qms": "quick media switching", "dsc": "display stream compression",
            ]))
        return section.text
    }

    /// Returns the fastest fixed rate link (HDMI 2.1 table 10-6), such as `6 Gbit/s on 4 lanes`.
    private static func fixedRateLink(_ code: JSONValue) -> String? {
        let links = [(3, 3), (6, 3), (6, 4), (8, 4), (10, 4), (12, 4)]
        guard let code = code.int.map(Int.init), links.indices.contains(code - 1) else { return nil }
        let (rate, lanes) = links[code - 1]
        return "\(rate) Gbit/s on \(lanes) lanes"
    }

    private static func displayID(_ section: JSONValue) -> String {
        var report = ReportSection("DISPLAYID \(section.at("version").text ?? "")")
        let (product, parameters) = (section.at("product"), section.at("parameters"))
        report.add("Make", product.at("make").text)
        report.add("Product", EDIDReport.code(product.at("productCode")))
        report.add("Model", product.at("name").text)
        report.add("Number", product.at("serialNumber").text)
        report.add(product.at("modelYear").isTrue ? "Model year" : "Made", EDIDReport.date(product))
        report.add("Serial", section.at("serialString").text)
        report.add("Size", EDIDReport.millimeters(parameters.at("imageSize")))
        if let width = parameters.at("nativeWidth").text, let height = parameters.at("nativeHeight").text {
            report.add("Native format", "\(width)x\(height)")
        }
        let tile = section.at("tiledTopology")
        if let column = tile.at("column").int, let row = tile.at("row").int {
            func text(_ key: String) -> String { tile.at(key).text ?? "" }
            report.add("Tile", "column \(column + 1) of \(text("columns")), row \(row + 1) of \(text("rows"))")
            report.add("Tile size", EDIDReport.size(tile))
            report.add(
                "Tiled display",
                "\(text("make")) \(EDIDReport.code(tile.at("productCode")) ?? "") \(text("serialNumber"))")
            report.add("Enclosures", tile.at("singleEnclosure").isTrue ? "one" : "several")
        }
        return report.text
    }
}
