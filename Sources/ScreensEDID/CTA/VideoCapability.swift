/// The video capability data block (CTA-861-I section 7.5.6).
package struct VideoCapability: Sendable, Hashable {
    /// Whether the source can choose the quantization range of YCbCr.
    package let hasSelectableYCCQuantization: Bool

    /// Whether the source can choose the quantization range of RGB.
    package let hasSelectableRGBQuantization: Bool

    /// The edges of the preferred timing (PT).
    package let preferredTiming: ScanBehavior

    /// The edges of IT formats (IT).
    package let itFormats: ScanBehavior

    /// The edges of CE formats (CE).
    package let ceFormats: ScanBehavior

    init(byte: Int) {
        hasSelectableYCCQuantization = byte & 0x80 != 0
        hasSelectableRGBQuantization = byte & 0x40 != 0
        preferredTiming = ScanBehavior(code: byte >> 4)
        itFormats = ScanBehavior(code: byte >> 2)
        ceFormats = ScanBehavior(code: byte)
    }
}

/// The way a display shows the edges of a picture (CTA-861-I section 7.5.6).
package struct ScanBehavior: Sendable, Hashable, CustomStringConvertible {
    /// A name in lower camel case.
    package let description: String

    private init(_ description: String) {
        self.description = description
    }

    /// Formats of this kind are not supported; for the preferred timing: no data, and the other two apply.
    package static let unspecified = Self("unspecified")

    /// The edges are always cut off.
    package static let alwaysOverscans = Self("alwaysOverscans")

    /// The whole picture is always shown.
    package static let alwaysUnderscans = Self("alwaysUnderscans")

    /// The source may choose between the two.
    package static let supportsBoth = Self("supportsBoth")

    init(code: Int) {
        switch code & 3 {
        case 1: self = .alwaysOverscans
        case 2: self = .alwaysUnderscans
        case 3: self = .supportsBoth
        default: self = .unspecified
        }
    }
}
