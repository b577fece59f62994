import ScreensKMS

/// The id of a connector (`DRM_MODE_OBJECT_CONNECTOR`), valid for its card.
public typealias ConnectorID = ScreensKMS.ConnectorID

/// A screen at one moment: a connector and its display.
///
/// The value is a snapshot; each event brings a newer one. Store the ``id``, not the value.
public struct Screen: Sendable, Hashable, Identifiable {
    /// The id of the screen, valid for this connection of the display.
    public let id: ScreenID
    /// The connector's name, such as `HDMI-A-1`.
    public let name: String
    /// The primary node of its card, such as `/dev/dri/card1`.
    public let card: String
    /// The card's kernel driver, such as `i915`; `simulated` for a ``SimulatedCard``.
    public let driver: String
    /// The connector's object id in KMS.
    public let connector: ConnectorID
    /// Whether a display is plugged in.
    public let status: ConnectionStatus
    /// Whether the display is built in.
    public let role: ScreenRole
    /// The purpose of the connector.
    public let kind: ScreenKind
    /// The identity that the display reports, or nil if it reports none (no EDID).
    public let identity: ScreenIdentity?
    /// The display's EDID as the kernel has it (the connector's property `EDID`), empty if there is none.
    public let edid: [UInt8]
    /// The size of the picture in millimetres, or nil if it is not known.
    public let physicalSize: Size?
    /// The modes in ascending order of pixels, refresh rate and clock: the last one is the largest.
    public let availableModes: [ScreenMode]
    /// The mode that is set, or nil.
    public private(set) var currentMode: ScreenMode?
    /// The placement and conversion of its picture, or nil while this process does not drive it.
    public private(set) var layout: PictureLayout?
    /// The screen whose picture it mirrors, by its ``qualifiedName``, or nil.
    public private(set) var mirrorSource: String?
    /// The reason why it shows nothing, or nil while it is lit.
    public private(set) var dark: DarkState?
    /// The program that has leased it (``VideoKit/lease(_:to:)``), or nil.
    public private(set) var lessee: Lessee?
    /// Whether the values may be outdated, since only the card's DRM master can probe the hardware.
    public let isStale: Bool
    /// The connector's properties that can be set (``ScreenSettings/properties``), as they were last read.
    public private(set) var properties: [ConnectorProperty] = []
    /// Whether another connected display, on another connector, reported the same identity earlier, or did so until it
    /// left: some adapters copy identities.
    package private(set) var isTwin = false
    /// Whether it is an output for analog televisions (`Composite`, `SVIDEO`, `TV`), which is driven only if it is
    /// named.
    package private(set) var isTelevisionOutput = false
    /// The place of the connector in a tree of DisplayPort hubs (`PATH`), such as `mst:95-1-8`, or nil.
    package private(set) var path: String?
    /// Whether it does not count as a screen: its card is the firmware's framebuffer, next to a card of the graphics
    /// hardware.
    package private(set) var isIgnored = false
    /// Its part of a video wall (``VideoKit/Settings/walls``), or nil if it is in none or dark.
    public private(set) var wallPart: WallPart?

    /// The mode that the display prefers (`DRM_MODE_TYPE_PREFERRED`), or nil.
    public var preferredMode: ScreenMode? {
        availableModes.filter(\.isPreferred).min { $0.id < $1.id }
    }

    /// Whether a display is connected that shows pictures. The framebuffer of the firmware does not count if there is a
    /// card of the graphics hardware.
    public var isConnected: Bool {
        !isIgnored && kind == .display && (status == .connected || status == .unknown && !availableModes.isEmpty)
    }

    /// The name with the card's name, such as `card1/HDMI-A-1`. It is unique on a machine.
    public var qualifiedName: String { Self.qualifiedName(card: card, connector: name) }

    /// The name of the connector that stays the same over a replug: ``path`` if there is one, otherwise ``name``.
    package var localPlace: String { path ?? name }

    /// ``localPlace`` with the card's name.
    package var place: String { Self.qualifiedName(card: card, connector: localPlace) }

    /// The shortest name that means this screen alone: its connector's name, unless several cards have a connector of
    /// that name.
    package func shortName(among screens: [Screen]) -> String {
        screens.count { $0.name == name } < 2 ? name : qualifiedName
    }

    /// Whether `name` is the screen's ``name`` or ``qualifiedName``.
    public func isNamed(_ name: String) -> Bool {
        name == self.name || name == qualifiedName
    }

    static func qualifiedName(card: String, connector: String) -> String {
        "\(card.split(separator: "/").last ?? "card")/\(connector)"
    }
}

extension Screen {
    /// Records that this process shows a picture on the screen.
    ///
    /// - Parameters:
    ///   - source: the qualified name of the screen whose picture it mirrors.
    ///   - part: its part of a video wall.
    mutating func show(_ mode: ScreenMode, _ layout: PictureLayout, mirroring source: String?, part: WallPart? = nil) {
        currentMode = mode
        self.layout = layout
        mirrorSource = source
        wallPart = part
        dark = nil
        lessee = nil
    }

    /// Records that another program has the screen by a lease.
    ///
    /// - Parameters:
    ///   - mode: the mode as it was last read.
    ///   - reason: why the program can show nothing; nil while it can.
    mutating func lend(to lessee: Lessee, _ mode: ScreenMode?, because reason: DarkState?) {
        showNothing(mode, because: reason, mirroring: nil)
        self.lessee = lessee
    }

    /// Records that this process shows nothing on the screen.
    ///
    /// - Parameters:
    ///   - mode: the mode that another program has set.
    ///   - reason: why the screen is dark; nil if another program shows a picture.
    ///   - source: the qualified name of the screen whose picture it is to mirror.
    mutating func showNothing(_ mode: ScreenMode?, because reason: DarkState?, mirroring source: String?) {
        currentMode = mode
        layout = nil
        mirrorSource = source
        wallPart = nil
        dark = reason
        lessee = nil
    }

    /// The screen with another part of its video wall.
    func showing(_ part: WallPart?) -> Screen {
        var screen = self
        screen.wallPart = part
        return screen
    }

    /// Takes over the connector's properties as they are after a modeset.
    mutating func take(_ properties: [ConnectorProperty]) {
        self.properties = properties
    }

    /// The screen, marked as one that does not count.
    ///
    /// - Parameter reason: why it shows nothing, if nothing is requested on it.
    func ignored(_ reason: DarkState) -> Screen {
        var screen = self
        screen.isIgnored = true
        if dark?.reason == .unused { screen.dark = reason }
        return screen
    }
}

/// Identifies a screen while its display stays connected.
///
/// The same display gets another id when it is plugged in again. Use the display's identity to keep data for a display,
/// and the connector's name to keep data for a connector.
public struct ScreenID: Sendable, Hashable, CustomStringConvertible {
    let card: String
    let connector: ConnectorID
    let session: UInt64
    let connection: UInt64

    /// A text for logs; its form may change.
    public var description: String { "\(card)#\(connector).\(session).\(connection)" }
}

/// Whether a display is plugged in.
public struct ConnectionStatus: Sendable, Hashable, RawRepresentable {
    /// The value as text, which can be stored and compared.
    public let rawValue: String
    /// Makes a value from its text. Unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A display is plugged in.
    public static let connected = ConnectionStatus(rawValue: "connected")
    /// No display is plugged in.
    public static let disconnected = ConnectionStatus(rawValue: "disconnected")
    /// The driver cannot detect it.
    public static let unknown = ConnectionStatus(rawValue: "unknown")
}

/// Whether a display is built into the machine.
public struct ScreenRole: Sendable, Hashable, RawRepresentable {
    /// The value as text, which can be stored and compared.
    public let rawValue: String
    /// Makes a value from its text. Unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The display is built in: `eDP`, `LVDS`, `DSI`, `DPI`, `SPI`.
    public static let `internal` = ScreenRole(rawValue: "internal")
    /// The display is plugged in.
    public static let external = ScreenRole(rawValue: "external")
}

/// The purpose of a connector.
public struct ScreenKind: Sendable, Hashable, RawRepresentable {
    /// The value as text, which can be stored and compared.
    public let rawValue: String
    /// Makes a value from its text. Unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A monitor, a television or a panel.
    public static let display = ScreenKind(rawValue: "display")
    /// A headset or similar (`non-desktop`). It is not a screen and is never driven.
    public static let nonDesktop = ScreenKind(rawValue: "nonDesktop")
    /// A writeback connector, which writes to memory. It is not a screen and is never driven.
    public static let writeback = ScreenKind(rawValue: "writeback")
}
