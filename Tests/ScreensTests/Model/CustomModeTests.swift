import Testing

@testable import Screens

@Suite struct CustomModeTests {
    private func modes(_ text: String, refusing refused: SimulatedMode? = nil) async throws -> [String] {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.mode = try #require(ModePolicy(text))
        let delegate = RecordingDelegate()
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        let modes = kit.screens.compactMap { $0.currentMode?.description }
        await kit.stop()
        withExtendedLifetime(delegate) {}
        return modes
    }

    @Test func aModeThatTheDisplayDoesNotListIsSet() async throws {
        let computed = try await modes("128x96@50,cvt-rb2")
        #expect(computed == ["128x96@49.983"])
        let given = try await modes("10.00 128 136 144 200 96 97 100 1000 +hsync")
        #expect(given == ["128x96@50.000"])
    }

    @Test func aBuiltInPanelWithAModeThatItDoesNotListIsWarnedOf() async throws {
        let screen = SimulatedScreen(modes: [try SimulatedMode("64x64@60")], role: .internal)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(try SimulatedCard(screens: [screen]))
        settings.selection = .all
        let kit = try VideoKit(settings: settings) { _ in }
        let events = kit.events.makeAsyncIterator()
        try await kit.start()
        let panel = try #require(kit.screens.first)
        for text in ["128x96@50,cvt-rb2", "64x64@60"] {
            var wanted = try #require(kit.settings(of: panel.id))
            wanted.mode = ModePolicy(text)
            try await kit.apply(wanted, to: panel.id)
        }
        await kit.stop()
        var warnings: [String] = []
        while let event = await events.next() { warnings += event.warning.map { [$0] } ?? [] }
        #expect(warnings.count == 1 && warnings[0].contains("128x96@49.983 is not a mode of the built-in panel"))
    }

    @Test(
        arguments: [
            ("1920x1080@60,cvd", "'cvd' is not one of the formulas cvt, cvt-rb, cvt-rb2, gtf"),
            ("173 1920 2048 2048 2576 1080 1083 1088 1120", "the horizontal sync ends where it starts, or before"),
            ("1920x1080@60,cvt", nil), ("largest", nil), ("1920x1080@", nil), ("two words", nil),
        ] as [(String, String?)])
    func aTextThatIsMeantAsOneHasAProblemOfItsOwn(text: String, problem: String?) {
        #expect(CustomMode.problem(in: text) == problem)
    }
}
