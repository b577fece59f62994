import Screens
import ScreensKMS
import ScreensLinux
import ScreensManager
import ScreensReports

/// Collects the facts for a diagnosis from a document of another machine. The facts of this machine are left out.
package enum DocumentExamination {
    /// Returns the facts in the bytes of a document. They are not read from the file at `path` again, which may have
    /// changed.
    package static func facts(ofDocument bytes: [UInt8], at path: String) async throws(Failure) -> MachineFacts {
        let document: CardDocument
        do {
            document = try CardDocument(decoding: bytes)
        } catch {
            throw Failure(.badData, "\(path): \(error)")
        }
        var settings = VideoKit.Settings()
        settings.reading = .probed
        settings.cards = .simulated(try SimulationSpec.makeCards(ofDocument: bytes, at: path))
        return facts(document, try await Inspection.take(settings))
    }

    /// The cards of screens that are simulated without a document. Their drivers are unknown.
    package static func cards(simulated inspection: Inspection) -> [CardFacts] {
        inspection.cards.map { card in
            var facts = CardFacts(path: card.path)
            facts.unknown = [.node, .driver, .seat, .master, .openers, .atomic, .universalPlanes, .vblanks]
            facts.connectors = inspection.connectors.filter { $0.card == card.path }.map { ConnectorFacts(screen: $0) }
            facts.hardware = CardHardware(
                capabilities: CardCapabilities(isAtomic: false), crtcCount: facts.connectors.count, hasVBlank: true,
                isFree: true)
            return facts
        }
    }

    /// - Parameter inspection: the library's readings of the document's cards.
    static func facts(_ document: CardDocument, _ inspection: Inspection) -> MachineFacts {
        var facts = MachineFacts()
        facts.unknown = [.virtualMachine, .container, .udev, .user, .terminals, .displayDevices]
        facts.kernel = document.machine.kernel ?? ""
        if document.machine.kernel == nil { facts.unknown.insert(.kernel) }
        facts.commandLine = KernelCommandLine(document.machine.commandLine ?? "")
        if document.machine.commandLine == nil { facts.unknown.insert(.commandLine) }
        facts.cards = document.cards.map { card in
            self.card(card, screens: inspection.connectors.filter { $0.card == card.node })
        }
        return facts
    }

    private static func card(_ card: CardDocument.Card, screens: [Screen]) -> CardFacts {
        var facts = CardFacts(path: card.node)
        facts.unknown = [.node, .master, .openers]
        let gaps = card.facts.gaps
        for (gap, fact) in gapsOfCards where gaps.contains(gap) { facts.unknown.insert(fact) }
        facts.driver = gaps.contains(.driver) ? nil : card.snapshot.driver
        facts.device = device(card.facts.udev?["DEVPATH"])
        if let udev = card.facts.udev {
            facts.isOnSeat = udev["ID_SEAT"].map { $0 == "seat0" } ?? true
        } else {
            facts.unknown.insert(.seat)
        }
        if card.facts.hasVBlank == nil { facts.unknown.insert(.vblanks) }
        facts.hardware = CardHardware(
            capabilities: card.snapshot.capabilities, crtcCount: card.snapshot.crtcs.count,
            hasVBlank: card.facts.hasVBlank ?? true, isFree: true)
        facts.connectors = screens.compactMap { screen in
            guard let connector = card.snapshot.connectors.first(where: { $0.id == screen.connector }) else {
                return nil
            }
            var facts = ConnectorFacts(
                screen: screen, possibleCRTCs: connector.possibleCRTCs, isLinkBad: connector.isLinkBad,
                unsupportedFormats: card.snapshot.unsupportedFormats(of: connector),
                compensatesOverscan: connector.compensatesOverscan)
            if let force = card.facts.files[connector.name]?["force"] {
                facts.force = ConnectorForce(debugfs: force)
            } else {
                facts.unknown.insert(.forced)
            }
            if gaps.contains(.status(connector.id)) { facts.unknown.insert(.status) }
            if gaps.contains(.modes(connector.id)) { facts.unknown.insert(.modes) }
            if gaps.contains(.edid(connector.id)) { facts.unknown.insert(.edid) }
            return facts
        }
        return facts
    }

    private static let gapsOfCards: [(DocumentedFacts.Gap, UnknownFact)] = [
        (.driver, .driver), (.crtcs, .crtcs), (.connectors, .connectors), (.atomic, .atomic),
        (.universalPlanes, .universalPlanes),
        (.dumbBuffers, .dumbBuffers), (.prefersShadow, .prefersShadow), (.monotonicTimestamps, .monotonicTimestamps),
        (.namesCRTCInEvents, .crtcInEvents),
    ]

    /// Returns the device in the sysfs path of a card, such as `0000:00:02.0` in
    /// `/devices/pci0000:00/0000:00:02.0/drm/card0`.
    private static func device(_ path: String?) -> String? {
        guard let parts = path?.split(separator: "/"), let drm = parts.lastIndex(of: "drm"), drm > 0 else { return nil }
        return String(parts[drm - 1])
    }
}
