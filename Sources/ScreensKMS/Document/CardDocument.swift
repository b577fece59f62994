import ScreensJSON

/// The cards of a document in the format of `drm_info -j`: an object with a card for each node.
///
/// A key `screens` beside the nodes has facts that `drm_info` leaves out. Its members about cards have a member for
/// each node:
///
/// | member | value |
/// |---|---|
/// | `version`, `kernel`, `commandLine` | texts |
/// | `names` | for each connector's id, its name: the kernel counts connectors over all cards |
/// | `edids` | for each connector's id, its EDID in hexadecimal digits |
/// | `sysfs` | for each connector's name, the texts of its files `status`, `enabled`, `dpms`, `modes` and `edid`, the last in hexadecimal digits, and `force` of debugfs |
/// | `udev` | the properties of the card's device |
/// | `vblanks` | whether the driver has vblanks |
///
/// A missing or null member is unknown, and gets the value that limits least: ids are numbered, encoders can take every
/// CRTC, an atomic card has the properties that only atomic clients see, and a mode has timings of its size and rate.
package struct CardDocument: Sendable, Hashable {
    /// A card of the document.
    package struct Card: Sendable, Hashable {
        /// The node of the card, such as `/dev/dri/card0`.
        package let node: String
        /// The objects of the card in the document.
        package let snapshot: CardSnapshot
        /// The other facts in the document, and the values that it lacks.
        package let facts: DocumentedFacts
    }

    /// The cards by their nodes.
    package let cards: [Card]
    /// The facts of the key `screens` about the whole machine.
    package let machine: DocumentedMachine

    /// Reads a document.
    ///
    /// - Throws: ``CardDocumentError`` for any other bytes.
    package init(decoding bytes: [UInt8]) throws(CardDocumentError) {
        let value: JSONValue
        do {
            value = try JSONValue(decoding: bytes, limits: JSONLimits(bytes: 8 << 20, depth: 32, values: 1 << 19))
        } catch {
            throw CardDocumentError(path: "", problem: "not JSON: \(error)")
        }
        let document = DocumentValue(value)
        let members = try document.members(most: Self.mostCards + 1)
        let screens = members["screens"]
        let (edids, names) = (try screens?["edids"], try screens?["names"])
        let listed = members.filter { $0.key != "screens" }
            .sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
        var cards: [Card] = []
        for (node, card) in listed {
            guard node.utf8.count <= Self.longestNode else {
                throw card.error("a node of more than \(Self.longestNode) bytes")
            }
            var reader = CardReader(card, edids: try edids?[node], names: try names?[node])
            let snapshot = try reader.snapshot()
            if let screens { try reader.readFacts(screens, node: node) }
            cards.append(Card(node: node, snapshot: snapshot, facts: reader.facts))
        }
        guard !cards.isEmpty else { throw CardDocumentError(path: "", problem: "it has no cards") }
        self.cards = cards
        machine = try DocumentedMachine(screens, cards: listed.map(\.value))
    }

    private static let mostCards = 16
    private static let longestNode = 256
}

/// The reason why a document cannot be read, and the place.
package struct CardDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The place, such as `/dev/dri/card0.connectors[2].modes[0].hdisplay`; empty for the whole document.
    package let path: String
    /// The problem as a clause for people.
    package let problem: String

    /// The place and the problem, with only names from the document.
    package var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
