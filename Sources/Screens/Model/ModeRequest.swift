import EDID

/// A mode as people write it: `1920x1080`, `1920x1080@60`, `1920x1080i@59.94`.
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

    /// Parses `WIDTHxHEIGHT[i][@HZ]`, where HZ is a decimal number with up to three digits after the point; nil for any
    /// other text.
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

    /// The text that ``init(_:)`` parses.
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

    /// Whether the size matches and the mode's rate, rounded to ``digits``, is the requested one.
    func accepts(_ mode: ScreenMode) -> Bool {
        guard mode.width == width, mode.height == height, mode.isInterlaced == isInterlaced else { return false }
        guard let rate else { return true }
        // Compared as fractions: rate - 1/2 <= hertz * scale < rate + 1/2.
        let scaled = UInt128(mode.refreshRate.numerator) * UInt128(Self.powersOfTen[digits]) * 2
        let denominator = UInt128(mode.refreshRate.denominator)
        return scaled >= UInt128(2 * rate - 1) * denominator && scaled < UInt128(2 * rate + 1) * denominator
    }

    /// The modes that match, the best first: the nearest rate, or the highest if no rate is requested.
    func matches(among modes: [ScreenMode]) -> [ScreenMode] {
        modes.filter(accepts).sorted { left, right in
            if let rate {
                let requested = Double(rate) / Double(Self.powersOfTen[digits])
                let distances = (
                    abs(left.refreshRate.hertz - requested), abs(right.refreshRate.hertz - requested)
                )
                if distances.0 != distances.1 { return distances.0 < distances.1 }
            } else if left.refreshRate != right.refreshRate {
                return left.refreshRate > right.refreshRate
            }
            // Modes that differ in their aspect only: in the order of the display.
            return left.id < right.id
        }
    }

    private static let powersOfTen = [1, 10, 100, 1000]
    private static let sides = 1...65_535
    /// In mHz.
    private static let rates = 1...9_999_999
}
