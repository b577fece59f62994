import JSON

/// The sections of an ``EDIDReport`` that are about extensions: CTA-861, HDMI and DisplayID.
enum EDIDExtensionReport {
    /// - Parameter document: of the whole EDID.
    static func sections(_ document: JSONValue) -> [String] {
        let cta = document[object: "cta"]
        return [self.cta(cta), hdmi(cta[object: "hdmi"]), hdmiForum(cta[object: "hdmiForum"])]
            + document[list: "displayID"].map(displayID)
    }

    private static func cta(_ cta: JSONValue) -> String {
        guard cta != .null else { return "" }
        let extensions = cta[list: "extensions"]
        var section = ReportSection("CTA-861")
        section.add("Revision", listing: extensions.map { $0[digits: "revision"] })
        section.add("Default scan", cta["underscan"]?.bool.map { "IT formats \($0 ? "" : "not ")underscanned" })
        let capability = cta[object: "videoCapability"]
        section.add("Preferred timing", capability[text: "pt"].map(scanning))
        section.add("IT formats", capability[text: "it"].map(scanning))
        section.add("CE formats", capability[text: "ce"].map(scanning))
        section.add(
            "Selectable range",
            listing: capability[words: ["selectableYCCQuantization": "YCC", "selectableRGBQuantization": "RGB"]])
        let colors = [("yCbCr444", "YCbCr 4:4:4"), ("yCbCr422", "YCbCr 4:2:2")]
        section.add(
            "Color", listing: colors.filter { name, _ in extensions.contains { $0[flag: name] } }.map(\.1))
        section.add("Only 4:2:0", listing: cta[numbers: "vicsOnly420"].map { "VIC \($0)" })
        section.add("Colorimetry", listing: cta[texts: "colorimetry"])
        let hdr = cta[object: "hdrStaticMetadata"]
        section.add("HDR", listing: hdr[texts: "transferFunctions"])
        section.add("Luminance", listing: luminance(hdr))
        section.add("Audio", listing: cta[flag: "audio"] ? ["yes"] + cta[list: "audioFormats"].map(sound) : ["no"])
        section.add("Speakers", listing: cta[texts: "speakerPlaces"])
        return section.text
    }

    private static func scanning(_ behavior: String) -> String {
        switch behavior {
        case "alwaysOverscans": "always overscanned"
        case "alwaysUnderscans": "always underscanned"
        case "supportsBoth": "overscanned or underscanned"
        default: "not specified"
        }
    }

    private static func luminance(_ hdr: JSONValue) -> [String] {
        let values = [
            ("at most", "maximumLuminance"), ("frame average at most", "maximumFrameAverageLuminance"),
            ("at least", "minimumLuminance"),
        ]
        return values.compactMap { words, name in hdr[decimal: name, places: 3].map { "\(words) \($0) cd/m²" } }
    }

    /// An audio format, such as `Linear PCM 2 channels`.
    private static func sound(_ format: JSONValue) -> String {
        let name = format[text: "coding"] ?? "?"
        return format[number: "maximumChannels"].map { "\(name) \($0) channels" } ?? name
    }

    private static func hdmi(_ block: JSONValue) -> String {
        var section = ReportSection("HDMI")
        section.add("Physical address", block[text: "physicalAddress"])
        section.add("TMDS clock", block[number: "maximumTMDSClockMegahertz"].map { "\($0) MHz at most" })
        section.add("Deep color", listing: block[numbers: "deepColor"].map { "\($0) bits" })
        section.add("Latency", listing: latency(block[object: "latency"]))
        section.add("Interlaced latency", listing: latency(block[object: "interlacedLatency"]))
        section.add("Content types", listing: block[texts: "contentTypes"])
        section.add(
            "Supports",
            listing: block[words: [
                "supportsAI": "ACP or ISRC packets", "deepColorYCbCr444": "deep color in YCbCr 4:4:4",
                "dualLinkDVI": "dual-link DVI", "supports3D": "3D",
            ]])
        return section.text
    }

    private static func latency(_ latency: JSONValue) -> [String] {
        [("video", "videoMilliseconds"), ("audio", "audioMilliseconds")].compactMap { word, name in
            latency[number: name].map { "\(word) \($0) ms" }
        }
    }

    private static func hdmiForum(_ block: JSONValue) -> String {
        var section = ReportSection("HDMI FORUM")
        section.add("Version", block[number: "version"].map(String.init))
        section.add("TMDS rate", block[number: "maximumTMDSCharacterRateMegahertz"].map { "\($0) MHz at most" })
        section.add("Fixed rate link", block[number: "maximumFixedRateLink"].flatMap(fixedRateLink))
        section.add("Deep color 4:2:0", listing: block[numbers: "deepColor420"].map { "\($0) bits" })
        section.add("Variable refresh", variableRefresh(block))
        section.add(
            "Supports",
            listing: block[words: [
                "scdc": "SCDC", "scramblingBelow340": "scrambling below 340 MHz", "allm": "auto low latency mode",
                "fastVactive": "fast vactive", "qms": "quick media switching", "dsc": "display stream compression",
            ]])
        return section.text
    }

    /// The fastest fixed rate link (HDMI 2.1 table 10-6), such as `6 Gbit/s on 4 lanes`.
    private static func fixedRateLink(_ code: Int) -> String? {
        let links = [(3, 3), (6, 3), (6, 4), (8, 4), (10, 4), (12, 4)]
        guard links.indices.contains(code - 1) else { return nil }
        let (rate, lanes) = links[code - 1]
        return "\(rate) Gbit/s on \(lanes) lanes"
    }

    private static func variableRefresh(_ block: JSONValue) -> String? {
        block[number: "vrrMinimumHertz"].map { minimum in
            block[number: "vrrMaximumHertz"].map { "\(minimum)-\($0) Hz" } ?? "from \(minimum) Hz"
        }
    }

    private static func displayID(_ section: JSONValue) -> String {
        var report = ReportSection("DISPLAYID \(section[text: "version"] ?? "?")")
        let product = section[object: "product"]
        report.add("Make", product[text: "make"])
        report.add("Product", EDIDReport.code(product, "productCode"))
        report.add("Model", product[text: "name"])
        report.add("Number", product[number: "serialNumber"].map(String.init))
        report.add(product[flag: "modelYear"] ? "Model year" : "Made", EDIDReport.date(product))
        report.add("Serial", section[text: "serialString"])
        let parameters = section[object: "parameters"]
        report.add("Size", EDIDReport.millimeters(parameters[object: "imageSize"]))
        if parameters[number: "nativeWidth"] != nil, parameters[number: "nativeHeight"] != nil {
            report.add("Native format", parameters[digits: "nativeWidth", by: "nativeHeight"])
        }
        let tile = section[object: "tiledTopology"]
        if let column = tile[number: "column"], let row = tile[number: "row"] {
            report.add(
                "Tile", "column \(column + 1) of \(tile[digits: "columns"]), row \(row + 1) of \(tile[digits: "rows"])")
            report.add("Tile size", tile[digits: "width", by: "height"])
            let code = EDIDReport.code(tile, "productCode") ?? "?"
            report.add("Tiled display", "\(tile[text: "make"] ?? "?") \(code) \(tile[digits: "serialNumber"])")
            report.add("Enclosures", tile[flag: "singleEnclosure"] ? "one" : "several")
        }
        return report.text
    }
}
