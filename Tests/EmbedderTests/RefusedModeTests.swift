import Screens
import Testing

/// The outcome of settings if the driver refuses the larger of two modes.
@Suite struct RefusedModeTests {
    private func outcome(of mode: String) async throws -> ApplyOutcome {
        let card = try SimulatedCard(screens: [SimulatedScreen("128x96@60", "64x48@60")], clock: ManualClock())
        card.refuse(try SimulatedMode("128x96@60"))
        let delegate = StillDelegate()
        let kit = try await VideoKit.started(delegate, on: card)
        let screen = try #require(kit.screens.first)
        var settings = ScreenSettings()
        settings.mode = ModePolicy(mode)
        let outcome = try await kit.apply(settings, to: screen.id)
        await kit.stop()
        return outcome
    }

    @Test(arguments: ["largest", "preferred", "128x96@60"])
    func theModeThatASettingMeansIsNamed(mode: String) async throws {
        guard case .setOtherwise(let deviations) = try await outcome(of: mode) else {
            Issue.record("the mode is not the requested one")
            return
        }
        #expect(deviations.map(\.instead) == ["64x48@60.000"])
        #expect(deviations.first?.message.contains("refuses 128x96@60.000") == true)
    }

    @Test(arguments: [
        (["128x96@60"], "the driver refuses 128x96@60.000 (Invalid argument)"),
        (
            ["128x96@60", "96x64@60", "64x48@60"],
            "the driver refuses 64x48@60.000 (Invalid argument), and 2 other modes"
        ),
    ])
    func theBestModeIsNamedIfAllAreRefused(modes: [String], message: String) async throws {
        let card = try SimulatedCard(
            screens: [SimulatedScreen(modes: try modes.map { try SimulatedMode($0) })], clock: ManualClock())
        for mode in modes { card.refuse(try SimulatedMode(mode)) }
        let kit = try await VideoKit.still(on: card) { $0.mode = .smallest }
        #expect(kit.screens.first?.dark?.message == message)
        await kit.stop()
    }

    /// The settings are the earlier ones, or name the mode in either way.
    @Test(arguments: ["largest", "128x96", "128x96@60"])
    func aScreenOfWhichEachModeWasRefusedIsTriedAgain(mode: String) async throws {
        let card = try SimulatedCard(screens: [SimulatedScreen("128x96@60")], clock: ManualClock())
        let refused = try SimulatedMode("128x96@60")
        card.refuse(refused)
        let delegate = StillDelegate()
        let kit = try await VideoKit.started(delegate, on: card)
        let screen = try #require(kit.screens.first)
        #expect(screen.dark?.reason == .modesetFailed)
        var settings = ScreenSettings()
        settings.mode = ModePolicy(mode)
        guard case .notSet = try await kit.apply(settings, to: screen.id) else {
            Issue.record("the driver refuses it still")
            return
        }
        card.accept(refused)
        #expect(try await kit.apply(settings, to: screen.id) == .set)
        #expect(kit.screens.first?.currentMode?.size == Size(width: 128, height: 96))
        await kit.stop()
    }

    @Test(arguments: ["smallest", "current", "64x48@60"])
    func anotherModeIsTheRequestedOne(mode: String) async throws {
        #expect(try await outcome(of: mode) == .set)
    }
}
