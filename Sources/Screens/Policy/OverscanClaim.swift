import ScreensEDID

/// The edges that a display claims in its EDID to cut off.
///
/// Nothing is compensated because of it: of the displays that claim it most are monitors with an ordinary panel, which show
/// the whole picture. It is reported to people.
package enum OverscanClaim {
    /// Whether the display claims it for the mode that is set, else for the one that it prefers, else for the largest.
    package static func isMade(by screen: Screen) -> Bool {
        guard let mode = screen.currentMode ?? screen.preferredMode ?? screen.availableModes.last else { return false }
        return isMade(edid: screen.edid, mode: mode)
    }

    /// The video capability block (CTA-861-I section 7.5.6) states it for the preferred timing, for CE and for IT formats.
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
