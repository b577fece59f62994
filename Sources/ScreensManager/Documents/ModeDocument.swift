import Screens

/// A mode: an element of `screens modes --json`.
public struct ModeDocument: Codable, Sendable, Equatable {
    /// Its index in the list of the screen, by which settings may name it.
    public let id: Int
    /// Its name, as in `1920x1080`.
    public let name: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The refresh rate in thousandths of a hertz.
    public let refreshMillihertz: Int
    /// The exact refresh rate.
    public let refreshRate: RateDocument
    /// The pixel clock in kilohertz.
    public let clockKilohertz: Int
    /// The pixels of a line, including its blanking.
    public let htotal: Int
    /// The lines of a picture, including their blanking.
    public let vtotal: Int
    /// Whether each picture comes as two fields.
    public let interlaced: Bool
    /// Whether the display prefers it.
    public let preferred: Bool
    /// Whether it is set.
    public let current: Bool
    /// The aspect ratio of the picture, such as 16 by 9; nil if the mode states none.
    @Nullable public private(set) var pictureAspect: SizeDocument?
    /// `edid` if the mode comes from the EDID alone; left out if the kernel lists the mode.
    public private(set) var source: String?

    /// - Parameter current: the current mode of the screen; nil if no mode is set.
    package init(_ mode: ScreenMode, current: ScreenMode?) {
        id = mode.id
        name = mode.name
        width = mode.width
        height = mode.height
        refreshMillihertz = mode.refreshMillihertz
        refreshRate = RateDocument(mode.refreshRate)
        clockKilohertz = mode.clockKilohertz
        htotal = mode.htotal
        vtotal = mode.vtotal
        interlaced = mode.isInterlaced
        preferred = mode.isPreferred
        self.current = current.map(mode.hasTimings(of:)) ?? false
        pictureAspect = mode.pictureAspect.map(SizeDocument.init)
    }

    /// Returns all modes that the display of a screen lists, the largest last.
    ///
    /// - Parameter source: the source of the modes, if not the kernel.
    package static func all(of screen: Screen, from source: String? = nil) -> [ModeDocument] {
        screen.availableModes.map { mode in
            var document = ModeDocument(mode, current: screen.currentMode)
            document.source = source
            return document
        }
    }
}

extension ModeDocument: CustomStringConvertible {
    /// The size and the rate, such as `1920x1080i@59.940`, like the description of a `ScreenMode`.
    public var description: String {
        "\(width)x\(height)\(interlaced ? "i" : "")@\(refreshMillihertz.thousandths)"
    }
}

/// A rate as a fraction without a rounding error, in lowest terms.
public struct RateDocument: Codable, Sendable, Equatable {
    /// The numerator of the fraction, in Hz.
    public let numerator: Int
    /// The denominator of the fraction.
    public let denominator: Int

    package init(_ rate: RefreshRate) {
        let reduced = rate.reduced
        numerator = Int(clamping: reduced.numerator)
        denominator = Int(clamping: reduced.denominator)
    }
}

/// A width and a height.
public struct SizeDocument: Codable, Sendable, Equatable {
    /// The width in pixels, millimetres or parts.
    public let width: Int
    /// The height in pixels, millimetres or parts.
    public let height: Int

    package init(_ size: Size) {
        width = size.width
        height = size.height
    }
}

extension SizeDocument: CustomStringConvertible {
    /// The size as text, such as `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}

extension Int {
    /// The number of thousandths as a decimal: `59940` as `59.940`.
    package var thousandths: String {
        let fraction = String(magnitude % 1000)
        let padding = String(repeating: "0", count: 3 - fraction.count)
        return "\(self < 0 ? "-" : "")\(magnitude / 1000).\(padding)\(fraction)"
    }
}
