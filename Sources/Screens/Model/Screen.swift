/// What is known of a screen at one moment.
///
/// A snapshot: it never changes, and a newer one comes with each event. Hold its ``id``, not the value.
public struct Screen: Sendable, Hashable, Identifiable {
    /// Good for this connection of the display.
    public let id: ScreenID
    /// The connector's name, such as `HDMI-A-1`.
    public let name: String
    /// The primary node of the card it hangs on, such as `/dev/dri/card1`.
    public let card: String
    /// The card's kernel driver, such as `i915`; `simulated` for a ``SimulatedCard``.
    public let driver: String
    /// The connector's number in KMS.
    public let connector: UInt32
    /// Whether a display is plugged in.
    public let status: ConnectionStatus
    /// Whether it is built in.
    public let role: ScreenRole
    /// What the connector leads to.
    public let kind: ScreenKind
    /// Who the display says it is, or nil where it says nothing (no EDID).
    public let identity: ScreenIdentity?
    /// The display's EDID as the kernel has it (the connector's property `EDID`), empty where there is none.
    public let edid: [UInt8]
    /// The size of the picture in millimetres, or nil where it is not known.
    public let physicalSize: Size?
    /// Ascending by pixels, refresh and clock: the last one is the largest.
    public let availableModes: [ScreenMode]
    /// The mode that the connector runs now, or nil.
    public let currentMode: ScreenMode?
    /// How its picture comes to the glass, or nil while this process does not light it.
    public let layout: PictureLayout?
    /// The screen whose picture it shows, or nil where it has one of its own.
    public let mirrorSource: ScreenID?
    /// Why nothing is shown, or nil while the screen is lit.
    public let dark: DarkState?
    /// Whether this could not be asked of the hardware afresh: only the card's master can.
    public let isStale: Bool
    /// The connector's properties that may be set (``ScreenSettings/properties``), as they were when it was looked at.
    public internal(set) var properties: [ConnectorProperty] = []
    /// Whether another display had said before that it is this one: some adapters copy identities.
    package internal(set) var isTwin = false
    /// What it shows of a span (``VideoKit/Settings/spans``), or nil where it is in none, or dark.
    public internal(set) var spanPart: SpanPart?

    /// The mode that the display itself asks for (`DRM_MODE_TYPE_PREFERRED`), or nil.
    public var preferredMode: ScreenMode? {
        availableModes.filter(\.isPreferred).min { $0.id < $1.id }
    }

    /// Whether a display is there that pictures belong on.
    public var isConnected: Bool {
        kind == .display && (status == .connected || status == .unknown && !availableModes.isEmpty)
    }

    /// `card1/HDMI-A-1`: no two screens of a machine have the same.
    public var qualifiedName: String { Self.qualifiedName(card: card, connector: name) }

    /// Whether `name` names this screen, with or without its card.
    public func isNamed(_ name: String) -> Bool {
        name == self.name || name == qualifiedName
    }

    static func qualifiedName(card: String, connector: String) -> String {
        "\(card.split(separator: "/").last ?? "card")/\(connector)"
    }
}

/// Names a screen for as long as its display stays connected.
///
/// It is good for one connection: the same display gets another id when it is plugged in again. What is to follow a
/// display, or a connector, is kept under the display's identity or the connector's name.
public struct ScreenID: Sendable, Hashable, CustomStringConvertible {
    let card: String
    let connector: UInt32
    let session: UInt64
    let connection: UInt64

    /// For logs; its form may change.
    public var description: String { "\(card)#\(connector).\(session).\(connection)" }
}

/// Whether a display is plugged in.
public struct ConnectionStatus: Sendable, Hashable, RawRepresentable {
    /// The value as text, which may be stored and compared.
    public let rawValue: String
    /// A value by its text; unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A display is there.
    public static let connected = ConnectionStatus(rawValue: "connected")
    /// None is.
    public static let disconnected = ConnectionStatus(rawValue: "disconnected")
    /// The driver cannot tell.
    public static let unknown = ConnectionStatus(rawValue: "unknown")
}

/// Whether a display is part of the machine.
public struct ScreenRole: Sendable, Hashable, RawRepresentable {
    /// The value as text, which may be stored and compared.
    public let rawValue: String
    /// A value by its text; unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Built in: `eDP`, `LVDS`, `DSI`, `DPI`.
    public static let `internal` = ScreenRole(rawValue: "internal")
    /// Plugged in.
    public static let external = ScreenRole(rawValue: "external")
}

/// What a connector leads to.
public struct ScreenKind: Sendable, Hashable, RawRepresentable {
    /// The value as text, which may be stored and compared.
    public let rawValue: String
    /// A value by its text; unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A monitor, a television, a panel: what pictures belong on.
    public static let display = ScreenKind(rawValue: "display")
    /// A headset or the like (`non-desktop`): no screen, never driven.
    public static let nonDesktop = ScreenKind(rawValue: "non-desktop")
    /// Memory: no screen, never driven.
    public static let writeback = ScreenKind(rawValue: "writeback")
}
