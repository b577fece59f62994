/// A card as it answers when it is asked.
struct CardState: Sendable, Hashable {
    /// In the card's own order.
    var connectors: [ConnectorState]
    let crtcCount: Int
    /// Whether the hardware was asked and did not only say what it knew.
    let isFresh: Bool
}

/// A connector as a card answers when it is asked.
struct ConnectorState: Sendable, Hashable {
    let id: UInt32
    let name: String
    let status: ConnectionStatus
    let role: ScreenRole
    let kind: ScreenKind
    /// In millimetres, or nil.
    let physicalSize: Size?
    /// In the card's own order.
    let modes: [ScreenMode]
    /// What it shows now, or nil while nothing is sent to it.
    var currentMode: ScreenMode?
    /// The index of the CRTC that feeds it.
    let crtc: Int?
    /// Bit N stands for the N-th CRTC.
    let possibleCRTCs: UInt32
    /// The display's EDID, empty where there is none.
    let edid: [UInt8]
    /// Whether the link to the display failed and wants a modeset.
    let isLinkBad: Bool
    /// Who the display says it is, or nil where it does not.
    let identity: ScreenIdentity?
    /// How pictures are sent.
    var properties: [ConnectorProperty] = []
}
