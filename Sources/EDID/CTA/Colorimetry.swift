/// The colour spaces that a display takes beyond its default one (CTA-861-I section 7.5.5).
public struct Colorimetry: OptionSet, Sendable, Hashable {
    /// The first byte of the block, and the second one above it.
    public let rawValue: UInt16

    /// Creates a set from the two bytes of the block, the first one low.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// xvYCC601.
    public static let xvYCC601 = Self(rawValue: 1 << 0)
    /// xvYCC709.
    public static let xvYCC709 = Self(rawValue: 1 << 1)
    /// sYCC601.
    public static let sYCC601 = Self(rawValue: 1 << 2)
    /// opYCC601.
    public static let opYCC601 = Self(rawValue: 1 << 3)
    /// opRGB.
    public static let opRGB = Self(rawValue: 1 << 4)
    /// BT.2020 YCbCr with constant luminance.
    public static let bt2020cYCC = Self(rawValue: 1 << 5)
    /// BT.2020 YCbCr.
    public static let bt2020YCC = Self(rawValue: 1 << 6)
    /// BT.2020 RGB.
    public static let bt2020RGB = Self(rawValue: 1 << 7)
    /// Default RGB, the gamut of the display itself (CTA-861.6).
    public static let defaultRGB = Self(rawValue: 1 << 12)
    /// sRGB (CTA-861.6).
    public static let sRGB = Self(rawValue: 1 << 13)
    /// ICtCp of BT.2100.
    public static let iCtCp = Self(rawValue: 1 << 14)
    /// RGB with the primaries of SMPTE ST 2113 (P3).
    public static let st2113RGB = Self(rawValue: 1 << 15)
}
