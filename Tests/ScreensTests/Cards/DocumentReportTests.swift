import Foundation
import Testing

@testable import Screens
@testable import ScreensKMS

/// A readable table of the documents, which `Tests/Hardware/report` prints.
@Suite struct DocumentReportTests {
    private static let output = ProcessInfo.processInfo.environment["SCREENS_REPORT"]

    @Test(.enabled(if: output != nil, "no SCREENS_REPORT: the file to write"))
    func theTableIsWritten() async throws {
        var rows = [
            "| document | driver | grade | lit | requests: objects and properties | refused |",
            "|---|---|---|---|---|---|",
        ]
        for document in RealDocument.all { rows.append(try await Self.row(of: document)) }
        try (rows.joined(separator: "\n") + "\n").write(
            toFile: try #require(Self.output), atomically: true, encoding: .utf8)
    }

    private static func row(of document: RealDocument) async throws -> String {
        let snapshots = try document.snapshots()
        let (lit, requests) = try await document.drive { kit, cards in
            (kit.litScreens(of: cards), cards.compactMap(\.latestRequest))
        }
        let sent = requests.map { request in
            let objects = Dictionary(grouping: Set(request.changes.map { $0.object.description })) {
                $0.split(separator: " ").first.map(String.init) ?? ""
            }
            let kinds = objects.sorted { $0.key < $1.key }.map {
                "\($0.value.count) \($0.key)\($0.value.count == 1 ? "" : "s")"
            }
            .joined(separator: ", ")
            return "\(Set(request.changes.map { "\($0.object) \($0.name)" }).count) properties of \(kinds)"
        }
        let televisions = snapshots.flatMap(\.connectors).filter(\.type.isTelevisionOutput).map(\.name)
        let named =
            lit.isEmpty && !televisions.isEmpty
            ? try await document.drive(.named(televisions)) { kit, cards in kit.litScreens(of: cards) } : []
        let isLegacy = snapshots.allSatisfy { !$0.capabilities.isAtomic }
        let refusals = snapshots.flatMap(refusals)
        let cells = [
            document.name, snapshots.map(\.driver).joined(separator: ", "), document.grade,
            lit.isEmpty
                ? named.isEmpty ? "-" : "named: \(named.joined(separator: ", "))" : lit.joined(separator: "<br>"),
            sent.isEmpty ? (lit.isEmpty ? "-" : isLegacy ? "SETCRTC" : "-") : sent.joined(separator: "<br>"),
            refusals.isEmpty ? "-" : refusals.joined(separator: "<br>"),
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    /// Returns the modes and the plans of a picture that the driver's rules and the card's limits exclude, with the
    /// reasons.
    private static func refusals(of card: CardSnapshot) -> [String] {
        guard card.capabilities.isAtomic else { return [] }
        var found: [String] = []
        func add(_ text: String) {
            if !found.contains(text) { found.append(text) }
        }
        for connector in card.connectors where connector.connection != .disconnected && !connector.isWriteback {
            guard let target = target(of: connector, in: card) else { continue }
            for (number, timings) in connector.modes.enumerated() {
                let mode = ScreenMode(id: number, timings: timings)
                if let reason = refusal(of: mode, PipeOptions(), target, card) {
                    add("\(connector.name) \(mode): \(reason)")
                }
            }
            guard let first = connector.modes.first else { continue }
            let mode = ScreenMode(id: 0, timings: first)
            var inset = PipeOptions()
            inset.overscan = Overscan(.pixels(16), compensation: .insetBounds)
            if target.abilities.placesByPlane, let reason = planeRefusal(mode, inset, target, card) {
                add("insets by the plane: \(reason)")
            }
        }
        return found
    }

    /// Returns the CRTC that feeds the connector, or the first possible one with a plane.
    private static func target(of connector: Connector, in card: CardSnapshot) -> ModesetTarget? {
        let own = card.crtcs.first { $0.id == connector.crtc }?.index
        let possible = connector.possibleCRTCs.indexes(below: card.crtcs.count)
        let targets = ((own.map { [$0] } ?? []) + possible).compactMap {
            ModesetTarget(connector: connector.id, ModesetVariant(crtcIndex: $0), in: card)
        }
        return targets.first { $0.plane != nil } ?? targets.first
    }

    private static func refusal(
        of mode: ScreenMode, _ options: PipeOptions, _ target: ModesetTarget, _ card: CardSnapshot
    ) -> String? {
        var driver = SnapshotDriver(card)
        do {
            var search = try ModesetSearch(
                mode, options, OptionalProperties(options, target, former: [:]), target: target)
            _ = try search.run(on: &driver)
            return nil
        } catch let error as KMSError {
            return error.object
        } catch {
            return "\((error as? ScreenError)?.circumstances ?? "\(error)")"
        }
    }

    /// Returns why the plan in which the plane does everything is refused; nil if it is used, or is not among the
    /// plans.
    private static func planeRefusal(
        _ mode: ScreenMode, _ options: PipeOptions, _ target: ModesetTarget, _ card: CardSnapshot
    ) -> String? {
        let plans = ScanoutPlan.candidates(
            mode: mode.size, scanout: mode.scanoutSize, orientation: options.orientation ?? .upright,
            overscan: options.overscan ?? .none, abilities: target.abilities)
        guard let plane = target.plane, let format = plane.format(preferring: options.format),
            let plan = plans.first(where: { $0.compensation == .plane })
        else { return nil }
        var driver = SnapshotDriver(card)
        guard let framebuffer = try? driver.makeBuffers(1, size: plan.buffer, format: format) else { return nil }
        let modeset = Modeset(
            mode: mode, target: target, plane: plane, plan: plan, format: format, setsOverscan: options.overscan != nil,
            variableRefresh: false, optional: OptionalProperties(options, target, former: [:]))
        return driver.faults(in: modeset.request(framebuffer: framebuffer)).first
    }
}
