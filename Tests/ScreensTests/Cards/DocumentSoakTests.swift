import Foundation
import Glibc
import TestSupport
import Testing

@testable import Screens
@testable import ScreensKMS

/// Displays of documents are plugged, unplugged and read again at random, while commits fail.
///
/// `SCREENS_REPLAYS` is the number of repetitions for each document, and `SCREENS_DOCUMENT` names a single document;
/// `Tests/run --long` repeats all of them a thousand times.
@Suite struct DocumentSoakTests {
    private static let replays = ProcessInfo.processInfo.environment["SCREENS_REPLAYS"].flatMap { Int($0) } ?? 12
    private static let onlyOne = ProcessInfo.processInfo.environment["SCREENS_DOCUMENT"]
    /// The short run has only our own documents, without displays whose pictures take long to make.
    private static let documents = (replays > 100 ? RealDocument.all : RealDocument.own).filter { document in
        guard onlyOne == nil || onlyOne == document.name else { return false }
        let displays = ((try? document.snapshots()) ?? []).flatMap(\.connectors)
            .filter { $0.connection == .connected && !$0.modes.isEmpty }
        return !displays.isEmpty
            && (replays > 100 || displays.allSatisfy { $0.modes.allSatisfy { $0.hdisplay <= 1920 } })
    }

    /// A generator of the same numbers in each run.
    private struct Numbers {
        private var state: UInt64

        init(seed: Int) {
            state = UInt64(truncatingIfNeeded: seed) &* 2_654_435_761 &+ 1
        }

        mutating func below(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % max(count, 1)
        }
    }

    @Test(.serialized, arguments: documents.indices)
    func displaysComeAndGoWhileCommitsFail(_ index: Int) async throws {
        let document = Self.documents[index]
        try await document.drive { kit, cards in
            let expected = Self.names(kit.litScreens(of: cards))
            // The seed depends on the name, so that a failure of the whole run repeats with this document alone.
            var numbers = Numbers(seed: document.name.utf8.reduce(0) { $0 &* 31 &+ Int($1) })
            var unplugged: [(card: SimulatedCard, connector: String)] = []
            for _ in 0..<Self.replays {
                let card = cards[numbers.below(cards.count)]
                let connected = (card.snapshot?.connectors ?? []).filter { $0.connection == .connected }.map(\.name)
                switch numbers.below(6) {
                case 0 where !connected.isEmpty, 1 where !connected.isEmpty:
                    let name = connected[numbers.below(connected.count)]
                    try card.unplug(name)
                    unplugged.append((card, name))
                    try await Self.settle(kit, card)
                case 2 where !unplugged.isEmpty, 3 where !unplugged.isEmpty:
                    try Self.plugAgain(&unplugged)
                    try await Self.settle(kit, card)
                case 4: card.refuseModesets(1 + numbers.below(3), errno: numbers.below(2) == 0 ? EINVAL : ENOMEM)
                default: card.announceHotplug()
                }
            }
            // The last faults are over, and each display is plugged again.
            for card in cards { card.refuseModesets(0, errno: 0) }
            while !unplugged.isEmpty { try Self.plugAgain(&unplugged) }
            for card in cards {
                for connector in card.snapshot?.connectors ?? [] where connector.connection == .connected {
                    try card.unplug(connector.name)
                    try await Self.settle(kit, card)
                    try card.plug(SimulatedScreen(modes: []))
                    try await Self.settle(kit, card)
                }
            }
            // A refused mode is tried last from then on, so the same screens are lit, in any mode.
            try await eventually("all are lit: \(document.name)") {
                Self.names(kit.litScreens(of: cards)) == expected
            }
            for card in cards { try await Self.expectNoLeaks(of: card, in: document) }
        }
    }

    /// Checks that a card has only the buffers of what it shows, and the blobs that its properties hold.
    private static func expectNoLeaks(of card: SimulatedCard, in document: RealDocument) async throws {
        let shown = card.snapshot?.planes.compactMap(\.framebuffer) ?? []
        let found = try document.snapshots()
        let most = found.reduce(0) { $0 + $1.planes.count } + shown.count
        try await eventually("former buffers are gone") { card.framebufferCount <= most }
        let snapshot = try #require(card.snapshot)
        var held: Set<BlobID> = []
        for properties in snapshot.connectors.map(\.properties) + snapshot.crtcs.map(\.properties)
            + snapshot.planes.map(\.properties)
        { held.formUnion(properties.all.values.compactMap(\.blob)) }
        #expect(Set(snapshot.blobs.keys).isSubset(of: held))
    }

    /// Returns the screens without their modes.
    private static func names(_ lit: [String]) -> [String] {
        lit.compactMap { $0.split(separator: " ").first.map(String.init) }.sorted()
    }

    private static func plugAgain(_ unplugged: inout [(card: SimulatedCard, connector: String)]) throws {
        let (card, _) = unplugged.removeFirst()
        // On one card, the display that left first comes first.
        try card.plug(SimulatedScreen(modes: []))
    }

    /// Waits until the library knows the displays of a card.
    private static func settle(_ kit: VideoKit, _ card: SimulatedCard) async throws {
        try await eventually("the card is read") {
            let connected = (card.snapshot?.connectors ?? []).filter { $0.connection == .connected }.map(\.name)
            let known = kit.connectors.filter { $0.card == card.path && $0.status == .connected }.map(\.name)
            return Set(known) == Set(connected)
        }
    }
}
