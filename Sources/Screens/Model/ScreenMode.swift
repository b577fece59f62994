import KMS

/// One way in which a display can be driven: a size, a rate and the timings that make them.
///
/// The corresponding KMS structure is `drm_mode_modeinfo`.
public struct ScreenMode: Sendable, Hashable, Identifiable {
    /// The mode's place in the kernel's own list, where the preferred one is first.
    public let id: Int
    let timings: ModeTimings

    init(id: Int, timings: ModeTimings) {
        self.id = id
        self.timings = timings
    }

    /// The kernel's name for it, such as `1920x1080`.
    public var name: String { timings.name }
    /// Pixels per line (`hdisplay`).
    public var width: Int { Int(timings.hdisplay) }
    /// Lines (`vdisplay`).
    public var height: Int { Int(timings.vdisplay) }
    /// Pixels, without regard to overscan or rotation.
    public var size: Size { Size(width: width, height: height) }
    /// The pixel clock in kHz.
    public var clockKilohertz: Int { Int(timings.clock) }
    /// Pixels per line with the blanking.
    public var htotal: Int { Int(timings.htotal) }
    /// Lines with the blanking.
    public var vtotal: Int { Int(timings.vtotal) }
    /// Whether a frame is sent as two fields. Such modes are listed, and no policy chooses them by itself.
    public var isInterlaced: Bool { timings.isInterlaced }
    /// Whether the display itself asks for this mode.
    public var isPreferred: Bool { timings.isPreferred }
    /// The aspect of the whole picture, where the mode states one.
    public var pictureAspect: Size? {
        timings.pictureAspect.map { Size(width: $0.width, height: $0.height) }
    }

    /// How often the display is refreshed: fields, for interlaced modes.
    public var refreshRate: RefreshRate {
        RefreshRate(
            numerator: UInt64(timings.clock) * 1000 * (timings.isInterlaced ? 2 : 1),
            denominator: UInt64(timings.htotal) * UInt64(timings.vtotal) * (timings.isDoubleScanned ? 2 : 1)
                * UInt64(max(timings.vscan, 1)))
    }

    /// Thousandths of a Hz, rounded once from the timings; for reading, never for pacing.
    public var refreshMillihertz: Int { refreshRate.millihertz }

    /// Whether the timings make sense: some make a driver count for ever.
    var isPlausible: Bool {
        timings.hdisplay > 0 && timings.vdisplay > 0 && timings.htotal >= timings.hdisplay
            && timings.vtotal >= timings.vdisplay && timings.clock > 0 && refreshRate.hertz <= 1000
    }
}

extension ScreenMode: Comparable {
    /// Ascending by pixels, then by refresh, then by clock; what is alike keeps the kernel's order reversed, so that
    /// the preferred of two is the later.
    public static func < (left: ScreenMode, right: ScreenMode) -> Bool {
        let pixels = (left.width * left.height, right.width * right.height)
        if pixels.0 != pixels.1 { return pixels.0 < pixels.1 }
        if left.refreshRate != right.refreshRate { return left.refreshRate < right.refreshRate }
        if left.timings.clock != right.timings.clock { return left.timings.clock < right.timings.clock }
        return left.id > right.id
    }
}

extension ScreenMode: CustomStringConvertible {
    /// As in `1920x1080i@59.940`: what ``ModePolicy`` understands.
    public var description: String {
        let fraction = String(refreshMillihertz % 1000)
        let padding = String(repeating: "0", count: 3 - fraction.count)
        return "\(width)x\(height)\(isInterlaced ? "i" : "")@\(refreshMillihertz / 1000).\(padding)\(fraction)"
    }
}
