/// A timing in the form of X.Org: `173.00 1920 2048 2248 2576 1080 1083 1088 1120 -hsync +vsync`.
///
/// The numbers are the pixel clock in MHz, then for each direction the end of the picture, the start and the end of
/// sync, and the total. Vertical numbers count the lines of the frame, also for interlaced timings. A name and the word
/// `Modeline` may precede the numbers, and the flags `+hsync`, `-hsync`, `+vsync`, `-vsync`, `interlace` and
/// `doublescan`, in any case, may follow them.
package struct Modeline: Sendable, Hashable {
    /// The positions along a line or a column, in pixels or lines.
    package struct Axis: Sendable, Hashable {
        /// The number of visible pixels or lines.
        package let active: Int

        /// The start of sync.
        package let syncStart: Int

        /// The end of sync.
        package let syncEnd: Int

        /// The total including the blanking.
        package let total: Int

        /// Whether the sync pulse is positive.
        package let isSyncPositive: Bool
    }

    /// The name, if any.
    package let name: String?

    /// The pixel clock in kHz.
    package let pixelClock: Int

    /// The positions along a line.
    package let horizontal: Axis

    /// The positions along a column of the frame.
    package let vertical: Axis

    /// Whether a frame is sent as two fields.
    package let isInterlaced: Bool

    /// Whether each line is sent twice.
    package let isDoubleScanned: Bool

    /// The refresh rate in mHz, rounded; for an interlaced timing, the rate of the fields.
    package var refreshMillihertz: Int {
        let dots = horizontal.total * vertical.total * (isDoubleScanned ? 2 : 1)
        let rate = pixelClock * (isInterlaced ? 2_000_000 : 1_000_000)
        return (rate + dots / 2) / dots
    }

    /// Makes the mode line of a timing, counted as in the kernel.
    ///
    /// - Throws: ``ModeSyntaxError`` if the timing breaks one of the rules for texts.
    package init(_ timing: Timing, name: String? = nil) throws(ModeSyntaxError) {
        let fields = timing.isInterlaced ? 2 : 1
        func axis(_ active: Int, _ blanking: Blanking, _ scale: Int, _ total: Int) -> Axis {
            let start = active &+ (blanking.border &+ blanking.frontPorch) &* scale
            return Axis(
                active: active, syncStart: start, syncEnd: start &+ blanking.sync &* scale, total: total,
                isSyncPositive: blanking.isSyncPositive)
        }
        try self.init(
            name: name,
            pixelClock: timing.pixelClock,
            horizontal: axis(timing.width, timing.horizontal, 1, timing.totalWidth),
            vertical: axis(timing.height, timing.vertical, fields, timing.totalHeight),
            isInterlaced: timing.isInterlaced,
            isDoubleScanned: false
        )
    }

    /// Returns whether a text is meant as a mode line: it has words, at least one of them a number.
    package static func isMeant(by text: String) -> Bool {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
        return words.count > 1 && words.contains { number($0) != nil }
    }

    /// Reads a mode line.
    ///
    /// - Throws: The first rule that the text breaks.
    package init(_ text: String) throws(ModeSyntaxError) {
        guard text.utf8.count <= Self.longestText else {
            throw ModeSyntaxError("a mode line has no more than \(Self.longestText) characters")
        }
        var words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })[...]
        if let first = words.first, first.lowercased() == "modeline" { words = words.dropFirst() }
        let name = try Self.takeName(&words)
        guard let clock = words.popFirst() else { throw ModeSyntaxError("the pixel clock is missing") }
        let pixelClock = try Self.kilohertz(clock)
        var numbers: [Int] = []
        while numbers.count < 8 {
            guard let word = words.popFirst() else {
                throw ModeSyntaxError("a mode line has eight numbers after the clock, not \(numbers.count)")
            }
            guard let number = Self.number(word) else {
                throw ModeSyntaxError("'\(word)' is not one of the eight whole numbers after the clock")
            }
            numbers.append(number)
        }
        var flags = Flags()
        for word in words { try flags.add(word) }
        try self.init(
            name: name,
            pixelClock: pixelClock,
            horizontal: Axis(numbers[0..<4], isSyncPositive: flags.horizontalSync ?? false),
            vertical: Axis(numbers[4..<8], isSyncPositive: flags.verticalSync ?? false),
            isInterlaced: flags.isInterlaced,
            isDoubleScanned: flags.isDoubleScanned
        )
    }

    private init(
        name: String?, pixelClock: Int, horizontal: Axis, vertical: Axis, isInterlaced: Bool, isDoubleScanned: Bool
    ) throws(ModeSyntaxError) {
        guard Self.clocks.contains(pixelClock) else {
            throw ModeSyntaxError("the pixel clock is not between 1 and 10000 MHz")
        }
        try horizontal.check("horizontal")
        try vertical.check("vertical")
        guard !isInterlaced || !isDoubleScanned else {
            throw ModeSyntaxError("a mode is either interlaced or double-scanned")
        }
        self.name = name
        self.pixelClock = pixelClock
        self.horizontal = horizontal
        self.vertical = vertical
        self.isInterlaced = isInterlaced
        self.isDoubleScanned = isDoubleScanned
        guard Self.rates.contains(refreshMillihertz) else {
            throw ModeSyntaxError(
                "it refreshes at \(Self.decimal(refreshMillihertz)) Hz, which is not between 1 and 1000")
        }
    }

    /// The longest mode line, with a name and all flags.
    private static let longestText = 256

    /// The possible pixel clocks in kHz.
    private static let clocks = 1000...10_000_000

    /// The possible rates in mHz; other rates come from a clock in the wrong unit.
    private static let rates = 1000...1_000_000
}

extension Modeline: CustomStringConvertible {
    /// The text that ``init(_:)`` parses, without the word `Modeline`.
    package var description: String {
        var words: [String] = []
        if let name { words.append("\"\(name)\"") }
        words.append(Self.decimal(pixelClock))
        for axis in [horizontal, vertical] {
            words += [axis.active, axis.syncStart, axis.syncEnd, axis.total].map { String($0) }
        }
        if isInterlaced { words.append("interlace") }
        if isDoubleScanned { words.append("doublescan") }
        words.append(horizontal.isSyncPositive ? "+hsync" : "-hsync")
        words.append(vertical.isSyncPositive ? "+vsync" : "-vsync")
        return words.joined(separator: " ")
    }

    /// Returns a number of thousandths with two decimals, or three if the third is not zero.
    private static func decimal(_ thousandths: Int) -> String {
        let digits = String(thousandths % 1000)
        let fraction = String(repeating: "0", count: 3 - digits.utf8.count) + digits
        return "\(thousandths / 1000).\(fraction.hasSuffix("0") ? String(fraction.dropLast()) : fraction)"
    }
}

// MARK: - Parts

extension Modeline {
    /// The flags after the numbers.
    private struct Flags {
        var horizontalSync: Bool?
        var verticalSync: Bool?
        var isInterlaced = false
        var isDoubleScanned = false

        mutating func add(_ word: Substring) throws(ModeSyntaxError) {
            switch word.lowercased() {
            case "+hsync" where horizontalSync != false: horizontalSync = true
            case "-hsync" where horizontalSync != true: horizontalSync = false
            case "+vsync" where verticalSync != false: verticalSync = true
            case "-vsync" where verticalSync != true: verticalSync = false
            case "interlace", "interlaced": isInterlaced = true
            case "doublescan": isDoubleScanned = true
            case "+hsync", "-hsync", "+vsync", "-vsync":
                throw ModeSyntaxError("'\(word)' contradicts an earlier flag")
            default:
                throw ModeSyntaxError(
                    "'\(word)' is not one of the flags +hsync, -hsync, +vsync, -vsync, interlace and doublescan")
            }
        }
    }

    /// Takes a name at the start: in quotes, or a word that is not a number.
    private static func takeName(_ words: inout ArraySlice<Substring>) throws(ModeSyntaxError) -> String? {
        guard let first = words.first else { return nil }
        guard first.hasPrefix("\"") else {
            guard let digit = first.utf8.first, isNameStart(digit) || first.contains("x") else { return nil }
            words = words.dropFirst()
            return String(first)
        }
        var parts: [Substring] = []
        while let word = words.popFirst() {
            parts.append(word)
            let text = parts.joined(separator: " ").dropFirst()
            if text.hasSuffix("\"") {
                let name = text.dropLast()
                guard !name.isEmpty, !name.contains("\"") else {
                    throw ModeSyntaxError("the name in quotes is empty or has quotes in it")
                }
                return String(name)
            }
        }
        throw ModeSyntaxError("the name in quotes has no end")
    }

    /// Returns whether a byte starts a name: a clock starts with a digit or a point, and a sign before it is an error
    /// of the clock.
    private static func isNameStart(_ byte: UInt8) -> Bool {
        !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && !".+-".utf8.contains(byte)
    }

    /// Returns a clock in MHz as kHz, rounded.
    private static func kilohertz(_ text: Substring) throws(ModeSyntaxError) -> Int {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard parts[0].utf8.count <= 6, (1...6).contains(fraction.utf8.count),
            let whole = number(parts[0], limit: 999_999),
            let decimals = number(fraction, limit: 999_999)
        else { throw ModeSyntaxError("the pixel clock '\(text)' is not a number of MHz") }
        var millionths = decimals
        for _ in fraction.utf8.count..<6 { millionths *= 10 }
        return whole * 1000 + (millionths + 500) / 1000
    }

    private static func number(_ text: Substring, limit: Int = 65_535) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(text).flatMap { $0 <= limit ? $0 : nil }
    }
}

extension Modeline.Axis {
    fileprivate init(_ numbers: ArraySlice<Int>, isSyncPositive: Bool) {
        let first = numbers.startIndex
        self.init(
            active: numbers[first], syncStart: numbers[first + 1], syncEnd: numbers[first + 2],
            total: numbers[first + 3], isSyncPositive: isSyncPositive)
    }

    /// Checks the order. The kernel accepts the same order, but also a sync pulse of no width, which no display
    /// follows.
    fileprivate func check(_ name: String) throws(ModeSyntaxError) {
        guard active > 0 else { throw ModeSyntaxError("the \(name) size is 0") }
        guard total <= 65_535 else { throw ModeSyntaxError("the \(name) total is above 65535") }
        guard syncStart >= active else { throw ModeSyntaxError("the \(name) sync starts within the picture") }
        guard syncEnd > syncStart else { throw ModeSyntaxError("the \(name) sync ends where it starts, or before") }
        guard total >= syncEnd else { throw ModeSyntaxError("the \(name) total is before the end of sync") }
    }
}

/// The first rule that the text of a mode breaks.
package struct ModeSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One clause for people, in English, such as `the vertical total is before the end of sync`.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
