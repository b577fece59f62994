/// The colour spaces that a display supports beyond its default one (CTA-861-I section 7.5.5).
package struct Colorimetry: OptionSet, Sendable, Hashable {
    /// The two bytes of the block, the first byte lowest.
    package let rawValue: UInt16

    /// Makes a set from the two bytes of the block, the first byte lowest.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// xvYCC601.
    package static let xvYCC601 = Self(rawValue: 1 << 0)
    /// xvYCC709.
    package static let xvYCC709 = Self(rawValue: 1 << 1)
    /// sYCC601.
    package static let sYCC601 = Self(rawValue: 1 << 2)
    /// opYCC601.
    package static let opYCC601 = Self(rawValue: 1 << 3)
    /// opRGB.
    package static let opRGB = Self(rawValue: 1 << 4)
    /// BT.2020 YCbCr with constant luminance.
    package static let bt2020cYCC = Self(rawValue: 1 << 5)
    /// BT.2020 YCbCr.
    package static let bt2020YCC = Self(rawValue: 1 << 6)
    /// BT.2020 RGB.
    package static let bt2020RGB = Self(rawValue: 1 << 7)
    /// Default RGB, the gamut of the display itself (CTA-861.6).
    package static let defaultRGB = Self(rawValue: 1 << 12)
    /// sRGB (CTA-861.6).
    package static let sRGB = Self(rawValue: 1 << 13)
    /// ICtCp of BT.2100.
    package static let iCtCp = Self(rawValue: 1 << 14)
    /// RGB with the primaries of SMPTE ST 2113 (P3).
    package static let st2113RGB = Self(rawValue: 1 << 15)
}

/// The high dynamic range that a display supports (CTA-861-I section 7.5.13).
package struct HDRStaticMetadata: Sendable, Hashable {
    /// Traditional gamma with the range of SDR.
    package let supportsTraditionalSDR: Bool

    /// Traditional gamma with the range of HDR.
    package let supportsTraditionalHDR: Bool

    /// The perceptual quantizer, SMPTE ST 2084.
    package let supportsPQ: Bool

    /// Hybrid log-gamma, ITU-R BT.2100.
    package let supportsHLG: Bool

    /// Whether static metadata of type 1 is supported.
    package let supportsStaticMetadataType1: Bool

    /// The luminance in cd/m² that content should not exceed; nil if it is not given.
    package let maximumLuminance: Double?

    /// The average luminance of a frame in cd/m² that content should not exceed; nil if it is not given.
    package let maximumFrameAverageLuminance: Double?

    /// The lowest luminance of content in cd/m²; nil if it is not given.
    package let minimumLuminance: Double?

    /// Reads the payload that follows the extended tag.
    init(payload: Span<UInt8>) {
        supportsTraditionalSDR = payload.bit(0, of: 0)
        supportsTraditionalHDR = payload.bit(1, of: 0)
        supportsPQ = payload.bit(2, of: 0)
        supportsHLG = payload.bit(3, of: 0)
        supportsStaticMetadataType1 = payload.bit(0, of: 1)
        let maximum = Self.luminance(payload.byte(2))
        maximumLuminance = maximum
        maximumFrameAverageLuminance = Self.luminance(payload.byte(3))
        let minimum = Double(payload.byte(4)) / 255
        minimumLuminance = payload.count < 5 ? nil : maximum.map { $0 * minimum * minimum / 100 }
    }

    /// Returns 50 · 2^(code / 32); zero means that it is not given.
    private static func luminance(_ code: Int) -> Double? {
        guard code > 0 else { return nil }
        var value = 50.0 * Double(1 << (code / 32))
        for (bit, root) in roots.enumerated() where (code >> bit) & 1 == 1 {
            value *= root
        }
        return value
    }

    /// 2^(1/32), 2^(1/16), … 2^(1/2): the factors of the five bits of the fraction.
    private static let roots: [Double] = [
        1.021897148654116678, 1.044273782427413841, 1.090507732665257659, 1.189207115002721067, 1.414213562373095049,
    ]
}
