import ScreensKMS

/// A variant of the modeset of one mode: the CRTC, and what is given up for it.
struct ModesetVariant: Sendable, Hashable {
    let crtcIndex: CRTCIndex
    /// Whether `max bpc` is limited to 8, which needs less link bandwidth.
    var limitsDepth = false
    /// The connectors of other programs' displays that are disabled with it.
    var displaced: [ConnectorID] = []
}

extension ModesetVariant {
    /// The bits per colour to which ``limitsDepth`` limits a link. Every display supports them.
    static let depthLimit: UInt64 = 8

    /// How many pictures are displaced one at a time before all of them are: each fallback is a test commit for each
    /// mode.
    private static let mostAlone = 4

    /// The variants to try after a mode was refused on the planned CRTC, the cheapest first.
    ///
    /// - Parameters:
    ///   - planned: the CRTC that was assigned to the connector.
    ///   - spare: other CRTCs that may feed the connector and that show none of our pictures.
    ///   - ours: the connectors that show our pictures, or are about to.
    static func fallbacks(
        for connector: ConnectorID, planned: CRTCIndex, spare: [CRTCIndex], ours: Set<ConnectorID>,
        in card: CardSnapshot
    ) -> [ModesetVariant] {
        let others = card.connectors.filter { other in
            !ours.contains(other.id) && other.id != connector && other.isShowing(on: card)
        }
        let taken = Set(others.compactMap { other in card.crtcs.first { $0.id == other.crtc }?.index })
        var fallbacks = spare.filter { !taken.contains($0) && $0 != planned }.map { ModesetVariant(crtcIndex: $0) }
        let limitsDepth =
            card.capabilities.isAtomic
            && card.connectors.first { $0.id == connector }?.allowsDepthLimit ?? false
        if limitsDepth { fallbacks.append(ModesetVariant(crtcIndex: planned, limitsDepth: true)) }
        for choice in displacements(of: others) {
            fallbacks += choice.map { ModesetVariant(crtcIndex: planned, displaced: $0) }
            if limitsDepth {
                fallbacks += choice.map { ModesetVariant(crtcIndex: planned, limitsDepth: true, displaced: $0) }
            }
        }
        return fallbacks
    }

    /// The displays to disable: the displays of one picture at a time, then all of them. A picture may be on several
    /// displays.
    private static func displacements(of others: [Connector]) -> [[[ConnectorID]]] {
        let pictures = Dictionary(grouping: others, by: \.crtc).values.map { $0.map(\.id) }
            .sorted { $0[0] < $1[0] }
        guard pictures.count > 1 else { return pictures.isEmpty ? [] : [pictures] }
        return [Array(pictures.prefix(mostAlone)), [others.map(\.id)]]
    }

    /// The names of the connectors whose displays the variant disables: the displaced ones, and one that the CRTC
    /// feeds.
    func namesOfDisplaced(by connector: ConnectorID, ours: Set<ConnectorID>, in card: CardSnapshot) -> [String] {
        card.connectors.filter { other in
            other.id != connector && !ours.contains(other.id) && other.isShowing(on: card)
                && (displaced.contains(other.id) || card.crtcs.first { $0.id == other.crtc }?.index == crtcIndex)
        }.map(\.name)
    }

    /// The difference from the first variant, as a clause for people.
    func description(beside first: ModesetVariant, in card: CardSnapshot) -> String {
        var parts: [String] = []
        if crtcIndex != first.crtcIndex { parts.append("on CRTC \(crtcIndex)") }
        if limitsDepth { parts.append("with max bpc \(Self.depthLimit)") }
        let names = card.connectors.filter { displaced.contains($0.id) }.map(\.name)
        if !names.isEmpty { parts.append("without \(names.joined(separator: " and "))") }
        return parts.joined(separator: " ")
    }
}

extension CardSnapshot {
    /// The active CRTCs whose connectors have gone from the card, as with a dock. The kernel refuses an atomic request
    /// that disables such a CRTC without its connector, and a request can no longer name the connector. The legacy call
    /// releases such connectors, too. No display shows the difference.
    var orphanedCRTCs: [CRTC] {
        crtcs.filter { crtc in crtc.isActive && !connectors.contains { $0.crtc == crtc.id } }
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
        return limits.contains(ModesetVariant.depthLimit) && depth.value > ModesetVariant.depthLimit
    }
}
