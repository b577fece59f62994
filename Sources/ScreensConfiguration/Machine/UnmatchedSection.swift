import Screens

/// A section whose `match` fits no connected screen: a display is absent, or a name is mistyped.
package struct UnmatchedSection: Sendable, Hashable {
    /// The place of its `match`, `FILE:LINE`.
    package let place: String
    /// The name of a connector that no card has; nil where a display may only be absent.
    package let unknownConnector: String?
    /// The connector that was probably meant.
    package let nearest: String?

    /// A sentence without its subject.
    package var message: String {
        guard let unknownConnector else { return "matches no connected screen" }
        let question = nearest.map { "; did you mean '\($0)'?" } ?? ""
        return "matches no screen: no card has a connector '\(unknownConnector)'\(question)"
    }
}

extension MachineConfiguration {
    /// The sections of files that match no connected screen, whether or not they hold now.
    ///
    /// - Parameter connectors: all of the machine.
    package func unmatchedSections(among connectors: [Screen]) -> [UnmatchedSection] {
        let connected = connectors.filter(\.isConnected)
        return sections.compactMap { section in
            guard let place = section.places.match, !connected.contains(where: section.match.matches) else {
                return nil
            }
            let unknown = section.match.unknownConnector(among: connectors)
            return UnmatchedSection(
                place: place, unknownConnector: unknown,
                nearest: unknown.flatMap {
                    NearestName.of($0, among: connectors.flatMap { [$0.name, $0.qualifiedName] })
                })
        }
    }
}

extension ScreenMatch {
    /// The connector that it names and no card has. A pattern may be for any machine, a place behind hubs (`mst:`) has a
    /// connector only while the hub is there, and so have the connectors of a card that is absent.
    fileprivate func unknownConnector(among connectors: [Screen]) -> String? {
        guard let connector, connector == TextPattern(literal: connector.text), !connector.text.hasPrefix("mst:"),
            !connectors.isEmpty, !connectors.contains(where: { $0.fits(connector: connector) })
        else { return nil }
        guard let card else { return connector.text }
        return connectors.contains { $0.fits(card: card) } ? connector.text : nil
    }
}
