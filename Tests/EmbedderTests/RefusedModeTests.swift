import Screens
import Testing

/// The outcome of settings where the driver refuses the larger of two modes.
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

    @Test(arguments: ["smallest", "current", "64x48@60"])
    func anotherModeIsTheRequestedOne(mode: String) async throws {
        #expect(try await outcome(of: mode) == .set)
    }
}
