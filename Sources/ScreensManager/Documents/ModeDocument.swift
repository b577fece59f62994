import Screens

/// A mode: an element of `screens modes --json`.
public struct ModeDocument: Codable, Sendable, Hashable {
    /// Its place in the list of the screen, which settings may name.
    public let id: Int
    /// Its name, as in `1920x1080`.
    public let name: String
    /// In pixels, millimetres or parts.
    public let width: Int
    /// In pixels, millimetres or parts.
    public let height: Int
    /// The refresh rate in thousandths of a hertz.
    public let refreshMillihertz: Int
    /// The pixel clock in kilohertz.
    public let clockKilohertz: Int
    /// The pixels of a line with its blanking.
    public let htotal: Int
    /// The lines of a picture with their blanking.
    public let vtotal: Int
    /// Whether each picture comes in two halves.
    public let interlaced: Bool
    /// Whether the display prefers it.
    public let preferred: Bool
    /// Whether it is set.
    public let current: Bool
    /// The aspect of the picture in parts, as 16 by 9; nil where the mode states none.
    @Nullable public private(set) var pictureAspect: SizeDocument?
    /// `edid` if the mode comes from the EDID alone; left out where the kernel lists the mode.
    public private(set) var source: String?

    /// - Parameter current: the screen's current mode, if any.
    package init(_ mode: ScreenMode, current: ScreenMode?) {
        id = mode.id
        name = mode.name
        width = mode.width
        height = mode.height
        refreshMillihertz = mode.refreshMillihertz
        clockKilohertz = mode.clockKilohertz
        htotal = mode.htotal
        vtotal = mode.vtotal
        interlaced = mode.isInterlaced
        preferred = mode.isPreferred
        self.current = current.map(mode.hasTimings(of:)) ?? false
        pictureAspect = mode.pictureAspect.map(SizeDocument.init)
    }

    /// All modes that a screen's display lists, the largest last.
    ///
    /// - Parameter source: where they are from, if not from the kernel.
    package static func all(of screen: Screen, from source: String? = nil) -> [ModeDocument] {
        screen.availableModes.map { mode in
            var document = ModeDocument(mode, current: screen.currentMode)
            document.source = source
            return document
        }
    }
}

extension ModeDocument: CustomStringConvertible {
    /// As in `1920x1080i@59.940`, like the description of a `ScreenMode`.
    public var description: String {
        "\(width)x\(height)\(interlaced ? "i" : "")@\(refreshMillihertz.thousandths)"
    }
}

/// A width and a height.
public struct SizeDocument: Codable, Sendable, Hashable {
    /// In pixels, millimetres or parts.
    public let width: Int
    /// In pixels, millimetres or parts.
    public let height: Int

    package init(_ size: Size) {
        width = size.width
        height = size.height
    }
}

extension SizeDocument: CustomStringConvertible {
    /// As in `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}

extension Int {
    /// Thousandths as a decimal: `59940` as `59.940`.
    package var thousandths: String {
        let fraction = String(magnitude % 1000)
        let padding = String(repeating: "0", count: 3 - fraction.count)
        return "\(self < 0 ? "-" : "")\(magnitude / 1000).\(padding)\(fraction)"
    }
}
