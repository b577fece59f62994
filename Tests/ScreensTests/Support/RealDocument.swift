import Foundation
import ScreensJSON
import TestSupport
import Testing

@testable import Screens
@testable import ScreensKMS

/// A document of cards, of our own or from the corpus.
struct RealDocument: Sendable, CustomTestStringConvertible {
    let name: String
    /// The completeness of the card: `complete`, `chain` or `facts`.
    let grade: String
    let bytes: [UInt8]

    var testDescription: String { name }

    static let own: [RealDocument] = HardwareDocuments.ownNames.compactMap { name in
        (try? HardwareDocuments.own(name)).map { RealDocument(name: "\(name).json", grade: "own", bytes: $0) }
    }

    /// The documents of the corpus; empty if it is missing.
    static let corpus: [RealDocument] = {
        guard let folder = HardwareDocuments.corpus,
            let index = try? Data(contentsOf: folder.appending(path: "index.json")),
            let entries = (try? JSONValue(decoding: [UInt8](index)))?.array
        else { return [] }
        return entries.compactMap { entry in
            guard let file = entry["file"]?.string, let grade = entry["grade"]?.string,
                let bytes = try? Data(contentsOf: folder.appending(path: file))
            else { return nil }
            return RealDocument(name: file, grade: grade, bytes: [UInt8](bytes))
        }
    }()

    static let all = own + corpus

    func snapshots() throws -> [CardSnapshot] { try CardDocument(decoding: bytes).cards.map(\.snapshot) }

    /// Runs the whole library on the cards of the document.
    ///
    /// - Parameter selection: the screens that the library drives.
    func drive<Result>(
        _ selection: ScreenSelection = .all, _ body: (VideoKit, [SimulatedCard]) async throws -> Result
    ) async throws -> Result {
        let cards = try SimulatedCard.replaying(bytes)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(cards)
        settings.selection = selection
        settings.contentRetention = .zero
        // The kit has no delegate, so its background is shown.
        let kit = try VideoKit(settings: settings) { $0.backgroundColor = Color(rgb: 0x112233) }
        try await kit.start()
        let result = try await body(kit, cards)
        await kit.stop()
        return result
    }
}

extension VideoKit {
    /// Returns the screens that the document's run has lit, such as `card0/HDMI-A-1 1920x1080@60.000`.
    func litScreens(of cards: [SimulatedCard]) -> [String] {
        screens.filter { screen in
            screen.dark == nil && cards.contains { $0.path == screen.card && $0.pipe(of: screen.name) != nil }
        }
        .map { "\($0.qualifiedName) \($0.currentMode?.description ?? "-")" }
    }
}

extension CardSnapshot {
    /// Returns the same card with another kind of a property, which determines its possible values.
    func replacing(_ kind: PropertyKind, of change: AtomicRequest.Change) -> CardSnapshot {
        func properties(_ object: some ModeObject) -> Properties {
            guard object.objectID == change.object else { return object.properties }
            var all = object.properties.all
            if let entry = all[change.name] {
                all[change.name] = Properties.Entry(
                    id: entry.id, value: entry.value, isImmutable: entry.isImmutable, kind)
            }
            return Properties(all)
        }
        return CardSnapshot(
            driver: driver, capabilities: capabilities, framebufferLimits: framebufferLimits,
            connectors: connectors.map { connector in
                Connector(
                    id: connector.id, name: connector.name, type: connector.type, connection: connector.connection,
                    physicalWidth: connector.physicalWidth, physicalHeight: connector.physicalHeight,
                    modes: connector.modes, crtc: connector.crtc, possibleCRTCs: connector.possibleCRTCs,
                    properties: properties(connector), edid: connector.edid)
            },
            crtcs: crtcs.map { crtc in
                CRTC(
                    id: crtc.id, index: crtc.index, mode: crtc.mode, isActive: crtc.isActive,
                    framebuffer: crtc.framebuffer, x: crtc.x, y: crtc.y, properties: properties(crtc))
            },
            planes: planes.map { plane in
                Plane(
                    id: plane.id, possibleCRTCs: plane.possibleCRTCs, crtc: plane.crtc,
                    framebuffer: plane.framebuffer, formats: plane.formats, linearFormats: plane.linearFormats,
                    properties: properties(plane))
            }, blobs: blobs)
    }
}
