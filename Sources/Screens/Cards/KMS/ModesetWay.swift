import KMS

/// One way to set a mode: the CRTC, and what is given up for it.
struct ModesetWay: Sendable, Hashable {
    /// The place of the CRTC among those of the card.
    let crtcIndex: Int
    /// Whether `max bpc` is limited to 8, which needs less link bandwidth.
    var limitsDepth = false
    /// The connectors of displays that are not ours, and that are disabled with it.
    var displaced: [ConnectorID] = []
}

extension ModesetWay {
    /// The bits for a colour to which ``limitsDepth`` limits a link. Every display supports them.
    static let depthLimit: UInt64 = 8

    /// The ways to try a mode after its refusal on the planned CRTC and before it is given up, the one that costs least first.
    ///
    /// - Parameters:
    ///   - planned: the CRTC that the connector was assigned.
    ///   - spare: others that may feed it and that show none of our pictures.
    ///   - ours: the connectors that show our pictures, or are about to.
    static func further(
        for connector: ConnectorID, planned: Int, spare: [Int], ours: Set<ConnectorID>, in card: CardSnapshot
    ) -> [ModesetWay] {
        let others = card.connectors.filter { other in
            !ours.contains(other.id) && other.id != connector && other.isShowing(on: card)
        }
        let taken = Set(others.compactMap { other in card.crtcs.first { $0.id == other.crtc }?.index })
        var ways = spare.filter { !taken.contains($0) && $0 != planned }.map { ModesetWay(crtcIndex: $0) }
        let limitsDepth =
            card.capabilities.isAtomic
            && card.connectors.first { $0.id == connector }?.allowsDepthLimit ?? false
        if limitsDepth { ways.append(ModesetWay(crtcIndex: planned, limitsDepth: true)) }
        let displaced = others.map(\.id)
        if !displaced.isEmpty {
            ways.append(ModesetWay(crtcIndex: planned, displaced: displaced))
            if limitsDepth { ways.append(ModesetWay(crtcIndex: planned, limitsDepth: true, displaced: displaced)) }
        }
        return ways
    }

    /// The names of the connectors whose displays it disables: those that are named, and one that the CRTC feeds.
    func namesOfDisplaced(by connector: ConnectorID, ours: Set<ConnectorID>, in card: CardSnapshot) -> [String] {
        card.connectors.filter { other in
            other.id != connector && !ours.contains(other.id) && other.isShowing(on: card)
                && (displaced.contains(other.id) || card.crtcs.first { $0.id == other.crtc }?.index == crtcIndex)
        }.map(\.name)
    }

    /// Its difference from the first way, as a clause for people.
    func description(beside first: ModesetWay, in card: CardSnapshot) -> String {
        var parts: [String] = []
        if crtcIndex != first.crtcIndex { parts.append("on CRTC \(crtcIndex)") }
        if limitsDepth { parts.append("with max bpc \(Self.depthLimit)") }
        let names = card.connectors.filter { displaced.contains($0.id) }.map(\.name)
        if !names.isEmpty { parts.append("without \(names.joined(separator: " and "))") }
        return parts.joined(separator: " ")
    }
}

extension Connector {
    /// Whether a display is connected, or may be, and a CRTC sends it a picture of any program.
    func isShowing(on card: CardSnapshot) -> Bool {
        !isWriteback && connection != .disconnected && card.crtcs.contains { $0.id == crtc && $0.isActive }
    }

    /// Whether `max bpc` may be lowered to the limit.
    fileprivate var allowsDepthLimit: Bool {
        guard let depth = properties["max bpc"], !depth.isImmutable, let limits = depth.limits else { return false }
        return limits.contains(ModesetWay.depthLimit) && depth.value > ModesetWay.depthLimit
    }
}
