import TestSupport
import Testing

@testable import Screens
@testable import ScreensKMS

/// The whole library on cards of documents.
@Suite struct ReplayedCardTests {
    private func start(
        _ cards: [SimulatedCard], _ change: (inout VideoKit.Settings) -> Void = { _ in }
    ) async throws -> VideoKit {
        var settings = VideoKit.Settings()
        settings.cards = .simulated(cards)
        settings.contentRetention = .zero
        change(&settings)
        // The kit has no delegate, so its background is shown.
        let kit = try VideoKit(settings: settings) { $0.backgroundColor = Color(rgb: 0x112233) }
        try await kit.start()
        return kit
    }

    private func screen(_ kit: VideoKit, _ name: String) -> Screen? { kit.screens.first { $0.name == name } }

    @Test func aBoardsDisplayIsLitUnpluggedAndLitAgain() async throws {
        let card = try #require(try SimulatedCard.replaying(HardwareDocuments.own("vc4-board")).first)
        let kit = try await start([card])
        #expect(kit.cards.map(\.path) == ["/dev/dri/card1"])
        let lit = try #require(screen(kit, "HDMI-A-1"))
        #expect(lit.dark == nil && lit.currentMode?.description == "1920x1080@60.000")
        #expect(card.picture(of: lit)?.size == Size(width: 1920, height: 1080))
        try card.unplug("HDMI-A-1")
        try await eventually("it has gone") { screen(kit, "HDMI-A-1") == nil }
        #expect(try card.picture(of: "HDMI-A-1") == nil)
        #expect(try card.plug(SimulatedScreen(modes: [])) == "HDMI-A-1")
        try await eventually("it is lit again") { try card.picture(of: "HDMI-A-1") != nil }
        #expect(card.modesets.count == 2, "no mode is refused")
        await kit.stop()
    }

    // MARK: Memory

    private static func memory(_ megabytes: Int) throws -> ContiguousMemory {
        try #require(ContiguousMemory(meminfo: "CmaTotal: \(megabytes << 10) kB\nCmaFree: 1024 kB\n"))
    }

    @Test func aModeThatCannotFitIntoTheContiguousMemoryIsTriedLast() async throws {
        let card = try #require(try SimulatedCard.replaying(HardwareDocuments.own("vc4-board")).first)
        // Two buffers of 1920x1080 are 15.9 MiB, and of 1280x720 7.1.
        card.limit(to: try Self.memory(8))
        let kit = try await start([card])
        let lit = try #require(screen(kit, "HDMI-A-1"))
        #expect(lit.dark == nil && lit.currentMode?.size == Size(width: 1280, height: 720))
        #expect(card.modesets.count == 1, "the larger ones are not tried before")
        var settings = ScreenSettings()
        settings.mode = ModePolicy("1920x1080")
        #expect(try await kit.apply(settings, to: lit.id) == .set, "a mode that is named is tried first all the same")
        #expect(screen(kit, "HDMI-A-1")?.currentMode?.size == Size(width: 1920, height: 1080))
        await kit.stop()
    }

    @Test func modesAreTriedInTheirOrderIfNoneFits() async throws {
        let card = try #require(try SimulatedCard.replaying(HardwareDocuments.own("vc4-board")).first)
        card.limit(to: try Self.memory(1))
        let kit = try await start([card])
        #expect(screen(kit, "HDMI-A-1")?.currentMode?.description == "1920x1080@60.000", "the check may be wrong")
        await kit.stop()
    }

    /// Returns cards without planes, whose connectors all have a display of 8192x8192.
    private static func hostileDocument(cards: Int, connectors: Int) -> [UInt8] {
        let mode = #"{"hdisplay": 8192, "vdisplay": 8192, "vrefresh": 30}"#
        let connector = #"{"type": 11, "status": 1, "modes": [\#(mode)]}"#
        let connectors = Array(repeating: connector, count: connectors).joined(separator: ",")
        let crtcs = Array(repeating: "{}", count: 32).joined(separator: ",")
        let objects = #"{"connectors": [\#(connectors)], "crtcs": [\#(crtcs)], "planes": []}"#
        return Array("{\((0..<cards).map { #""/dev/dri/card\#($0)": \#(objects)"# }.joined(separator: ","))}".utf8)
    }

    @Test func theBuffersOfAHostileDocumentAreBoundedTogether() async throws {
        let cards = try SimulatedCard.replaying(Self.hostileDocument(cards: 16, connectors: 32))
        let kit = try await start(cards) { $0.selection = .all }
        let screens = kit.screens
        #expect(screens.count == 16 * 32)
        let buffers = screens.flatMap { screen in
            cards.first { $0.path == screen.card }?.pipe(of: screen.name)?.buffers ?? []
        }
        #expect(buffers.reduce(0) { $0 + $1.stride * $1.size.height } <= SimulatedMemory.standard)
        // One screen has all the memory: its first picture takes long, so it may already count as stalled.
        let refusals = screens.compactMap(\.dark?.message).filter { $0.contains("8192x8192") }
        #expect(refusals.count >= 16 * 32 - 16)
        for refusal in refusals {
            #expect(refusal.contains("Cannot allocate memory"))
            #expect(refusal.contains(" of 512 MiB for the buffers of simulated cards are free"))
        }
        await kit.stop()
    }

    @Test func withoutMemoryForABufferASmallerModeIsSet() async throws {
        let snapshot = try #require(
            try CardDocument(decoding: HardwareDocuments.own("vc4-board")).cards.first
        ).snapshot
        // Two buffers of 1920x1080 are 15.9 MiB, and of 1280x720 7.1.
        let memory = SimulatedMemory(bytes: 12 << 20)
        let card = try SimulatedCard(node: "/dev/dri/card1", snapshot: snapshot, memory: memory)
        let kit = try await start([card])
        let lit = try #require(screen(kit, "HDMI-A-1"))
        #expect(lit.dark == nil && lit.currentMode?.size == Size(width: 1280, height: 720))
        try card.unplug("HDMI-A-1")
        try await eventually("its memory is free") { memory.state.hasPrefix("12 of 12 MiB") }
        await kit.stop()
    }

    @Test func aLaptopsDisplaysAreLitTogetherAndTheirPropertiesAreTheCards() async throws {
        let card = try #require(try SimulatedCard.replaying(HardwareDocuments.own("i915-laptop")).first)
        let kit = try await start([card]) { settings in
            settings.selection = .all
            settings.properties = ["max bpc": "8"]
        }
        #expect(kit.screens.filter { $0.dark == nil }.map(\.name).sorted() == ["DP-1", "eDP-1"])
        #expect(screen(kit, "DP-1")?.properties.first { $0.name == "max bpc" }?.value == "8")
        #expect(card.commits.count == 1, "both in one commit")
        await kit.stop()
    }

    @Test func theSavedStateOfALaptopIsRestoredAtTheEnd() async throws {
        let card = try #require(try SimulatedCard.replaying(HardwareDocuments.own("i915-laptop")).first)
        let found = try #require(card.snapshot)
        let kit = try await start([card]) { settings in
            settings.selection = .all
            settings.properties = ["max bpc": "8"]
        }
        let ours = try #require(card.snapshot)
        #expect(ours.crtcs.map(\.isActive) == [true, true])
        #expect(ours.crtcs[0].properties["GAMMA_LUT"]?.value == 0, "a night light is off")
        await kit.stop()
        let after = try #require(card.snapshot)
        #expect(after.planes == found.planes && after.connectors == found.connectors)
        #expect(after.crtcs.map(\.isActive) == [true, false] && after.crtcs.map(\.mode) == found.crtcs.map(\.mode))
    }

    @Test(arguments: [
        ("nvidia-desktop", ["card1/DP-1 2560x1440@59.951"]), ("radeon-legacy", ["card0/DVI-I-1 1920x1080@60.000"]),
        ("firmware-beside-nouveau", ["card1/HDMI-A-1 1920x1080@60.000"]),
    ])
    func theDisplaysThatAPersonExpectsAreLit(_ document: String, _ expected: [String]) async throws {
        let cards = try SimulatedCard.replaying(HardwareDocuments.own(document))
        let kit = try await start(cards)
        let lit = kit.screens.filter { $0.dark == nil }
        #expect(lit.map { "\($0.qualifiedName) \($0.currentMode?.description ?? "-")" } == expected)
        #expect(cards.map(\.commits.count).reduce(0, +) == 1)
        await kit.stop()
    }

    @Test func anEncodersPlaneGetsTheOnlyFormatThatItHas() async throws {
        let card = try #require(try SimulatedCard.replaying(HardwareDocuments.own("bgr888-encoder")).first)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let delegate = RecordingDelegate()
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        let lit = try #require(screen(kit, "HDMI-A-1"))
        #expect(lit.dark == nil && lit.layout?.format == .bgr888)
        try await eventually("the colour is shown") { card.picture(of: lit)?[0, 0] == Color(rgb: 0x112233) }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func aMalformedDocumentIsRefusedWithItsPlace() {
        let error = #expect(throws: ScreenError.self) {
            try SimulatedCard.replaying(Array(#"{"/dev/dri/card0": {"connectors": 1}}"#.utf8))
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.circumstances == "/dev/dri/card0.connectors: not an array")
    }
}
