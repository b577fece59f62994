import ScreensEDID

/// The claim of a display, in its EDID, that it cuts off edges.
///
/// The claim is only reported to people, and nothing is compensated because of it: most displays that make it are
/// monitors with an ordinary panel, which show the whole picture.
package enum OverscanClaim {
    /// Whether the display makes the claim for the mode that is set, otherwise for the preferred mode, otherwise for
    /// the largest.
    package static func isMade(by screen: Screen) -> Bool {
        guard let mode = screen.currentMode ?? screen.preferredMode ?? screen.availableModes.last else { return false }
        return isMade(edid: screen.edid, mode: mode)
    }

    /// Whether the video capability block (CTA-861-I section 7.5.6) makes the claim for the mode. It has a statement
    /// for the preferred timing, for CE and for IT formats.
    static func isMade(edid: [UInt8], mode: ScreenMode) -> Bool {
        guard !edid.isEmpty, let capability = (try? DisplayDescription(decoding: edid))?.videoCapability else {
            return false
        }
        if mode.isPreferred, capability.preferredTiming != .unspecified {
            return capability.preferredTiming == .alwaysOverscans
        }
        return (mode.isConsumerFormat ? capability.ceFormats : capability.itFormats) == .alwaysOverscans
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
