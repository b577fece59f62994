import Screens

/// A connector, and what the library's snapshot of it does not tell.
struct ConnectorFacts: Sendable, Hashable {
    let screen: Screen
    /// Bit N stands for the N-th CRTC of the card.
    var possibleCRTCs: UInt32 = 0
    /// Whether the link to the display failed (`link-status`).
    var isLinkBad = false
    /// What somebody has it taken for, by debugfs; nil also where that cannot be read.
    var force: ConnectorForce?

    /// Whether a display is there, and it has said how it can be driven.
    var canBeDriven: Bool { screen.isConnected && !screen.availableModes.isEmpty }
}
