import KMS

/// The state of a card, as read from the kernel.
struct CardState: Sendable, Hashable {
    /// In the card's own order.
    var connectors: [ConnectorState]
    let crtcCount: Int
    /// Whether the hardware was probed. If not, this is what the kernel knew.
    let isFresh: Bool
}

/// The state of a connector, as read from the kernel.
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
    /// The index of its CRTC.
    let crtc: Int?
    /// Bit N stands for the N-th CRTC.
    let possibleCRTCs: UInt32
    /// The display's EDID, empty if there is none.
    let edid: [UInt8]
    /// Whether the link to the display failed and needs a modeset (`link-status`).
    let isLinkBad: Bool
    /// The identity that the display reports, or nil if it reports none.
    let identity: ScreenIdentity?
    /// The properties that can be set by name.
    var properties: [ConnectorProperty] = []
}
