/// An opaque colour with eight bits per channel.
public struct Color: Sendable, Hashable {
    /// The colour as a number, `0xRRGGBB`.
    public let rgb: UInt32

    /// Makes a colour from three channels, 0 to 255 each.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        rgb = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// Makes a colour from `0xRRGGBB`. Higher bits are ignored.
    public init(rgb: UInt32) {
        self.rgb = rgb & 0xFF_FFFF
    }

    /// Parses `#RRGGBB`, and `#RGB`, whose digits count twice; nil for any other text.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.first == UInt8(ascii: "#"), text.utf8.dropFirst().allSatisfy({ $0 != UInt8(ascii: "+") }),
            let value = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        switch text.utf8.count {
        case 7: self.init(rgb: value)
        case 4: self.init(rgb: ((value & 0xF00) << 8 | (value & 0xF0) << 4 | value & 0xF) * 0x11)
        default: return nil
        }
    }

    /// The red channel, 0 to 255.
    public var red: UInt8 { UInt8(truncatingIfNeeded: rgb >> 16) }
    /// The green channel, 0 to 255.
    public var green: UInt8 { UInt8(truncatingIfNeeded: rgb >> 8) }
    /// The blue channel, 0 to 255.
    public var blue: UInt8 { UInt8(truncatingIfNeeded: rgb) }

    /// `0x000000`.
    public static let black = Color(rgb: 0)
    /// `0xFFFFFF`.
    public static let white = Color(rgb: 0xFFFFFF)
}
