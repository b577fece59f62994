import KMS

/// A screen at one moment: a connector and its display.
///
/// The value is a snapshot; each event brings a newer one. Store the ``id``, not the value.
public struct Screen: Sendable, Hashable, Identifiable {
    /// Valid for this connection of the display.
    public let id: ScreenID
    /// The connector's name, such as `HDMI-A-1`.
    public let name: String
    /// The primary node of its card, such as `/dev/dri/card1`.
    public let card: String
    /// The card's kernel driver, such as `i915`; `simulated` for a ``SimulatedCard``.
    public let driver: String
    /// The connector's object id in KMS.
    public let connector: UInt32
    /// Whether a display is plugged in.
    public let status: ConnectionStatus
    /// Whether it is built in.
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
    public internal(set) var currentMode: ScreenMode?
    /// How its picture is placed and converted, or nil while this process does not drive it.
    public internal(set) var layout: PictureLayout?
    /// The screen whose picture it mirrors, or nil.
    public internal(set) var mirrorSource: ScreenID?
    /// The reason why it shows nothing, or nil while it is lit.
    public internal(set) var dark: DarkState?
    /// Whether the values may be outdated, since only the card's DRM master can probe the hardware.
    public let isStale: Bool
    /// The connector's properties that can be set (``ScreenSettings/properties``), as they were last read.
    public internal(set) var properties: [ConnectorProperty] = []
    /// Whether another connected display reported the same identity earlier, or did so until it left, on another connector:
    /// some adapters copy identities.
    package internal(set) var isTwin = false
    /// Whether it is an output for analog televisions (`Composite`, `SVIDEO`, `TV`), which is driven only where it is named.
    package internal(set) var isTelevisionOutput = false
    /// The place of the connector in a tree of DisplayPort hubs (`PATH`), such as `mst:95-1-8`, or nil.
    package internal(set) var path: String?
    /// Whether it does not count as a screen: its card is the firmware's framebuffer, beside a card of the graphics hardware.
    package internal(set) var isSetAside = false
    /// Its part of a video wall (``VideoKit/Settings/walls``), or nil if it is in none or dark.
    public internal(set) var wallPart: WallPart?

    /// The mode that the display prefers (`DRM_MODE_TYPE_PREFERRED`), or nil.
    public var preferredMode: ScreenMode? {
        availableModes.filter(\.isPreferred).min { $0.id < $1.id }
    }

    /// Whether a display is connected that shows pictures. The framebuffer of the firmware does not count beside a card of the
    /// graphics hardware.
    public var isConnected: Bool {
        !isSetAside && kind == .display && (status == .connected || status == .unknown && !availableModes.isEmpty)
    }

    /// The connector's id for calls to the card.
    package var connectorID: ConnectorID { ConnectorID(rawValue: connector) }

    /// The name with the card's, such as `card1/HDMI-A-1`. It is unique on a machine.
    public var qualifiedName: String { Self.qualifiedName(card: card, connector: name) }

    /// The connector by the name that outlasts a plug: ``path`` where there is one, else ``name``.
    package var localPlace: String { path ?? name }

    /// ``localPlace`` with the card's name.
    package var place: String { Self.qualifiedName(card: card, connector: localPlace) }

    /// Whether `name` is the screen's ``name`` or ``qualifiedName``.
    public func isNamed(_ name: String) -> Bool {
        name == self.name || name == qualifiedName
    }

    static func qualifiedName(card: String, connector: String) -> String {
        "\(card.split(separator: "/").last ?? "card")/\(connector)"
    }
}

/// Identifies a screen while its display stays connected.
///
/// The same display gets another id when it is plugged in again. Use the display's identity to keep data for a display,
/// and the connector's name to keep data for a connector.
public struct ScreenID: Sendable, Hashable, CustomStringConvertible {
    let card: String
    let connector: UInt32
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

    /// Built in: `eDP`, `LVDS`, `DSI`, `DPI`, `SPI`.
    public static let `internal` = ScreenRole(rawValue: "internal")
    /// Plugged in.
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
    public static let nonDesktop = ScreenKind(rawValue: "non-desktop")
    /// A writeback connector, which writes to memory. It is not a screen and is never driven.
    public static let writeback = ScreenKind(rawValue: "writeback")
}
