import ScreensKMS

/// A display mode: a size, a refresh rate and their timings.
///
/// The corresponding KMS structure is `drm_mode_modeinfo`.
public struct ScreenMode: Sendable, Hashable, Identifiable {
    /// The mode's index in the kernel's own list.
    public let id: Int
    let timings: ModeTimings

    init(id: Int, timings: ModeTimings) {
        self.id = id
        self.timings = timings
    }

    /// The kernel's name for the mode, such as `1920x1080`.
    public var name: String { timings.name }
    /// Pixels per line (`hdisplay`).
    public var width: Int { Int(timings.hdisplay) }
    /// Lines of a frame: `vdisplay`, or twice that in interlaced modes of drivers that list the lines of a field there.
    public var height: Int { timings.listsField ? 2 * Int(timings.vdisplay) : Int(timings.vdisplay) }
    /// The pixels that are scanned out for the mode. The kernel's helpers clip planes to `vdisplay`, even if it counts
    /// the lines of a field.
    var scanoutSize: Size { Size(width: width, height: Int(timings.vdisplay)) }
    /// Width and height in pixels, before overscan and rotation.
    public var size: Size { Size(width: width, height: height) }
    /// The pixel clock in kHz.
    public var clockKilohertz: Int { Int(timings.clock) }
    /// Pixels per line including blanking.
    public var htotal: Int { Int(timings.htotal) }
    /// Lines including blanking.
    public var vtotal: Int { Int(timings.vtotal) }
    /// Whether a frame is sent as two fields. Such modes are listed, but only chosen if requested.
    public var isInterlaced: Bool { timings.isInterlaced }
    /// Whether the display prefers this mode.
    public var isPreferred: Bool { timings.isPreferred }
    /// The aspect ratio of the whole picture, or nil if the mode states none.
    public var pictureAspect: Size? {
        timings.pictureAspect.map { Size(width: $0.width, height: $0.height) }
    }

    /// The refresh rate: fields per second for interlaced modes.
    public var refreshRate: RefreshRate {
        RefreshRate(
            numerator: UInt64(timings.clock) * 1000 * (timings.isInterlaced ? 2 : 1),
            denominator: UInt64(timings.htotal) * UInt64(timings.vtotal) * (timings.isDoubleScanned ? 2 : 1)
                * UInt64(max(timings.vscan, 1)))
    }

    /// The rate in thousandths of a Hz, rounded once from the timings. For printing, not for pacing.
    public var refreshMillihertz: Int { refreshRate.millihertz }

    /// Whether a display gets the same signal in both modes. Their ids may differ, since a list that is read again may
    /// be another one.
    package func hasTimings(of other: ScreenMode) -> Bool { timings.hasSameTimings(as: other.timings) }

    /// Whether the whole picture has the aspect ratio of the other mode's, within two hundredths: 1366x768 is 16:9.
    func hasShape(of other: ScreenMode) -> Bool {
        let (shape, otherShape) = (pictureAspect ?? size, other.pictureAspect ?? other.size)
        let products = (shape.width * otherShape.height, otherShape.width * shape.height)
        return 50 * abs(products.0 - products.1) <= max(products.0, products.1)
    }

    /// Whether the timings are consistent. Some inconsistent ones make a driver loop forever.
    var isPlausible: Bool {
        timings.hdisplay > 0 && timings.vdisplay > 0 && timings.htotal >= timings.hdisplay
            && timings.vtotal >= timings.vdisplay && timings.clock > 0 && refreshRate.hertz <= 1000
    }
}

extension ScreenMode: Comparable {
    /// Orders modes by pixels, then by refresh rate, then by clock, ascending. Equal modes are in the kernel's reverse
    /// order, so that the kernel's first comes last.
    public static func < (left: ScreenMode, right: ScreenMode) -> Bool {
        let pixels = (left.width * left.height, right.width * right.height)
        if pixels.0 != pixels.1 { return pixels.0 < pixels.1 }
        if left.refreshRate != right.refreshRate { return left.refreshRate < right.refreshRate }
        if left.timings.clock != right.timings.clock { return left.timings.clock < right.timings.clock }
        return left.id > right.id
    }
}

extension ScreenMode: CustomStringConvertible {
    /// A text such as `1920x1080i@59.940`, which ``ModePolicy`` parses.
    public var description: String {
        let fraction = String(refreshMillihertz % 1000)
        let padding = String(repeating: "0", count: 3 - fraction.count)
        return "\(width)x\(height)\(isInterlaced ? "i" : "")@\(refreshMillihertz / 1000).\(padding)\(fraction)"
    }
}

extension ModeTimings {
    /// Whether `vdisplay` counts the lines of a field: `vtotal`, which counts the lines of a frame, has room for twice
    /// as many.
    fileprivate var listsField: Bool { isInterlaced && 2 * Int(vdisplay) <= Int(vtotal) }

    /// Whether both drive a display in the same way. Name, preference and rounded rate are ignored.
    func hasSameTimings(as other: ModeTimings) -> Bool {
        var copy = other
        copy.name = name
        copy.type = type
        copy.vrefresh = vrefresh
        return copy == self
    }
}
