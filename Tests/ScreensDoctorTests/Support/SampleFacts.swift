@testable import ProgramSamples
@testable import Screens
@testable import ScreensDoctor
@testable import ScreensKMS

extension MachineFacts {
    /// Returns the facts of a user in the group video at an ordinary PC with these cards.
    static func sample(_ cards: CardFacts...) -> MachineFacts {
        var facts = MachineFacts()
        facts.kernel = "6.1.0"
        facts.user = UserFacts(id: 1000, name: "kim", groups: [1000, 44], groupsInDatabase: [1000, 44])
        facts.cards = cards
        return facts
    }

    /// Returns the same facts with a change.
    func with(_ change: (inout MachineFacts) -> Void) -> MachineFacts {
        var facts = self
        change(&facts)
        return facts
    }
}

extension CardFacts {
    /// Returns a card that may be driven, with these connectors.
    static func sample(_ name: String = "card0", _ connectors: ConnectorFacts...) -> CardFacts {
        var card = CardFacts(path: "/dev/dri/\(name)")
        card.node = .sample()
        card.driver = "i915"
        card.hardware = .sample()
        card.connectors = connectors
        return card
    }

    /// Returns a card that cannot be opened or read.
    static func failing(_ errno: Int32, call: String = "open", node: NodeFacts? = .sample()) -> CardFacts {
        var card = CardFacts(path: "/dev/dri/card0")
        card.node = node
        card.failure = KMSError(call: call, object: card.path, errno: errno)
        return card
    }

    func with(_ change: (inout CardFacts) -> Void) -> CardFacts {
        var card = self
        change(&card)
        return card
    }
}

extension NodeFacts {
    static func sample(group: UInt32 = 44, name: String = "video", mode: UInt32 = 0o660, seat: Bool = false)
        -> NodeFacts
    {
        NodeFacts(owner: 0, group: group, ownerName: "root", groupName: name, mode: mode, isForSeat: seat)
    }
}

extension CardHardware {
    static func sample(
        atomic: Bool = true, dumb: Bool = true, crtcs: Int = 2, vblank: Bool = true, free: Bool = true
    ) -> CardHardware {
        CardHardware(
            capabilities: CardCapabilities(
                isAtomic: atomic, hasUniversalPlanes: true, hasDumbBuffers: dumb, prefersShadow: false,
                hasMonotonicTimestamps: true, namesCRTCInEvents: true),
            crtcCount: crtcs, hasVBlank: vblank, isFree: free)
    }
}

extension ConnectorFacts {
    /// Returns a connector whose display has one mode and a clean EDID, unless a test changes it.
    static func sample(
        _ name: String = "HDMI-A-1", connector: UInt32 = 42, status: ConnectionStatus = .connected,
        kind: ScreenKind = .display, edid: [UInt8] = SampleEDID.tile, modes: [ScreenMode] = [.sample(0, 1920, 1080)],
        current: ScreenMode? = nil, possibleCRTCs: CRTCMask = CRTCMask(first: 2)
    ) -> ConnectorFacts {
        let screen = Screen.sample(
            name, card: "/dev/dri/card0", connector: connector, status: status, kind: kind, edid: edid, modes: modes,
            current: current, isTelevisionOutput: name.hasPrefix("Composite"))
        return ConnectorFacts(screen: screen, possibleCRTCs: possibleCRTCs)
    }

    static let empty = sample(status: .disconnected, edid: [], modes: [])

    func with(_ change: (inout ConnectorFacts) -> Void) -> ConnectorFacts {
        var connector = self
        change(&connector)
        return connector
    }
}
