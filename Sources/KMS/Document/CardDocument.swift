import JSON

/// The cards of a document that `drm_info -j` prints: an object with a card for each node.
///
/// A key `screens` beside the nodes has what that program leaves out; of it the EDIDs are read:
/// `"screens": {"edids": {"/dev/dri/card0": {"99": "00ffffff…"}}}`, by the connector's id, in hexadecimal digits.
///
/// A member that is null or missing is not known, and gets the value that limits least: ids are numbered, encoders can take
/// every CRTC, an atomic card has the properties that only atomic clients see, and a mode has timings of its size and rate.
public struct CardDocument: Sendable, Hashable {
    /// A card of the document.
    public struct Card: Sendable, Hashable {
        /// Its node, such as `/dev/dri/card0`.
        public let node: String
        /// Its objects, as the document has them.
        public let snapshot: CardSnapshot
    }

    /// By their nodes.
    public let cards: [Card]

    /// Reads a document.
    ///
    /// - Throws: ``CardDocumentError`` for any other bytes.
    public init(decoding bytes: [UInt8]) throws(CardDocumentError) {
        let value: JSONValue
        do {
            value = try JSONValue(decoding: bytes, limits: JSONLimits(bytes: 8 << 20, depth: 32, values: 1 << 19))
        } catch {
            throw CardDocumentError(path: "", problem: "not JSON: \(error)")
        }
        let document = DocumentValue(value)
        let members = try document.members(most: Self.mostCards + 1)
        let edids = try members["screens"]?["edids"]
        var cards: [Card] = []
        for (node, card) in members.sorted(by: { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) })
        where node != "screens" {
            var reader = try CardReader(card, edids: edids?[node])
            cards.append(Card(node: node, snapshot: try reader.snapshot()))
        }
        guard !cards.isEmpty else { throw CardDocumentError(path: "", problem: "it has no cards") }
        self.cards = cards
    }

    private static let mostCards = 16
}

/// Why a document is not read, and where.
public struct CardDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The place, such as `/dev/dri/card0.connectors[2].modes[0].hdisplay`; empty for the whole document.
    public let path: String
    /// A clause for people.
    public let problem: String

    /// The place and the problem, without anything of the document but names.
    public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
