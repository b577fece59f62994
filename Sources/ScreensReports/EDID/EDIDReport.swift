import ScreensJSON

/// An ``EDIDDocument`` as `screens edid` prints it for people. It is rendered from the tree that `--json` prints.
package struct EDIDReport {
    private let tree: JSONValue

    package init(_ document: EDIDDocument) {
        tree = document.tree
    }

    /// All sections with content, the findings last.
    package var text: String {
        ReportSection.joined(
            [identity, picture, TimingTables.detailed(tree), TimingTables.listed(tree)]
                + EDIDExtensionReport.sections(tree) + [findings])
    }

    private var identity: String {
        let identity = tree.at("identity")
        var section = ReportSection("DISPLAY")
        section.add("Identity", tree.at("stableIdentity").text)
        section.add("Make", listing: [tree.at("manufacturer").text, identity.at("vendor").text].compactMap(\.self))
        section.add("Product", Self.code(tree.at("productCode")))
        section.add("Model", identity.at("model").text ?? "none")
        section.add(
            "Serial",
            identity.at("serial").text ?? "none: only its connector distinguishes it from others of this model")
        // If the serial number is also given as text, that is printed above.
        section.add("Number", tree.at("serialString").text == nil ? nil : tree.at("serialNumber").text)
        section.add(tree.at("modelYear").isTrue ? "Model year" : "Made", Self.date(tree))
        section.add("Texts", listing: tree.at("texts").texts)
        section.add("EDID", tree.at("version").text)
        section.add(
            "Extensions",
            listing: tree.at("extensions").elements.compactMap {
                $0.at("name").text ?? Self.code($0.at("tag"), digits: 2)
            })
        return section.text
    }

    private var picture: String {
        var section = ReportSection("PICTURE")
        section.add("Input", listing: input)
        section.add("Size", listing: size)
        section.add("Gamma", tree.at("gamma").text(places: 2))
        for (name, key) in [("Red", "red"), ("Green", "green"), ("Blue", "blue"), ("White", "white")] {
            let point = tree.at("primaries", key)
            section.add(name, listing: ["x", "y"].compactMap { point.at($0).text(places: 4) })
        }
        let features = tree.at("features")
        section.add(
            "Color",
            listing: features.words([
                "sRGB": "sRGB", "yCbCr444": "YCbCr 4:4:4", "yCbCr422": "YCbCr 4:2:2", "monochrome": "monochrome",
            ]))
        section.add(
            "Power saving",
            listing: features.words(["standby": "standby", "suspend": "suspend", "activeOff": "off"]))
        section.add("Range", listing: range)
        section.add("Variable refresh", variableRefresh)
        section.add("Native", Self.size(tree.at("nativeResolution")))
        return section.text
    }

    private var input: [String] {
        let analog = tree.at("analog")
        if let video = analog.at("videoMillivolts").text, let sync = analog.at("syncMillivolts").text {
            return ["analog", "\(video)/\(sync) mV"]
                + analog.words([
                    "separateSync": "separate sync", "compositeSync": "composite sync", "syncOnGreen": "sync on green",
                    "serration": "serration", "setup": "setup",
                ])
        }
        let depth = tree.at("bitsPerColor").text.map { "\($0) bits per color" }
        return ["digital"] + [tree.at("interface").text, depth].compactMap(\.self)
            + tree.words(["dfpCompatible": "DFP 1.x"])
    }

    private var size: [String] {
        let size = tree.at("size")
        return [
            Self.size(size.at("cm")).map { "\($0) cm" }, Self.millimeters(size.at("mm")),
            size.at("aspectRatio").text(places: 2).map { "aspect \($0)" },
        ].compactMap(\.self)
    }

    private var range: [String] {
        let limits = tree.at("rangeLimits")
        let rates = [("Vertical", "Hertz", "Hz"), ("Horizontal", "Kilohertz", "kHz")].compactMap { way, key, unit in
            limits.at("minimum\(way)\(key)").text.flatMap { minimum in
                limits.at("maximum\(way)\(key)").text.map { "\(minimum)-\($0) \(unit)" }
            }
        }
        let formula = limits.at("formula").text
        return rates
            + [
                limits.at("maximumPixelClockKilohertz").thousandths.map { "\($0) MHz at most" },
                formula == "none" ? nil : formula,
            ].compactMap(\.self)
    }

    private var variableRefresh: String? {
        let range = tree.at("variableRefresh")
        guard let minimum = range.at("minimumMillihertz").int, let source = range.at("source").text else { return nil }
        let names = [
            "adaptiveSync": "Adaptive-Sync", "dynamicTimingRange": "dynamic timing range", "hdmiForum": "HDMI Forum",
            "amd": "AMD FreeSync", "rangeLimits": "range limits",
        ]
        let maximum = range.at("maximumMillihertz").int
        let rates = maximum.map { "\(minimum / 1000)-\($0 / 1000) Hz" } ?? "from \(minimum / 1000) Hz"
        return "\(rates) (\(names[source] ?? source))"
    }

    private var findings: String {
        let findings = tree.at("findings").elements
        var table = TextTable([("FINDING", .left), ("BLOCK", .right), ("", .left)])
        for finding in findings { table.add(["code", "block", "message"].map { finding.at($0).text ?? "" }) }
        return findings.isEmpty ? "No findings.\n" : table.text
    }

    // MARK: Parts of several sections

    /// Returns a size, such as `1920x1080`.
    static func size(_ size: JSONValue) -> String? {
        size.at("width").text.flatMap { width in size.at("height").text.map { "\(width)x\($0)" } }
    }

    static func millimeters(_ size: JSONValue) -> String? {
        size.at("width").text(places: 1).flatMap { width in
            size.at("height").text(places: 1).map { "\(width)x\($0) mm" }
        }
    }

    /// Returns the year, and the week if it is known.
    static func date(_ members: JSONValue) -> String? {
        members.at("year").text.map { year in members.at("week").text.map { "\(year), week \($0)" } ?? year }
    }

    /// Returns a number in hexadecimal.
    static func code(_ number: JSONValue, digits: Int = 4) -> String? {
        number.int.map { number in
            let text = String(number, radix: 16)
            return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
        }
    }
}

/// The tables of timings.
private enum TimingTables {
    static func detailed(_ tree: JSONValue) -> String {
        let timings = tree.at("detailedTimings").elements
        var table = TextTable([
            ("TIMING", .left), ("SIZE", .right), ("REFRESH", .right), ("CLOCK", .right), ("TOTAL", .right),
            ("BLOCK", .right), ("", .left),
        ])
        for timing in timings {
            table.add(
                [timing.at("form").text ?? ""] + figures(timing) + [
                    ["htotal", "vtotal"].compactMap { timing.at($0).text }.joined(separator: "x"),
                    timing.at("block").text ?? "",
                    (timing.words(["preferred": "preferred", "interlaced": "interlaced", "stereo": "stereo"])
                        + (timing.at("usable").isTrue ? [] : ["ignored by Linux"])).joined(separator: ", "),
                ])
        }
        return timings.isEmpty ? "" : table.text
    }

    /// Returns the timings from any part of the EDID that are named by codes.
    static func listed(_ tree: JSONValue) -> String {
        let cta = tree.at("cta")
        var rows = self.rows("established", tree.at("establishedTimings"))
        rows += self.rows("standard", tree.at("standardTimings"))
        rows += self.rows("CVT code", tree.at("cvtTimings"))
        rows += self.rows("timing block", tree.at("extensionTimings"))
        rows += videoFormats(cta)
        rows += self.rows("CTA-861", cta.at("timings"))
        rows += self.rows("HDMI", cta.at("hdmi", "timings"))
        for section in tree.at("displayID").elements { rows += self.rows("DisplayID", section.at("timings")) }
        var table = TextTable([
            ("LISTED", .left), ("AS", .left), ("SIZE", .right), ("REFRESH", .right), ("CLOCK", .right), ("", .left),
        ])
        for row in rows { table.add(row) }
        return rows.isEmpty ? "" : table.text
    }

    private static func rows(_ list: String, _ timings: JSONValue) -> [[String]] {
        timings.elements.map { timing in
            [list, timing.at("source").text ?? ""] + figures(timing)
                + [timing.words(["interlaced": "interlaced"]).joined()]
        }
    }

    private static func videoFormats(_ cta: JSONValue) -> [[String]] {
        let also420 = Set(cta.at("vicsAlso420").texts)
        return cta.at("vics").elements.map { format in
            let code = format.at("vic").text ?? ""
            let words = format.words(["native": "native", "interlaced": "interlaced"])
            return ["CTA-861", "VIC \(code)"] + figures(format)
                + [(words + (also420.contains(code) ? ["also 4:2:0"] : [])).joined(separator: ", ")]
        }
    }

    /// Returns size, refresh rate and pixel clock.
    private static func figures(_ timing: JSONValue) -> [String] {
        [
            EDIDReport.size(timing) ?? "-", timing.at("refreshMillihertz").thousandths.map { "\($0) Hz" } ?? "-",
            timing.at("clockKilohertz").thousandths.map { "\($0) MHz" } ?? "-",
        ]
    }
}
