import ScreensKMS

/// A display that can be plugged into a ``SimulatedCard``.
public struct SimulatedScreen: Sendable, Hashable {
    /// The modes in the display's order: the first is the preferred one.
    public var modes: [SimulatedMode]
    /// Whether it counts as built in.
    public var role: ScreenRole
    /// The display's EDID, from which its identity is read. Its modes are not used.
    public var edid: [UInt8]
    /// Whether the display waits for frames if that is requested, down to the lowest rate in its EDID (`vrr_capable`).
    public var variableRefresh: Bool
    /// The abilities of its connector and its plane for a picture.
    public var abilities: SimulatedAbilities

    /// Makes a display with these modes. Some real displays report none.
    public init(
        modes: [SimulatedMode], role: ScreenRole = .external, edid: [UInt8] = [], variableRefresh: Bool = false,
        abilities: SimulatedAbilities = SimulatedAbilities()
    ) {
        self.variableRefresh = variableRefresh
        self.abilities = abilities
        self.modes = modes
        self.role = role
        self.edid = edid
    }

    /// Makes a display with modes as people write them, the preferred one first:
    /// `SimulatedScreen("1920x1080@60", "720p50")`.
    ///
    /// - Throws: the errors of ``SimulatedMode/init(_:)``.
    public init(_ modes: String...) throws(ScreenError) {
        var read: [SimulatedMode] = []
        for mode in modes { read.append(try SimulatedMode(mode)) }
        self.init(modes: read)
    }

    /// Makes the displays that a text describes. Commas separate displays, and spaces separate the modes of a display,
    /// of which the first is preferred. `1920x1080@60 640x480@60,1280x720@50` describes two. Empty parts are left out.
    ///
    /// - Throws: the errors of ``SimulatedMode/init(_:)``.
    public static func list(_ text: String) throws(ScreenError) -> [SimulatedScreen] {
        var screens: [SimulatedScreen] = []
        for part in text.split(separator: ",") {
            var modes: [SimulatedMode] = []
            for mode in part.split(whereSeparator: \.isWhitespace) { modes.append(try SimulatedMode(String(mode))) }
            if !modes.isEmpty { screens.append(SimulatedScreen(modes: modes)) }
        }
        return screens
    }
}

/// A mode that a simulated screen offers.
public struct SimulatedMode: Sendable, Hashable {
    /// Pixels per line.
    public let width: Int
    /// Lines.
    public let height: Int
    /// The refresh rate in thousandths of a Hz. Whole rates are exact; other rates are as near as a pixel clock in kHz
    /// allows.
    public let millihertz: Int

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` if a side is not in 1…16384 pixels, or the
    ///   rate not in 1…1000 Hz.
    public init(width: Int, height: Int, millihertz: Int) throws(ScreenError) {
        guard (1...16384).contains(width), (1...16384).contains(height), (1000...1_000_000).contains(millihertz)
        else {
            throw ScreenError(
                .invalidArgument, operation: "simulate", object: "\(width)x\(height) at \(millihertz) mHz",
                remedy: "sides are 1 to 16384 pixels, rates 1 to 1000 Hz")
        }
        self.width = width
        self.height = height
        self.millihertz = millihertz
    }

    /// Makes a mode from a text as people write it, such as `1920x1080@60`, `1280x720@59.94` or `1080p50`. Without a
    /// rate it has 60 Hz.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for any other text, for an interlaced mode,
    ///   and beyond the limits of ``init(width:height:millihertz:)``.
    public init(_ text: String) throws(ScreenError) {
        guard let mode = ModeRequest(text), !mode.isInterlaced else {
            throw ScreenError(
                .invalidArgument, operation: "simulate", object: "'\(text)'",
                remedy: "write a single mode as WIDTHxHEIGHT or WIDTHxHEIGHT@HZ, such as 1920x1080@60")
        }
        try self.init(width: mode.width, height: mode.height, millihertz: mode.millihertz ?? 60_000)
    }
}

/// The abilities of a simulated connector and its plane that some hardware has. At first it has none of them.
public struct SimulatedAbilities: Sendable, Hashable {
    /// The orientations that the plane supports (its property `rotation`).
    public var orientations: Set<Orientation> = []
    /// Whether the plane shows a picture in a part of the screen.
    public var placesPictures = false
    /// Whether the plane scales the picture there.
    public var scalesPictures = false
    /// The largest borders of the connector's `underscan`, the same on both sides; nil if it has no such property.
    public var underscanLimit: Size?
    /// The largest margins of the connector (`left margin` and so on); nil if it has no such properties.
    public var marginLimit: Size?
    /// The orientation in which a picture is upright on the panel, as it is mounted (`panel orientation`).
    public var panelOrientation = Orientation.upright
    /// The formats that the plane shows.
    public var formats: Set<PixelFormat> = Set(PixelFormat.allCases)
    /// The video formats that the plane shows, whose colours it converts itself.
    public var videoFormats: Set<VideoPixelFormat> = []

    /// The number of entries of the CRTC's colour table (`GAMMA_LUT_SIZE`); nil if it has no table.
    public var gammaTableSize: Int?
    /// Whether only a modeset changes that table.
    public var needsModesetForGamma = false
    /// The connector's properties that may be set, with their initial values.
    public var properties: [ConnectorProperty] = []
    /// The names of properties that the driver refuses to set.
    public var refusedProperties: Set<String> = []

    /// Makes the abilities of a plane that shows pictures as large as the screen, and of a connector that leaves them
    /// alone.
    public init() {}
}

extension ScreenMode {
    /// Makes the timings of a mode that no display has to support.
    init(id: Int, _ mode: SimulatedMode, isPreferred: Bool = false) {
        var timings = ModeTimings(width: mode.width, height: mode.height, millihertz: mode.millihertz)
        if isPreferred { timings.markPreferred() }
        self.init(id: id, timings: timings)
    }
}
