/// The video capability data block (CTA-861-I section 7.5.6).
public struct VideoCapability: Sendable, Hashable {
    /// Whether the quantization range of YCbCr can be chosen.
    public let hasSelectableYCCQuantization: Bool

    /// Whether the quantization range of RGB can be chosen.
    public let hasSelectableRGBQuantization: Bool

    /// What happens to the edges of the preferred timing (PT).
    public let preferredTiming: ScanBehavior

    /// What happens to the edges of IT formats (IT).
    public let itFormats: ScanBehavior

    /// What happens to the edges of CE formats (CE).
    public let ceFormats: ScanBehavior

    init(byte: Int) {
        hasSelectableYCCQuantization = byte & 0x80 != 0
        hasSelectableRGBQuantization = byte & 0x40 != 0
        preferredTiming = ScanBehavior(code: byte >> 4)
        itFormats = ScanBehavior(code: byte >> 2)
        ceFormats = ScanBehavior(code: byte)
    }
}
