import Glibc
import KMS
import Screens

/// A card, as far as it lets this user look.
struct CardFacts: Sendable, Hashable {
    /// The primary node, such as `/dev/dri/card0`, whether or not it is there.
    let path: String
    /// Nil where there is no node.
    var node: NodeFacts?
    /// The device behind it as the kernel names it, such as `0000:00:02.0`.
    var device: String?
    /// Nil where the card could not be opened.
    var driver: String?
    /// Whether it is among the cards that the library drives: those of the first seat that udev has set up.
    var isOnSeat = true
    /// Nil where there is a ``failure``.
    var hardware: CardHardware?
    /// What went wrong when it was looked at.
    var failure: KMSError?
    /// The other program that is its master, where that can be found out.
    var holder: CardHolder?
    /// The other processes that have it open, as far as this user can see.
    var openers: [CardOpener] = []
    var connectors: [ConnectorFacts] = []

    /// `card0`.
    var name: String { String(path.split(separator: "/").last ?? "card") }

    /// Whether it can feed displays, whoever is its master.
    var isUsable: Bool {
        guard isOnSeat, failure == nil, let hardware else { return false }
        return hardware.capabilities.hasDumbBuffers && hardware.crtcCount > 0
    }

    /// Whether it is there for something else: a renderer has neither connectors nor CRTCs.
    var isWithoutDisplays: Bool {
        failure?.errno == EOPNOTSUPP || hardware?.crtcCount == 0
    }

    /// Whether the system does not let this user open it.
    var isDenied: Bool {
        failure?.call == "open" && (failure?.errno == EACCES || failure?.errno == EPERM)
    }
}
