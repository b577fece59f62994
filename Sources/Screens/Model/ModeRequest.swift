import ScreensEDID

/// A mode as people write it: `1920x1080`, `1920x1080@60`, `1920x1080i@59.94`, `1080p60`.
public struct ModeRequest: Sendable, Hashable, CustomStringConvertible {
    /// Pixels per line.
    public let width: Int
    /// Lines.
    public let height: Int
    /// Whether only interlaced modes match. If false, only progressive ones do.
    public let isInterlaced: Bool
    /// The rate in units of its last digit, such as 5994 for `59.94`; nil for the highest rate.
    let rate: Int?
    /// The number of digits after the decimal point, at most 3.
    let digits: Int

    /// Parses `WIDTHxHEIGHT[i][@HZ]`, with HZ a decimal number of up to three digits after the point, with or without
    /// its unit, as in `60Hz`; nil for any other text. `720p`, `1080p`, `1440p`, `2160p` and `4k` stand for their
    /// sizes, also with a rate, as in `1080p60` and `4k@30`. Case is ignored.
    public init?(_ text: String) {
        guard let mode = try? WrittenMode(text), Self.sides.contains(mode.width), Self.sides.contains(mode.height)
        else { return nil }
        if let rate = mode.rate, !Self.rates.contains(rate.millihertz) { return nil }
        width = mode.width
        height = mode.height
        isInterlaced = mode.isInterlaced
        rate = mode.rate?.number
        digits = mode.rate?.digits ?? 0
    }

    /// The rate in mHz; nil for the highest one.
    package var millihertz: Int? { rate.map { $0 * 1000 / Self.powersOfTen[digits] } }

    /// The text that ``init(_:)`` parses, as `WIDTHxHEIGHT[i][@HZ]`.
    public var description: String {
        var text = "\(width)x\(height)\(isInterlaced ? "i" : "")"
        if let rate {
            let scale = Self.powersOfTen[digits]
            let fraction = String(rate % scale)
            text += "@\(rate / scale)"
            if digits > 0 { text += "." + String(repeating: "0", count: digits - fraction.count) + fraction }
        }
        return text
    }

    /// Whether the size matches, and the rate is as requested or nearly so: a television that lists 60 Hz can show a
    /// film of 59.94 Hz.
    func accepts(_ mode: ScreenMode) -> Bool {
        guard isSize(of: mode) else { return false }
        return isRate(of: mode) || isNear(mode)
    }

    /// Whether the rate is as requested within ``tolerance``.
    private func isNear(_ mode: ScreenMode) -> Bool {
        guard let requested = hertz else { return true }
        let rate = mode.refreshRate.hertz
        return abs(rate - requested) <= rate * Self.tolerance
    }

    /// Whether a mode has the requested size.
    package func isSize(of mode: ScreenMode) -> Bool {
        mode.width == width && mode.height == height && mode.isInterlaced == isInterlaced
    }

    /// Whether the mode's rate, rounded to ``digits``, is the requested one.
    private func isRate(of mode: ScreenMode) -> Bool {
        guard let rate else { return true }
        // The rates are compared as fractions: rate - 1/2 <= hertz * scale < rate + 1/2.
        let scaled = UInt128(mode.refreshRate.numerator) * UInt128(Self.powersOfTen[digits]) * 2
        let denominator = UInt128(mode.refreshRate.denominator)
        return scaled >= UInt128(2 * rate - 1) * denominator && scaled < UInt128(2 * rate + 1) * denominator
    }

    /// Whether a mode, written with all digits, has this size and a different rate that counts as the requested one.
    func isReplaced(by mode: ModeRequest) -> Bool {
        guard let rate, let requested = hertz, let shown = mode.hertz, mode.width == width, mode.height == height,
            mode.isInterlaced == isInterlaced, abs(shown - requested) <= shown * Self.tolerance
        else { return false }
        return Int((shown * Double(Self.powersOfTen[digits])).rounded()) != rate
    }

    /// The rate in Hz; nil for the highest rate.
    private var hertz: Double? { rate.map { Double($0) / Double(Self.powersOfTen[digits]) } }

    /// The modes that match, the best first: the nearest rate, or the highest if no rate is requested.
    func matches(among modes: [ScreenMode]) -> [ScreenMode] { sameSize(among: modes).filter(accepts) }

    /// The modes that match; if none does, the modes of that size, the nearest rate first.
    func best(among modes: [ScreenMode]) -> [ScreenMode] {
        let matches = matches(among: modes)
        return matches.isEmpty ? sameSize(among: modes) : matches
    }

    /// The modes of that size at any rate, the best first.
    package func sameSize(among modes: [ScreenMode]) -> [ScreenMode] {
        modes.filter(isSize).sorted { left, right in
            if let requested = hertz {
                let distances = (
                    abs(left.refreshRate.hertz - requested), abs(right.refreshRate.hertz - requested)
                )
                if distances.0 != distances.1 { return distances.0 < distances.1 }
            } else if left.refreshRate != right.refreshRate {
                return left.refreshRate > right.refreshRate
            }
            // Modes that differ in their aspect only keep the display's order.
            return left.id < right.id
        }
    }

    /// The names of sizes that ``init(_:)`` parses.
    package static let sizeNames = WrittenMode.names

    /// The relative difference up to which two rates are the same request: 59.94 and 60 differ by a tenth of a percent.
    package static let tolerance = 0.002

    private static let powersOfTen = [1, 10, 100, 1000]
    private static let sides = 1...65_535
    /// The allowed rates in mHz.
    private static let rates = 1...9_999_999
}
