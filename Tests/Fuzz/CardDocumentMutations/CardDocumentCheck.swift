import ScreensKMS

/// The rules that hold for any bytes that are read as a document of cards.
package enum CardDocumentCheck {
    /// The outcome of an input.
    package enum Outcome: Sendable, Hashable {
        /// The input was read, and has this number of cards.
        case read(cards: Int)
        /// The input was refused with a place and a problem.
        case refused
        /// The input broke this rule.
        case broken(String)
    }

    /// Reads the bytes.
    package static func check(_ bytes: [UInt8]) -> Outcome {
        let document: CardDocument
        do {
            document = try CardDocument(decoding: bytes)
        } catch {
            let text = error.description
            guard !error.problem.isEmpty, text.utf8.count < 1000 else {
                return .broken("an error of \(text.utf8.count) bytes")
            }
            guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value < 0x7F }) else {
                return .broken("an error with other characters than ASCII has")
            }
            return .refused
        }
        for card in document.cards {
            if let rule = brokenRule(of: card.snapshot) { return .broken("\(rule)") }
        }
        return .read(cards: document.cards.count)
    }

    private static func brokenRule(of card: CardSnapshot) -> String? {
        let ids = card.connectors.map(\.id.rawValue) + card.crtcs.map(\.id.rawValue) + card.planes.map(\.id.rawValue)
        if Set(ids).count != ids.count { return "two objects have the same id" }
        if ids.contains(0) { return "an object has the id 0" }
        if card.crtcs.count > 32 { return "more CRTCs than a mask has bits" }
        if card.crtcs.map(\.index.rawValue) != Array(card.crtcs.indices) { return "a CRTC's place is not its index" }
        for connector in card.connectors {
            for mode in connector.modes
            where !(1...16384).contains(mode.hdisplay) || !(1...16384).contains(mode.vdisplay) {
                return "a mode of \(mode.hdisplay)x\(mode.vdisplay)"
            }
        }
        for plane in card.planes where !Set(plane.linearFormats).isSubset(of: plane.formats + plane.linearFormats) {
            return "a format of no list"
        }
        var request = AtomicRequest()
        for crtc in card.crtcs { request.set("MODE_ID", of: crtc, to: .blob([UInt8(crtc.index.rawValue)])) }
        let after = card.applying(request)
        for crtc in after.crtcs where request.changes.contains(where: { $0.object == crtc.objectID }) {
            let bytes = crtc.properties["MODE_ID"]?.blob.flatMap { after.blobs[$0] }
            if bytes != [UInt8(crtc.index.rawValue)] { return "a new blob has the id of another" }
        }
        return nil
    }
}
