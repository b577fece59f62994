/// A colour with eight bits per channel and an alpha, which is not multiplied into the channels.
public struct Color: Sendable, Hashable {
    /// The colour without alpha as a number, `0xRRGGBB`.
    public let rgb: UInt32
    /// The opacity, 0 for transparent to 255 for opaque.
    public let alpha: UInt8

    /// Makes a colour from three channels and an alpha, 0 to 255 each; opaque by default.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        rgb = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        self.alpha = alpha
    }

    /// Makes an opaque colour from `0xRRGGBB`. Higher bits are ignored.
    public init(rgb: UInt32) {
        self.rgb = rgb & 0xFF_FFFF
        alpha = 255
    }

    /// Makes a colour from `0xAARRGGBB`.
    public init(argb: UInt32) {
        rgb = argb & 0xFF_FFFF
        alpha = UInt8(truncatingIfNeeded: argb >> 24)
    }

    /// Parses an opaque colour, `#RRGGBB`, or `#RGB` with each digit standing for two; nil for any other text.
    public init?(_ text: some StringProtocol) {
        guard [7, 4].contains(text.utf8.count), let color = Color(hex: text) else { return nil }
        self = color
    }

    /// Parses a colour that may have an alpha, as in style sheets: `#RRGGBB`, `#RRGGBBAA`, or `#RGB` and `#RGBA` with
    /// each digit standing for two; nil for any other text.
    public init?(hex text: some StringProtocol) {
        guard text.utf8.first == UInt8(ascii: "#"), text.utf8.dropFirst().allSatisfy({ $0 != UInt8(ascii: "+") }),
            let value = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        switch text.utf8.count {
        case 9: self.init(argb: value >> 8 | (value & 0xFF) << 24)
        case 7: self.init(rgb: value)
        case 5: self.init(argb: Self.doubled(value >> 4) | (value & 0xF) * 0x11 << 24)
        case 4: self.init(rgb: Self.doubled(value))
        default: return nil
        }
    }

    /// Turns `0xRGB` into `0xRRGGBB`.
    private static func doubled(_ value: UInt32) -> UInt32 {
        ((value & 0xF00) << 8 | (value & 0xF0) << 4 | value & 0xF) * 0x11
    }

    /// The red channel, 0 to 255.
    public var red: UInt8 { UInt8(truncatingIfNeeded: rgb >> 16) }
    /// The green channel, 0 to 255.
    public var green: UInt8 { UInt8(truncatingIfNeeded: rgb >> 8) }
    /// The blue channel, 0 to 255.
    public var blue: UInt8 { UInt8(truncatingIfNeeded: rgb) }
    /// Whether the colour covers everything below it.
    public var isOpaque: Bool { alpha == 255 }

    /// The same colour with its opacity multiplied by a factor, 0 to 1.
    public func opacity(_ factor: Double) -> Color {
        // NaN counts as 0.
        let part = factor > 0 ? min(factor, 1) : 0
        return Color(argb: UInt32((Double(alpha) * part).rounded()) << 24 | rgb)
    }

    /// The colour as premultiplied `0xAARRGGBB`, rounded to the nearest.
    var premultiplied: UInt32 {
        let alpha = UInt32(alpha)
        func part(_ channel: UInt8) -> UInt32 { (UInt32(channel) * alpha + 127) / 255 }
        return alpha << 24 | part(red) << 16 | part(green) << 8 | part(blue)
    }
}

extension Color {
    /// A transparent colour.
    public static let clear = Color(argb: 0)
    /// `0x000000`.
    public static let black = Color(rgb: 0)
    /// `0xFFFFFF`.
    public static let white = Color(rgb: 0xFFFFFF)
    /// `0x808080`.
    public static let gray = Color(rgb: 0x808080)
    /// `0xFF0000`.
    public static let red = Color(rgb: 0xFF0000)
    /// `0x00FF00`.
    public static let green = Color(rgb: 0x00FF00)
    /// `0x0000FF`.
    public static let blue = Color(rgb: 0x0000FF)
    /// `0x00FFFF`.
    public static let cyan = Color(rgb: 0x00FFFF)
    /// `0xFF00FF`.
    public static let magenta = Color(rgb: 0xFF00FF)
    /// `0xFFFF00`.
    public static let yellow = Color(rgb: 0xFFFF00)
    /// `0xFF8000`.
    public static let orange = Color(rgb: 0xFF8000)
    /// `0x800080`.
    public static let purple = Color(rgb: 0x800080)
    /// `0xFFC0CB`.
    public static let pink = Color(rgb: 0xFFC0CB)
    /// `0x804000`.
    public static let brown = Color(rgb: 0x804000)

    /// Makes a random opaque colour. All are equally likely.
    public static func random() -> Color {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Makes a random opaque colour with a generator. All are equally likely. A generator with a seed gives the same
    /// colours each time.
    public static func random(using generator: inout some RandomNumberGenerator) -> Color {
        Color(rgb: UInt32.random(in: 0...0xFF_FFFF, using: &generator))
    }
}
