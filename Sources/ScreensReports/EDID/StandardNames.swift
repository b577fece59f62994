import ScreensEDID

// The names in the standards for bits and numbers of an EDID.

extension Colorimetry {
    /// The colour spaces, in the order of their bits (CTA-861-I section 7.5.5).
    package var names: [String] {
        let all: [(Colorimetry, String)] = [
            (.xvYCC601, "xvYCC601"), (.xvYCC709, "xvYCC709"), (.sYCC601, "sYCC601"), (.opYCC601, "opYCC601"),
            (.opRGB, "opRGB"), (.bt2020cYCC, "BT2020cYCC"), (.bt2020YCC, "BT2020YCC"), (.bt2020RGB, "BT2020RGB"),
            (.defaultRGB, "defaultRGB"), (.sRGB, "sRGB"), (.iCtCp, "ICtCp"), (.st2113RGB, "ST2113RGB"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}

extension HDRStaticMetadata {
    /// The transfer functions (CTA-861-I section 7.5.13).
    var transferFunctions: [String] {
        let all = [
            (supportsTraditionalSDR, "SDR"), (supportsTraditionalHDR, "HDR"), (supportsPQ, "PQ"), (supportsHLG, "HLG"),
        ]
        return all.filter(\.0).map(\.1)
    }
}

extension HDMIVendorBlock {
    /// The bits per pixel of the deep colour modes.
    var deepColors: [Int] {
        [(supportsDeepColor30, 30), (supportsDeepColor36, 36), (supportsDeepColor48, 48)].filter(\.0).map(\.1)
    }

    /// The content types that the display supports (HDMI 1.4b section 8.3.2).
    var contentTypeNames: [String] {
        ["graphics", "photo", "cinema", "game"].enumerated().filter { (contentTypes >> $0.offset) & 1 == 1 }
            .map(\.element)
    }

    /// The physical address for CEC in the usual form: `1.0.0.0`.
    var physicalAddressText: String? {
        physicalAddress.map { address in
            [12, 8, 4, 0].map { String((address >> $0) & 15, radix: 16) }.joined(separator: ".")
        }
    }
}

extension HDMIImageSize {
    /// The name of the meaning; nil if the meaning is not stated.
    package var name: String? {
        switch self {
        case .unspecified: nil
        case .aspectRatio: "aspectRatio"
        case .centimeters: "cm"
        case .fiveCentimeters: "5cm"
        }
    }
}

extension HDMIForumBlock {
    /// The bits per pixel of the deep colour modes with 4:2:0.
    var deepColors420: [Int] {
        [(supportsDeepColor420At30, 30), (supportsDeepColor420At36, 36), (supportsDeepColor420At48, 48)]
            .filter(\.0).map(\.1)
    }
}

extension RangeLimits.Formula {
    /// The name of the formula; nil for a code that no standard defines.
    package var name: String? {
        switch self {
        case .defaultGTF: "defaultGTF"
        case .none: "none"
        case .secondaryGTF: "secondaryGTF"
        case .cvt: "CVT"
        default: nil
        }
    }
}
