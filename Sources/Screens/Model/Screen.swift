/// What is known of a screen at one moment.
///
/// A snapshot: it never changes, and a newer one comes with each event. Hold its ``id``, not the value.
public struct Screen: Sendable, Hashable, Identifiable {
    public let id: ScreenID
    /// The connector's name, such as `HDMI-A-1`.
    public let name: String
    /// The primary node of the card it hangs on, such as `/dev/dri/card1`.
    public let card: String
    /// The card's kernel driver, such as `i915`; `simulated` for a ``SimulatedCard``.
    public let driver: String
    /// The connector's number in KMS.
    public let connector: UInt32
    public let status: ConnectionStatus
    public let role: ScreenRole
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
    /// Why nothing is shown, or nil while the screen is lit.
    public let dark: DarkState?
    /// Whether this could not be asked of the hardware afresh: only the card's master can.
    public let isStale: Bool

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

    static func qualifiedName(card: String, connector: String) -> String {
        "\(card.split(separator: "/").last ?? "card")/\(connector)"
    }
}

/// Whether a display is plugged in.
public struct ConnectionStatus: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let connected = ConnectionStatus(rawValue: "connected")
    public static let disconnected = ConnectionStatus(rawValue: "disconnected")
    /// The driver cannot tell.
    public static let unknown = ConnectionStatus(rawValue: "unknown")
}

/// Whether a display is part of the machine.
public struct ScreenRole: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Built in: `eDP`, `LVDS`, `DSI`, `DPI`.
    public static let `internal` = ScreenRole(rawValue: "internal")
    /// Plugged in.
    public static let external = ScreenRole(rawValue: "external")
}

/// What a connector leads to.
public struct ScreenKind: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let display = ScreenKind(rawValue: "display")
    /// A headset or the like (`non-desktop`): no screen, never driven.
    public static let nonDesktop = ScreenKind(rawValue: "non-desktop")
    /// Memory: no screen, never driven.
    public static let writeback = ScreenKind(rawValue: "writeback")
}
