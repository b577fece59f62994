import Glibc
import Screens
import ScreensKMS

/// The facts of a card that this user can read.
package struct CardFacts: Sendable, Hashable {
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
    /// The error of the examination.
    var failure: KMSError?
    /// The other program that is its master, where that can be found out.
    var master: CardMaster?
    /// Whether the daemon answers that it holds the card.
    var isDaemons = false
    /// The other processes that have it open, as far as this user can see.
    var openers: [CardOpener] = []
    var connectors: [ConnectorFacts] = []
    var unknown: Set<UnknownFact> = []

    /// `card0`.
    var name: String { String(path.split(separator: "/").last ?? "card") }

    /// Whether it can drive displays, regardless of its master.
    var isUsable: Bool {
        guard isOnSeat, failure == nil, let hardware else { return false }
        return hardware.capabilities.hasDumbBuffers && (hardware.crtcCount > 0 || unknown.contains(.crtcs))
    }

    /// Drivers that count no vblanks, and complete flips at the display's refresh all the same.
    private static let driversWithTimedFlips: Set<String> = ["nvidia-drm"]

    /// The expected source of the frame timing.
    func pacing(by hardware: CardHardware) -> Pacing {
        hardware.hasVBlank || driver.map(Self.driversWithTimedFlips.contains) ?? false ? .vblank : .timer
    }

    /// Whether it only renders: then it has neither connectors nor CRTCs.
    var isWithoutDisplays: Bool {
        failure?.errno == EOPNOTSUPP || hardware?.crtcCount == 0 && !unknown.contains(.crtcs)
    }

    /// Whether the system denies this user to open it.
    var isDenied: Bool {
        failure?.call == "open" && (failure?.errno == EACCES || failure?.errno == EPERM)
    }
}

/// The facts that an open card reports.
struct CardHardware: Sendable, Hashable {
    let capabilities: CardCapabilities
    /// How many displays it can drive at once.
    let crtcCount: Int
    /// Whether the driver counts vblanks.
    let hasVBlank: Bool
    /// Whether no other program is its master.
    let isFree: Bool
}

/// A process that has a card open.
struct CardOpener: Sendable, Hashable {
    let processID: Int32
    /// The name of its command: any bytes.
    let name: String
}

/// A card's device node, and its permissions.
struct NodeFacts: Sendable, Hashable {
    let owner: UInt32
    let group: UInt32
    /// The names, or the numbers where there are none.
    let ownerName: String
    let groupName: String
    /// The permission bits.
    let mode: UInt32
    /// Whether udev opens it to the user at the machine, by an access list (`uaccess`).
    let isForSeat: Bool

    /// Whether the bits let a user read and write, access lists aside.
    func admits(_ user: UserFacts) -> Bool {
        if user.isRoot { return true }
        if user.id == owner { return mode & 0o600 == 0o600 }
        return user.groups.contains(group) ? admitsGroup : mode & 0o006 == 0o006
    }

    /// Whether the bits let the members of the group read and write.
    var admitsGroup: Bool { mode & 0o060 == 0o060 }

    var title: String { Self.title(ownerName, groupName, mode) }

    /// As `ls -l` has it: `root:video crw-rw----`.
    static func title(_ owner: String, _ group: String, _ mode: UInt32) -> String {
        let letters = "rwxrwxrwx".enumerated().map { mode & (0o400 >> UInt32($0.offset)) != 0 ? $0.element : "-" }
        return "\(owner):\(group) c\(String(letters))"
    }
}

/// A connector, and what the library's snapshot of it lacks.
struct ConnectorFacts: Sendable, Hashable {
    let screen: Screen
    var possibleCRTCs: CRTCMask = []
    /// Whether the link to the display failed (`link-status`).
    var isLinkBad = false
    /// The forced state, by debugfs; nil also where that cannot be read.
    var force: ConnectorForce?
    /// The linear formats of its planes, where none of them can be drawn; nil where one can, or they are not known.
    var unsupportedFormats: [UInt32]?
    /// Whether the hardware makes the picture smaller for a display that cuts off edges.
    var compensatesOverscan = false
    var unknown: Set<UnknownFact> = []

    /// Whether a display is there, has reported modes, and its planes show a format that can be drawn.
    var canBeDriven: Bool { screen.isConnected && !screen.availableModes.isEmpty && unsupportedFormats == nil }
}

extension Connector {
    /// Whether it has the properties for that: `underscan`, or the margins of television outputs and of vc4.
    var compensatesOverscan: Bool { properties["underscan"] != nil || properties["left margin"] != nil }
}

/// The state that a connector is forced to, whatever is plugged in.
enum ConnectorForce: Sendable, Hashable {
    case on, off

    /// The word in a connector's file `force` in debugfs; nil where the connector is not forced.
    init?(debugfs word: String) {
        switch word {
        case "on", "digital": self = .on
        case "off": self = .off
        default: return nil
        }
    }
}
