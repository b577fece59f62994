/// A mode that a formula of VESA computes, as people write it: `1920x1080@60,cvt`.
///
/// The text is `WIDTHxHEIGHT[i][@HZ],FORMULA`. HZ is a decimal number with up to three digits after the point, by
/// default 60; `i` means interlaced, with the rate of the fields.
package struct FormulaMode: Sendable, Hashable {
    /// The formula, by its word.
    package enum Formula: String, Sendable, Hashable, CaseIterable {
        /// CVT with blanking for cathode ray tubes.
        case cvt
        /// CVT with reduced blanking, version 1.
        case cvtReduced = "cvt-rb"
        /// CVT with reduced blanking, version 2.
        case cvtReduced2 = "cvt-rb2"
        /// GTF with its default curve.
        case gtf
    }

    /// The width in pixels.
    package let width: Int

    /// The height in lines of the frame.
    package let height: Int

    /// Whether a frame is sent as two fields.
    package let isInterlaced: Bool

    /// The requested rate in mHz; the rate of ``timing`` differs, because clocks move in steps.
    package let refreshMillihertz: Int

    /// The formula.
    package let formula: Formula

    /// The timing that the formula computes.
    package let timing: Timing

    /// Returns whether a text is meant as such a mode: it has a comma.
    package static func isMeant(by text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: ","))
    }

    /// Reads a mode and computes its timing.
    ///
    /// - Throws: The first rule that the text breaks, or the limit of the formula.
    package init(_ text: String) throws(ModeSyntaxError) {
        let halves = text.split(separator: ",", omittingEmptySubsequences: false)
        guard halves.count == 2 else { throw ModeSyntaxError("a computed mode is written as 1920x1080@60,cvt") }
        guard let formula = Formula(rawValue: String(halves[1])) else {
            let names = Formula.allCases.map(\.rawValue).joined(separator: ", ")
            throw ModeSyntaxError("'\(halves[1])' is not one of the formulas \(names)")
        }
        let mode = try WrittenMode(halves[0])
        let (width, height, isInterlaced) = (mode.width, mode.height, mode.isInterlaced)
        guard Self.sizes.contains(width), Self.sizes.contains(height) else {
            throw ModeSyntaxError("the size is not between 64 and 16384 pixels")
        }
        let refresh = mode.rate?.millihertz ?? 60_000
        guard Self.rates.contains(refresh) else { throw ModeSyntaxError("the rate is not between 1 and 1000 Hz") }
        self.width = width
        self.height = height
        self.isInterlaced = isInterlaced
        refreshMillihertz = refresh
        self.formula = formula
        timing = try Self.timing(width, height, Double(refresh) / 1000, isInterlaced, formula)
    }

    private static func timing(
        _ width: Int, _ height: Int, _ refresh: Double, _ isInterlaced: Bool, _ formula: Formula
    ) throws(ModeSyntaxError) -> Timing {
        let blanking: CVT.Blanking
        switch formula {
        case .cvt: blanking = .standard
        case .cvtReduced: blanking = .reduced
        case .cvtReduced2: blanking = .reduced2
        case .gtf:
            guard !isInterlaced else { throw ModeSyntaxError("gtf computes no interlaced modes here; cvt does") }
            guard width % 8 == 0 else {
                throw ModeSyntaxError("gtf counts in cells of 8 pixels: \(width / 8 * 8) or \(width / 8 * 8 + 8) wide")
            }
            return try checked(GTF.standard.timing(width: width, height: height, refresh: refresh))
        }
        guard !isInterlaced || height % 2 == 0 else {
            throw ModeSyntaxError("an interlaced mode has an even number of lines")
        }
        return try checked(
            CVT.timing(width: width, height: height, refresh: refresh, isInterlaced: isInterlaced, blanking: blanking))
    }

    private static func checked(_ timing: Timing?) throws(ModeSyntaxError) -> Timing {
        guard let timing, timing.horizontal.frontPorch >= 0, timing.vertical.backPorch >= 0 else {
            throw ModeSyntaxError("the formula has no timing for this size and rate")
        }
        // The limits of a mode line apply.
        _ = try Modeline(timing)
        return timing
    }

    private static let sizes = 64...16_384
    private static let rates = 1000...1_000_000
}

extension FormulaMode: CustomStringConvertible {
    /// The text that ``init(_:)`` parses.
    package var description: String {
        var rate = "\(refreshMillihertz / 1000)"
        if refreshMillihertz % 1000 != 0 {
            let digits = String(refreshMillihertz % 1000)
            rate += "." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
            while rate.hasSuffix("0") { rate.removeLast() }
        }
        return "\(width)x\(height)\(isInterlaced ? "i" : "")@\(rate),\(formula.rawValue)"
    }
}
