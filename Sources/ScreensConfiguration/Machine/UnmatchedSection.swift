import Screens

/// A section whose `match` fits no connected screen, or an arrangement with a display that cannot come: a display is
/// absent, or a name is misspelled.
package struct UnmatchedSection: Sendable, Hashable {
    /// The place of its `match` or of its `displays`, `FILE:LINE`.
    package let place: String
    /// The name of the arrangement; nil for a section of screens.
    package let arrangement: String?
    /// The name of a connector that no card has; nil if a display may just be absent.
    package let unknownConnector: String?
    /// The connector that was probably meant.
    package let nearest: String?
    /// Whether the connector is the source of a mirror.
    package var isMirrored = false

    /// A sentence without its subject.
    package var message: String {
        guard let unknownConnector else { return "matches no connected screen" }
        let question = nearest.map { "; did you mean '\($0)'?" } ?? ""
        if isMirrored { return "mirrors nothing: no card has a connector '\(unknownConnector)'\(question)" }
        let fault = arrangement.map { "arrangement '\($0)' is never present" } ?? "matches no screen"
        return "\(fault): no card has a connector '\(unknownConnector)'\(question)"
    }
}

extension MachineConfiguration {
    /// Returns the sections of files that match no connected screen, whether or not they apply now, and the
    /// arrangements with a connector that no card has.
    ///
    /// - Parameter connectors: all connectors of the machine.
    package func unmatchedSections(among connectors: [Screen]) -> [UnmatchedSection] {
        let connected = connectors.filter(\.isConnected)
        let sections = sections.compactMap { section -> UnmatchedSection? in
            guard let place = section.places.match, !connected.contains(where: section.match.matches) else {
                return nil
            }
            return UnmatchedSection(place: place, section.match.unknownConnector(among: connectors), connectors)
        }
        return sections + unknownDisplays(among: connectors) + unknownMirrored(among: connectors)
    }

    /// Returns the mirrored connectors that no card has.
    private func unknownMirrored(among connectors: [Screen]) -> [UnmatchedSection] {
        settingsOfAllTimes.compactMap { overrides, places in
            guard let name = overrides.mirror?.value, case .file(let place)? = places["mirror"],
                let unknown = TextPattern(literal: name).unknownConnector(among: connectors)
            else { return nil }
            var section = UnmatchedSection(place: place, unknown, connectors)
            section.isMirrored = true
            return section
        }
    }

    /// Returns the displays of arrangements that name connectors that no card has.
    private func unknownDisplays(among connectors: [Screen]) -> [UnmatchedSection] {
        var seen: Set<Arrangement> = []
        return sections.compactMap(\.arrangement).filter { seen.insert($0).inserted }.flatMap { arrangement in
            arrangement.displays.compactMap { display in
                guard let place = arrangement.place, display.namesConnector,
                    let unknown = display.unknownConnector(among: connectors)
                else { return nil }
                return UnmatchedSection(place: place, of: arrangement.name, unknown, connectors)
            }
        }
    }
}

extension UnmatchedSection {
    fileprivate init(place: String, of arrangement: String? = nil, _ unknown: String?, _ connectors: [Screen]) {
        self.init(
            place: place, arrangement: arrangement, unknownConnector: unknown,
            nearest: unknown.flatMap {
                NearestName.of($0, among: connectors.flatMap { [$0.name, $0.qualifiedName] })
            })
    }
}

extension TextPattern {
    /// Whether the pattern has the form of a connector's name, `HDMI-A-1` or `card1/HDMI-A-1`: an identity has spaces.
    fileprivate var namesConnector: Bool {
        guard !text.contains(" "), let dash = text.lastIndex(of: "-") else { return false }
        let number = text[text.index(after: dash)...]
        return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Returns the named connector that no card has. A pattern may be for any machine, and a place behind hubs (`mst:`)
    /// has a connector only while the hub is present.
    fileprivate func unknownConnector(among connectors: [Screen]) -> String? {
        guard self == TextPattern(literal: text), !text.hasPrefix("mst:"), !connectors.isEmpty,
            !connectors.contains(where: { $0.fits(connector: self) })
        else { return nil }
        return text
    }
}

extension ScreenMatch {
    /// Returns the named connector that no card has. The connectors of an absent card count as present.
    fileprivate func unknownConnector(among connectors: [Screen]) -> String? {
        guard let unknown = connector?.unknownConnector(among: connectors) else { return nil }
        guard let card else { return unknown }
        return connectors.contains { $0.fits(card: card) } ? unknown : nil
    }
}
