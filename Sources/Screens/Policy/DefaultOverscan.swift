import EDID

/// What a display says itself about the edges of its picture.
enum DefaultOverscan {
    /// What most is seen of on displays that cut off: the safe action area of SMPTE ST 2046-1, 3.5 % from each edge.
    private static let safeAction = Overscan(.hundredths(350))

    /// What to compensate in a mode where nobody has said it, or nil where the display says nothing of it.
    ///
    /// The video capability block counts first (CTA-861-I section 7.5.6), by the kind of format that the mode is; without
    /// one the underscan bit of the CTA extension, which speaks of IT formats alone.
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
    /// Whether it is one of television's formats (CTA-861-I section 4), and not 640x480, which is one of computers' too.
    fileprivate var isConsumerFormat: Bool {
        VideoIdentificationCode.codes.contains { code in
            guard code != 1, let format = VideoIdentificationCode.timing(code) else { return false }
            return format.width == width && format.height == height && format.totalWidth == htotal
                && format.totalHeight == vtotal && abs(format.pixelClock - clockKilohertz) * 200 <= clockKilohertz
        }
    }
}
