import EDID

/// The overscan that a display reports in its EDID.
enum DefaultOverscan {
    /// The area that most displays with overscan show: the safe action area of SMPTE ST 2046-1, 3.5 % from each edge.
    private static let safeAction = Overscan(.hundredths(350))

    /// The overscan to compensate in a mode if the settings give none; nil if the display does not report it.
    ///
    /// The video capability block (CTA-861-I section 7.5.6) takes precedence, with its field for the kind of format that
    /// the mode is. Without the block, the underscan bit of the CTA extension is used, which applies to IT formats only.
    static func overscan(edid: [UInt8], mode: ScreenMode) -> Overscan? {
        guard !edid.isEmpty, let display = try? DisplayDescription(decoding: edid) else { return nil }
        let isCE = mode.isConsumerFormat
        if let capability = display.videoCapability {
            var behavior = isCE ? capability.ceFormats : capability.itFormats
            if mode.isPreferred, capability.preferredTiming != .unspecified { behavior = capability.preferredTiming }
            switch behavior {
            case .alwaysOverscans: return safeAction
            case .alwaysUnderscans, .supportsBoth: return Overscan.none
            default: break
            }
        }
        return !isCE && display.underscansITFormats == true ? Overscan.none : nil
    }
}

extension ScreenMode {
    /// Whether the mode is a CE format (CTA-861-I section 4). 640x480 is not: the standard counts it as an IT format.
    fileprivate var isConsumerFormat: Bool {
        VideoIdentificationCode.codes.contains { code in
            guard code != 1, let format = VideoIdentificationCode.timing(code) else { return false }
            return format.width == width && format.height == height && format.totalWidth == htotal
                && format.totalHeight == vtotal && abs(format.pixelClock - clockKilohertz) * 200 <= clockKilohertz
        }
    }
}
