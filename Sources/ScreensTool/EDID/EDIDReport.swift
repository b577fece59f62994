import JSON
import ProgramKit

/// An ``EDIDDocument`` as `screens edid` prints it for people.
struct EDIDReport {
    private let document: JSONValue

    init(_ document: EDIDDocument) {
        self.document = document.tree
    }

    /// All sections with content, the findings last.
    var text: String {
        ReportSection.joined(
            [identity, picture, TimingTables.detailed(document), TimingTables.listed(document)]
                + EDIDExtensionReport.sections(document) + [findings])
    }

    private var identity: String {
        let identity = document[object: "identity"]
        var section = ReportSection("DISPLAY")
        section.add("Identity", document[text: "stableIdentity"])
        section.add("Make", listing: [document[text: "manufacturer"], identity[text: "vendor"]].compactMap(\.self))
        section.add("Product", Self.code(document, "productCode"))
        section.add("Model", identity[text: "model"] ?? "none")
        section.add(
            "Serial", identity[text: "serial"] ?? "none: only its connector distinguishes it from others of this model")
        // Where there is a text as well, that is the serial number above.
        section.add(
            "Number", document[text: "serialString"] == nil ? nil : document[number: "serialNumber"].map(String.init))
        section.add(document[flag: "modelYear"] ? "Model year" : "Made", Self.date(document))
        section.add("Texts", listing: document[texts: "texts"])
        section.add("EDID", document[text: "version"])
        section.add(
            "Extensions",
            listing: document[list: "extensions"].map { $0[text: "name"] ?? Self.code($0, "tag", digits: 2) ?? "?" })
        return section.text
    }

    private var picture: String {
        var section = ReportSection("PICTURE")
        section.add("Input", listing: input)
        section.add("Size", listing: size)
        section.add("Gamma", document[decimal: "gamma", places: 2])
        let primaries = document[object: "primaries"]
        for (name, member) in [("Red", "red"), ("Green", "green"), ("Blue", "blue"), ("White", "white")] {
            let point = primaries[object: member]
            section.add(name, listing: ["x", "y"].compactMap { point[decimal: $0, places: 4] })
        }
        let features = document[object: "features"]
        section.add(
            "Color",
            listing: features[words: [
                "sRGB": "sRGB", "yCbCr444": "YCbCr 4:4:4", "yCbCr422": "YCbCr 4:2:2", "monochrome": "monochrome",
            ]])
        section.add(
            "Power saving",
            listing: features[words: ["standby": "standby", "suspend": "suspend", "activeOff": "off"]])
        section.add("Range", listing: range)
        section.add("Variable refresh", variableRefresh)
        let native = document[object: "nativeResolution"]
        section.add("Native", native == .null ? nil : native[digits: "width", by: "height"])
        return section.text
    }

    private var input: [String] {
        let analog = document[object: "analog"]
        guard document[flag: "digital"] else {
            let level = "\(analog[digits: "videoMillivolts"])/\(analog[digits: "syncMillivolts"]) mV"
            return ["analog", level]
                + analog[words: [
                    "separateSync": "separate sync", "compositeSync": "composite sync", "syncOnGreen": "sync on green",
                    "serration": "serration", "setup": "setup",
                ]]
        }
        let depth = document[number: "bitsPerColor"].map { "\($0) bits per color" }
        return ["digital"] + [document[text: "interface"], depth].compactMap(\.self)
            + document[words: ["dfpCompatible": "DFP 1.x"]]
    }

    private var size: [String] {
        let size = document[object: "size"]
        let coarse = size[object: "cm"]
        return [
            coarse[number: "height"].map { _ in "\(coarse[digits: "width", by: "height"]) cm" },
            Self.millimeters(size[object: "mm"]),
            size[decimal: "aspectRatio", places: 2].map { "aspect \($0)" },
        ].compactMap(\.self)
    }

    private var range: [String] {
        let limits = document[object: "rangeLimits"]
        guard limits != .null else { return [] }
        return [
            "\(limits[digits: "minimumVerticalHertz"])-\(limits[digits: "maximumVerticalHertz"]) Hz",
            "\(limits[digits: "minimumHorizontalKilohertz"])-\(limits[digits: "maximumHorizontalKilohertz"]) kHz",
            limits[number: "maximumPixelClockKilohertz"].map { "\($0.thousandths) MHz at most" },
            limits[text: "formula"] == "none" ? nil : limits[text: "formula"],
        ].compactMap(\.self)
    }

    private var variableRefresh: String? {
        let range = document[object: "variableRefresh"]
        let sources = [
            "adaptiveSync": "Adaptive-Sync", "dynamicTimingRange": "dynamic timing range", "hdmiForum": "HDMI Forum",
            "amd": "AMD FreeSync", "rangeLimits": "range limits",
        ]
        guard let minimum = range[number: "minimumMillihertz"], let source = range[text: "source"] else { return nil }
        let rates = range[number: "maximumMillihertz"].map { "\(minimum / 1000)-\($0 / 1000) Hz" }
        return "\(rates ?? "from \(minimum / 1000) Hz") (\(sources[source] ?? source))"
    }

    private var findings: String {
        let findings = document[list: "findings"]
        var table = TextTable([("FINDING", .left), ("BLOCK", .right), ("", .left)])
        for finding in findings {
            table.add([finding[text: "code"] ?? "?", finding[digits: "block"], finding[text: "message"] ?? ""])
        }
        return findings.isEmpty ? "No findings.\n" : table.text
    }

    // MARK: What several sections have

    static func millimeters(_ size: JSONValue) -> String? {
        guard let width = size[decimal: "width", places: 1], let height = size[decimal: "height", places: 1] else {
            return nil
        }
        return "\(width)x\(height) mm"
    }

    /// The year, and the week where it is known.
    static func date(_ document: JSONValue) -> String? {
        document[number: "year"].map { year in document[number: "week"].map { "\(year), week \($0)" } ?? String(year) }
    }

    /// A hexadecimal number.
    static func code(_ document: JSONValue, _ name: String, digits: Int = 4) -> String? {
        document[number: name].map { number in
            let text = String(number, radix: 16)
            return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
        }
    }
}

/// The tables of timings.
private enum TimingTables {
    static func detailed(_ document: JSONValue) -> String {
        let timings = document[list: "detailedTimings"]
        var table = TextTable([
            ("TIMING", .left), ("SIZE", .right), ("REFRESH", .right), ("CLOCK", .right), ("TOTAL", .right),
            ("BLOCK", .right), ("", .left),
        ])
        for timing in timings {
            table.add([
                timing[text: "form"] ?? "?", size(timing), refresh(timing), clock(timing),
                timing[digits: "htotal", by: "vtotal"], timing[digits: "block"],
                marks(timing, ["preferred": "preferred", "interlaced": "interlaced", "stereo": "stereo"]),
            ])
        }
        return timings.isEmpty ? "" : table.text
    }

    /// The timings that are named by codes, wherever they stand.
    static func listed(_ document: JSONValue) -> String {
        let cta = document[object: "cta"]
        let rows =
            rows("established", document[list: "establishedTimings"])
            + rows("standard", document[list: "standardTimings"]) + rows("CVT code", document[list: "cvtTimings"])
            + rows("timing block", document[list: "extensionTimings"]) + videoFormats(cta)
            + rows("CTA-861", cta[list: "timings"]) + rows("HDMI", cta[object: "hdmi"][list: "timings"])
            + rows("DisplayID", document[list: "displayID"].flatMap { $0[list: "timings"] })
        var table = TextTable([
            ("LISTED", .left), ("AS", .left), ("SIZE", .right), ("REFRESH", .right), ("CLOCK", .right), ("", .left),
        ])
        for row in rows { table.add(row) }
        return rows.isEmpty ? "" : table.text
    }

    private static func rows(_ list: String, _ timings: [JSONValue]) -> [[String]] {
        timings.map { timing in
            [
                list, timing[text: "source"] ?? "?", size(timing), refresh(timing), clock(timing),
                marks(timing, ["interlaced": "interlaced"]),
            ]
        }
    }

    private static func videoFormats(_ cta: JSONValue) -> [[String]] {
        let also420 = Set(cta[numbers: "vicsAlso420"])
        return cta[list: "vics"].map { format in
            let isAlso420 = format[number: "vic"].map(also420.contains) ?? false
            let marks =
                format[words: ["native": "native", "interlaced": "interlaced"]] + (isAlso420 ? ["also 4:2:0"] : [])
            return [
                "CTA-861", "VIC \(format[digits: "vic"])", size(format), refresh(format), clock(format),
                marks.joined(separator: ", "),
            ]
        }
    }

    private static func size(_ timing: JSONValue) -> String {
        timing[number: "width"] == nil ? "-" : timing[digits: "width", by: "height"]
    }

    private static func refresh(_ timing: JSONValue) -> String {
        timing[number: "refreshMillihertz"].map { "\($0.thousandths) Hz" } ?? "-"
    }

    private static func clock(_ timing: JSONValue) -> String {
        timing[number: "clockKilohertz"].map { "\($0.thousandths) MHz" } ?? "-"
    }

    private static func marks(_ timing: JSONValue, _ words: KeyValuePairs<String, String>) -> String {
        // Only detailed timings can be unusable.
        let dropped = timing["usable"]?.bool == false ? ["ignored by Linux"] : []
        return (timing[words: words] + dropped).joined(separator: ", ")
    }
}
