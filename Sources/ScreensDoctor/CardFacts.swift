import Glibc
import Screens
import ScreensKMS

/// The facts of a card that this user can read.
package struct CardFacts: Sendable, Hashable {
    /// The primary node, such as `/dev/dri/card0`, whether or not it is there.
    let path: String
    /// The node and its permissions; nil if there is no node.
    var node: NodeFacts?
    /// The device of the card as the kernel names it, such as `0000:00:02.0`.
    var device: String?
    /// The name of the driver; nil if the card could not be opened.
    var driver: String?
    /// Whether it is among the cards that the library drives: the cards of the first seat that udev has set up.
    var isOnSeat = true
    /// The facts that the open card reports; nil if there is a ``failure``.
    var hardware: CardHardware?
    /// The error of the examination.
    var failure: KMSError?
    /// The other program that is its master; nil if there is no such program, or it cannot be found out.
    var master: CardMaster?
    /// Whether the daemon reports that it holds the card.
    var isDaemons = false
    /// The other processes that have it open, as far as this user can see them.
    var openers: [CardOpener] = []
    var connectors: [ConnectorFacts] = []
    /// Whether it was not opened, because its driver would disable its displays.
    var isLeftClosed = false
    var unknown: Set<UnknownFact> = []

    /// The name of the node, such as `card0`.
    var name: String { String(path.split(separator: "/").last ?? "card") }

    /// Whether it can drive displays, regardless of its master.
    var isUsable: Bool {
        guard isOnSeat, failure == nil, let hardware else { return false }
        return hardware.capabilities.hasDumbBuffers && (hardware.crtcCount > 0 || unknown.contains(.crtcs))
    }

    /// Drivers that count no vblanks, but complete flips at the refresh of the display.
    private static let driversWithTimedFlips: Set<String> = ["nvidia-drm"]

    /// Drivers whose displays have no EDID on any connector, and of adapters (gud) that may have none and list the
    /// modes of their displays themselves.
    private static let driversWithoutEDIDs: Set<String> = ["cirrus", "cirrus-qemu", "qxl", "gud"]

    /// Whether the lack of an EDID means nothing, since nothing is guessed in its place.
    var canLackEDIDs: Bool { driver.map(Self.driversWithoutEDIDs.contains) ?? false }

    /// Whether no picture stays on the displays without a master.
    var isDarkWithoutMaster: Bool { DarkWithoutMaster.applies(to: driver) }

    /// The expected source of the frame timing.
    func pacing(by hardware: CardHardware) -> Pacing {
        hardware.hasVBlank || driver.map(Self.driversWithTimedFlips.contains) ?? false ? .vblank : .timer
    }

    /// Whether it only renders: it has neither connectors nor CRTCs.
    var isWithoutDisplays: Bool {
        failure?.errno == EOPNOTSUPP || hardware?.crtcCount == 0 && !unknown.contains(.crtcs)
    }

    /// Whether the system denies this user the right to open it.
    var isDenied: Bool {
        failure?.call == "open" && (failure?.errno == EACCES || failure?.errno == EPERM)
    }
}

extension CardFacts {
    /// Takes the facts of a card that was not opened.
    mutating func leaveClosed(driver: String?, screens: [Screen]) {
        self.driver = driver
        isLeftClosed = true
        unknown.formUnion([
            .master, .crtcs, .atomic, .universalPlanes, .dumbBuffers, .prefersShadow, .monotonicTimestamps,
            .crtcInEvents, .vblanks,
        ])
        connectors = screens.map { ConnectorFacts(screen: $0, possibleCRTCs: CRTCMask(rawValue: .max)) }
        hardware = CardHardware(
            capabilities: CardCapabilities(isAtomic: true), crtcCount: screens.count, hasVBlank: true, isFree: true)
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
    /// The name of its command, which can have any bytes.
    let name: String
}

/// The device node of a card, and its permissions.
struct NodeFacts: Sendable, Hashable {
    let owner: UInt32
    let group: UInt32
    /// The name of the owner, or the number if it has no name.
    let ownerName: String
    let groupName: String
    /// The permission bits.
    let mode: UInt32
    /// Whether udev opens it to the user at the machine, by an access list (`uaccess`).
    let isForSeat: Bool

    /// Returns whether the bits let a user read and write, apart from access lists.
    func admits(_ user: UserFacts) -> Bool {
        if user.isRoot { return true }
        if user.id == owner { return mode & 0o600 == 0o600 }
        return user.groups.contains(group) ? admitsGroup : mode & 0o006 == 0o006
    }

    /// Whether the bits let the members of the group read and write.
    var admitsGroup: Bool { mode & 0o060 == 0o060 }

    var title: String { Self.title(ownerName, groupName, mode) }

    /// Returns the owner, the group and the bits as `ls -l` prints them: `root:video crw-rw----`.
    static func title(_ owner: String, _ group: String, _ mode: UInt32) -> String {
        let letters = "rwxrwxrwx".enumerated().map { mode & (0o400 >> UInt32($0.offset)) != 0 ? $0.element : "-" }
        return "\(owner):\(group) c\(String(letters))"
    }
}

/// A connector, with the facts that the library's snapshot of it lacks.
struct ConnectorFacts: Sendable, Hashable {
    let screen: Screen
    var possibleCRTCs: CRTCMask = []
    /// Whether the link to the display failed (`link-status`).
    var isLinkBad = false
    /// The forced state, from debugfs; nil also if debugfs cannot be read.
    var force: ConnectorForce?
    /// The linear formats of its planes, if none of them can be drawn; nil if one can, or they are not known.
    var unsupportedFormats: [UInt32]?
    /// Whether the hardware can scale the picture down for a display that cuts off edges.
    var compensatesOverscan = false
    var unknown: Set<UnknownFact> = []

    /// Whether a display is connected, has reported modes, and its planes show a format that can be drawn.
    var canBeDriven: Bool { screen.isConnected && !screen.availableModes.isEmpty && unsupportedFormats == nil }
}

extension Connector {
    /// Whether it has a property for that: `underscan`, or the margins of television outputs and of vc4.
    var compensatesOverscan: Bool { properties["underscan"] != nil || properties["left margin"] != nil }
}

/// The state that a connector is forced to, whatever is plugged in.
enum ConnectorForce: Sendable, Hashable {
    case on, off

    /// Reads the word in a connector's file `force` in debugfs; nil if the connector is not forced.
    init?(debugfs word: String) {
        switch word {
        case "on", "digital": self = .on
        case "off": self = .off
        default: return nil
        }
    }
}
