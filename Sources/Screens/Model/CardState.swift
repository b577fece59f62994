import KMS

/// A card as it was when read.
struct CardState: Sendable, Hashable {
    /// In the card's own order.
    var connectors: [ConnectorState]
    let crtcCount: Int
    /// Whether the hardware was probed, and the state is not that of an earlier probe.
    let isFresh: Bool
}

/// A connector as it was when read.
struct ConnectorState: Sendable, Hashable {
    let id: ConnectorID
    let name: String
    let status: ConnectionStatus
    let role: ScreenRole
    let kind: ScreenKind
    /// In millimetres, or nil.
    let physicalSize: Size?
    /// In the card's own order.
    let modes: [ScreenMode]
    /// The mode that is set, or nil while the connector has no active CRTC.
    var currentMode: ScreenMode?
    /// The place, among those of the card, of the CRTC that feeds it; or nil.
    let crtcIndex: Int?
    /// Bit N is the CRTC with the index N.
    let possibleCRTCs: UInt32
    /// The display's EDID, empty if there is none.
    let edid: [UInt8]
    /// Whether the link to the display failed and needs a modeset.
    let isLinkBad: Bool
    /// The identity that the display reports, or nil.
    let identity: ScreenIdentity?
    /// The properties that settings may name.
    var properties: [ConnectorProperty] = []
    /// Whether it is for an analog television.
    var isTelevisionOutput = false
    /// Whether displays that are plugged in there have an EDID.
    var expectsEDID = false
    /// The place in a tree of DisplayPort hubs (`PATH`), which stays when the kernel gives the connector another name; or nil.
    var path: String?

    /// Whether a display is connected whose EDID may come later.
    var lacksEDID: Bool { status == .connected && kind == .display && expectsEDID && edid.isEmpty }
}
