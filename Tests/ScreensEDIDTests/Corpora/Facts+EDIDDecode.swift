import Foundation

extension Facts {
    /// Makes the facts of edid-decode from its output; `blocks` limits them to the first blocks.
    init(edidDecode text: String, blocks: Int = .max) {
        var reader = EDIDDecodeReader()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if reader.blocksBegun >= blocks, line.hasPrefix("Block ") { break }
            if line.hasPrefix("Warnings:") || line.hasPrefix("Failures:") || line.hasPrefix("EDID conformity") { break }
            reader.read(String(line))
        }
        self = reader.finished()
    }
}

/// A reader of edid-decode's text, line by line.
private struct EDIDDecodeReader {
    private var facts = Facts()
    private var block = 0
    private var blockTitle = ""
    private var section = ""
    private var subsection = ""
    private var lists: [String: [String]] = [:]
    private var pending: PrintedTiming?
    private(set) var blocksBegun = 0
    private var sectionNumber = 0
    private var firstPlaces: [String: Int] = [:]
    private var names: [String] = []
    private var isNativeList = false
    private var amdMinimum: String?
    private var isReservedFormat = false
    private var rangeMinimum = ""

    mutating func read(_ line: String) {
        if pending?.read(line) == true { return }
        flush()
        let indent = line.prefix { $0 == " " }.count
        let text = line.trimmingCharacters(in: .whitespaces)
        if line.hasPrefix("Native Video Resolution") {
            isNativeList = true
            return
        }
        if isNativeList {
            if let size = text.wholeMatch(of: /(\d+x\d+)i?/) { lists["native", default: []].append(String(size.1)) }
            return
        }
        if line.hasPrefix("Block "), let comma = line.firstIndex(of: ",") {
            block =
                Int(line[line.index(line.startIndex, offsetBy: 6)..<comma].trimmingCharacters(in: .whitespaces)) ?? 0
            blockTitle = String(line[line.index(after: comma)...])
            (section, subsection) = ("", "")
            blocksBegun += 1
            if blockTitle.contains("CTA-861"), facts["underscansIT"] == nil {
                facts["underscansIT"] = "false"
                facts["basicAudio"] = "false"
            }
            return
        }
        if indent == 2, text.hasSuffix(":") || text.contains(": ") {
            (section, subsection) = (text, "")
            sectionNumber += 1
            if firstPlaces[section] == nil { firstPlaces[section] = sectionNumber }
        }
        if indent == 4, text.hasSuffix(":") { subsection = text }
        if readTiming(text) { return }
        if block == 0 { readBase(text) }
        if blockTitle.contains("CTA-861") || section.hasPrefix("CTA-861 DisplayID") || blockTitle.contains("DisplayID")
        {
            readCTA(text, indent: indent)
        }
        readDisplayID(text)
    }

    mutating func finished() -> Facts {
        flush()
        if let speakers = lists.removeValue(forKey: "speakers") { facts["speakers"] = speakers.joined(separator: " ") }
        for (field, list) in lists { facts.set(field, list) }
        facts["firstDetailed"] = lists["detailed"]?.first
        return facts
    }

    private mutating func flush() {
        guard let timing = pending else { return }
        // Timings by a formula come without the lines of blanking.
        guard timing.isComplete else { return }
        lists["detailed", default: []].append(timing.line)
        if let size = timing.size { lists["detailedSizes", default: []].append(size) }
        pending = nil
    }

    /// Returns whether a data block is the first with its title; edid-decode prints every one.
    private mutating func isFirst(_ title: String) -> Bool {
        let once = [
            "(HDMI)", "(HDMI Forum)", "(AMD)", "HDR Static", "Video Capability", "Colorimetry", "Speaker Allocation",
        ]
        guard once.contains(where: title.contains) else { return true }
        return firstPlaces[title, default: sectionNumber] == sectionNumber
    }

    private mutating func set(_ field: String, _ value: String?) {
        if facts[field] == nil { facts[field] = value }
    }

    // MARK: Base block

    private mutating func readBase(_ text: String) {
        func after(_ prefix: String) -> String? {
            text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)).trimmingCharacters(in: .whitespaces) : nil
        }
        func quoted(_ prefix: String) -> String? {
            guard let rest = text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil else { return nil }
            return rest.hasPrefix("'") && rest.hasSuffix("'") ? String(rest.dropFirst().dropLast()) : String(rest)
        }
        set("version", after("EDID Structure Version & Revision:"))
        set("make", after("Manufacturer:"))
        set("product", after("Model:"))
        if let number = after("Serial Number:") {
            set("serialNumber", number.split(separator: " ").first.map(String.init))
        }
        if let made = after("Made in:") { set("year", made) }
        if let year = after("Model year:") { set("year", "model \(year)") }
        if text == "Digital display" { facts["input"] = "digital" }
        if text == "Analog display" { facts["input"] = "analog" }
        set("depth", after("Bits per primary color channel:"))
        if text.hasSuffix(" interface") { set("interface", String(text.dropLast(" interface".count))) }
        set("size", after("Maximum image size:"))
        if section.hasPrefix("Basic Display"), let ratio = after("Aspect ratio:") {
            set("size", "ratio \(ratio.split(separator: " ").first ?? "")")
        }
        set("gamma", after("Gamma:"))
        for color in ["Red  :", "Green:", "Blue :", "White:"] where section.hasPrefix("Color Char") {
            if let point = after(color) { lists["primaries", default: []].append(point) }
        }
        if let name = quoted("Display Product Name: ") { addName(name) }
        if let serial = quoted("Display Product Serial Number: ") { setText("serialString", serial) }
        if let other = quoted("Alphanumeric Data String: ") {
            let trimmed = Self.trimmed(other)
            if !trimmed.isEmpty { lists["texts", default: []].append(trimmed) }
        }
        for part in ["SPWG PC Maker P/N: ", "SPWG Manufacturer P/N: "] {
            let number = Self.trimmed(quoted(part) ?? "")
            if !number.isEmpty { lists["texts", default: []].append(number) }
        }
        if let limits = after("Monitor ranges") { readRangeLimits(limits) }
        if let exact = after("Real max dotclock:"), let clock = exact.split(separator: ".").first {
            facts["rangeLimits"] = facts["rangeLimits"]?.replacing(#/ \d+ MHz/#, with: " \(clock) MHz")
        }
    }

    private mutating func setText(_ field: String, _ text: String) {
        let trimmed = Self.trimmed(text)
        if !trimmed.isEmpty { set(field, trimmed) }
    }

    /// Adds a name: the names of two descriptors form one name.
    private mutating func addName(_ text: String) {
        let part = Self.trimmed(text)
        guard !part.isEmpty else { return }
        names.append(text)
        guard names.count == 2, let first = facts["name"], part != first else { return set("name", part) }
        facts["name"] = first + (part.hasPrefix(" ") || first.count == 13 ? "" : " ") + part
    }

    private static func trimmed(_ text: String) -> String {
        var result = text
        while result.hasSuffix(" ") { result.removeLast() }
        return result
    }

    private mutating func readRangeLimits(_ text: String) {
        let pattern = /.*: (\d+)-(\d+) Hz V, (\d+)-(\d+) kHz H(?:, max dotclock (\d+)(?:\.\d+)? MHz)?.*/
        guard text.contains(" Hz V"), let match = text.wholeMatch(of: pattern) else { return }
        let clock = match.5.map { " \($0) MHz" } ?? ""
        set("rangeLimits", "\(match.1)-\(match.2) Hz \(match.3)-\(match.4) kHz\(clock)")
    }

    // MARK: Timings

    private mutating func readTiming(_ text: String) -> Bool {
        if text.hasPrefix("Unknown :"), let match = text.firstMatch(of: /(\d+x\d+)\s+[\d.]+ Hz/) {
            lists["standard", default: []].append("unknown \(match.1) ")
            return true
        }
        // If a display requests CVT, a second line has the mode that sources of EDID 1.3 would compute.
        if text.contains("(EDID 1.3 source)") { return true }
        guard let timing = PrintedTiming(text) else { return false }
        let short =
            "\(timing.prefix) \(timing.width)x\(timing.height)\(timing.isInterlaced ? "i" : "") \(timing.clock) kHz"
        switch timing.prefix {
        case _ where timing.prefix.hasPrefix("DTD") || timing.prefix.hasPrefix("VTDB"):
            pending = timing
        case _ where block == 0 && section.hasPrefix("Established"):
            lists["established", default: []].append(short)
        case _ where block == 0 && section.hasPrefix("Standard"):
            lists["standard", default: []].append(short)
        case _ where block == 0 && subsection.hasPrefix("Established timings III"):
            lists["established", default: []].append(short)
        case _ where block == 0 && subsection.hasPrefix("Standard"):
            lists["standard", default: []].append(short)
        case _ where block == 0 && timing.prefix == "CVT":
            lists["cvt", default: []].append(short)
        case _
        where section.hasPrefix("Video Timing Modes Type 8") || section.hasPrefix("Video Timing Modes Type 4")
            || section.hasPrefix("DisplayID Type VIII"):
            lists["coded", default: []].append(short)
        case _ where section.hasPrefix("Video Timing Modes Type 9") || section.hasPrefix("Supported Timing Modes"):
            lists["coded", default: []].append(short)
        case _ where timing.prefix.hasPrefix("HDMI VIC") && section.contains("HDMI)") && isFirst(section):
            lists["hdmiVICs", default: []].append(String(timing.prefix.dropFirst(9)))
        case _ where timing.prefix.hasPrefix("VIC"):
            let code = timing.prefix.dropFirst(3).trimmingCharacters(in: .whitespaces)
            if section.hasPrefix("Video Data Block") {
                lists["vics", default: []].append(code)
                if text.contains("native") { lists["nativeVICs", default: []].append(code) }
            } else if section.hasPrefix("YCbCr 4:2:0 Video Data") {
                lists["only420", default: []].append(code)
            } else if section.hasPrefix("YCbCr 4:2:0 Capability") {
                lists["also420", default: []].append(code)
            }
        default:
            break
        }
        return true
    }

    // MARK: CTA-861

    private mutating func readCTA(_ text: String, indent: Int) {
        func after(_ prefix: String) -> String? {
            text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)).trimmingCharacters(in: .whitespaces) : nil
        }
        // If a block is repeated, the first one counts.
        if !isFirst(section) { return }
        if text == "Underscans IT Video Formats by default" { facts["underscansIT"] = "true" }
        if text == "Basic audio support" { facts["basicAudio"] = "true" }
        if section.hasPrefix("Audio Data Block") { facts["audio"] = "yes" }
        if section.hasPrefix("Audio Data Block") { readAudio(text, indent: indent, after) }
        if section.hasPrefix("Speaker Allocation"), let place = text.firstRange(of: " - ") {
            lists["speakers", default: []].append(String(text[..<place.lowerBound]))
        }
        if section.hasPrefix("Colorimetry"), indent == 4, !text.hasPrefix("Reserved"), !text.hasPrefix("Gamut") {
            lists["colorimetry", default: []].append(text)
        }
        if section.contains("(AMD)") {
            if let rate = after("Minimum Refresh Rate:") { amdMinimum = rate.replacing(" Hz", with: "") }
            if let rate = after("Maximum Refresh Rate:"), let minimum = amdMinimum {
                set("amdRange", "\(minimum)-\(rate.replacing(" Hz", with: ""))")
            }
        }
        if section.hasPrefix("Video Capability") {
            for (field, name) in [("scanPT", "PT"), ("scanIT", "IT"), ("scanCE", "CE")] {
                if let behavior = after("\(name) scan behavior:") { set(field, Self.scan(behavior)) }
            }
        }
        if section.contains("(HDMI),") { readHDMI(text, after) }
        if section.contains("(HDMI Forum)") || section.hasPrefix("HDMI Forum Sink") { readForum(text, after) }
        if section.hasPrefix("HDR Static Metadata") { readHDR(text, after) }
        if section.hasPrefix("YCbCr 4:2:0 Capability"), text == "All VDB SVDs" {
            lists["also420"] = lists["vics"]
        }
    }

    private mutating func readAudio(_ text: String, indent: Int, _ after: (String) -> String?) {
        if indent == 4 {
            // A reserved code counts as no format.
            isReservedFormat = text.hasPrefix("Reserved")
            if !isReservedFormat { lists["audioFormats", default: []].append(text.replacing(":", with: "")) }
            return
        }
        guard !isReservedFormat, let last = lists["audioFormats"]?.last else { return }
        var part: String?
        if let number = after("Max channels:") { part = "\(number) channels" }
        if let rates = after("Supported sample rates (kHz):"), !rates.isEmpty { part = "\(rates) kHz" }
        if let sizes = after("Supported sample sizes (bits):"), !sizes.isEmpty {
            part = "[\(sizes.replacing(" ", with: ", "))] bits"
        }
        if let rate = after("Maximum bit rate:"), rate != "0 kb/s" { part = rate }
        guard let part, let index = lists["audioFormats"]?.indices.last else { return }
        lists["audioFormats"]?[index] = "\(last), \(part)"
    }

    private static func scan(_ text: String) -> String {
        switch text {
        case "Always Overscanned": "alwaysOverscans"
        case "Always Underscanned": "alwaysUnderscans"
        case "Supports both over- and underscan": "supportsBoth"
        default: "unspecified"
        }
    }

    private mutating func readHDMI(_ text: String, _ after: (String) -> String?) {
        set("hdmiAddress", after("Source physical address:"))
        set("hdmiImageSize", after("Base EDID image size is"))
        set("hdmiMaxTMDS", after("Maximum TMDS clock:").flatMap { $0 == "0 MHz" ? nil : $0 })
        for (line, depth) in [("DC_48bit", "48"), ("DC_36bit", "36"), ("DC_30bit", "30"), ("DC_Y444", "Y444")]
        where text == line {
            lists["hdmiDeepColor", default: []].append(depth)
        }
        func latency(_ value: String) -> String? { value.hasSuffix(" ms") ? value : nil }
        set("hdmiVideoLatency", after("Video latency:").flatMap(latency))
        set("hdmiAudioLatency", after("Audio latency:").flatMap(latency))
        set("hdmiInterlacedVideoLatency", after("Interlaced video latency:").flatMap(latency))
    }

    private mutating func readForum(_ text: String, _ after: (String) -> String?) {
        set("forumMaxTMDS", after("Maximum TMDS Character Rate:"))
        if text == "SCDC Present" { facts["forumSCDC"] = "yes" }
        if text == "Supports Auto Low-Latency Mode" { facts["forumALLM"] = "yes" }
        set("forumVRRMin", after("VRRmin:"))
        set("forumVRRMax", after("VRRmax:"))
        if let bits = after("Supports "), bits.contains("bits/component Deep Color 4:2:0") {
            lists["forumDeepColor420", default: []].append(String(bits.prefix(2)))
        }
    }

    private mutating func readHDR(_ text: String, _ after: (String) -> String?) {
        let curves = [
            ("Traditional gamma - SDR luminance range", "SDR"), ("Traditional gamma - HDR luminance range", "HDR"),
            ("SMPTE ST2084", "PQ"), ("Hybrid Log-Gamma", "HLG"),
        ]
        for (line, name) in curves where text == line { lists["hdrEOTF", default: []].append(name) }
        if text == "Static metadata type 1" { facts["hdrType1"] = "yes" }
        func luminance(_ value: String) -> String? {
            value.firstMatch(of: /\(([\d.]+) cd\/m\^2\)/).map { String($0.1) }
        }
        set("hdrMax", after("Desired content max luminance:").flatMap(luminance))
        set("hdrAverage", after("Desired content max frame-average luminance:").flatMap(luminance))
        set("hdrMin", after("Desired content min luminance:").flatMap(luminance))
    }

    // MARK: DisplayID

    private mutating func readRanges(_ text: String) {
        func after(_ prefix: String) -> String? {
            guard text.hasPrefix(prefix) else { return nil }
            return String(text.dropFirst(prefix.count)).trimmingCharacters(in: .whitespaces)
        }
        if section.hasPrefix("Adaptive Sync") {
            if let rate = after("Min Refresh Rate:") { rangeMinimum = rate.replacing(" Hz", with: "") }
            if let rate = after("Max Refresh Rate:") {
                lists["adaptiveSync", default: []].append("\(rangeMinimum)-\(rate.replacing(" Hz", with: ""))")
            }
        }
        guard section.hasPrefix("Dynamic Video Timing Range") else { return }
        if let clock = after("Minimum Pixel Clock:") { rangeMinimum = clock.replacing(" kHz", with: "") }
        if let clock = after("Maximum Pixel Clock:") { set("dynamicRange", "\(rangeMinimum)-\(clock)") }
        if let rate = after("Minimum Vertical Refresh Rate:") { rangeMinimum = rate.replacing(" Hz", with: "") }
        if let rate = after("Maximum Vertical Refresh Rate:") {
            facts["dynamicRange"] = facts["dynamicRange"].map { "\($0) \(rangeMinimum)-\(rate)" }
        }
        if after("Seamless Dynamic Video Timing Support:") == "Yes" {
            facts["dynamicRange"] = facts["dynamicRange"].map { "\($0) seamless" }
        }
    }

    private mutating func readDisplayID(_ text: String) {
        readRanges(text)
        guard section.hasPrefix("Tiled") || section.hasPrefix("Product Id") || section.hasPrefix("Display Par") else {
            return
        }
        if let match = text.wholeMatch(of: /Num horizontal tiles: (\d+) Num vertical tiles: (\d+)/) {
            set("tiles", "\(match.1)x\(match.2)")
        }
        if let match = text.wholeMatch(of: /Tile location: (\d+, \d+)/) { set("tilePlace", String(match.1)) }
        if let match = text.wholeMatch(of: /Tile resolution: (\d+x\d+)/) { set("tileSize", String(match.1)) }
        if section.hasPrefix("Product Identification"), let match = text.wholeMatch(of: /Product Code: (\d+)/) {
            set("displayIDProduct", String(match.1))
        }
        if section.hasPrefix("Display Parameters"),
            let match = text.wholeMatch(of: /Display native pixel format: (\d+x\d+)/)
        {
            set("displayIDNative", String(match.1))
        }
    }
}
