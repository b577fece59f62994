import Screens
import Testing

/// The outcome of settings whose mode the driver refuses.
@Suite struct RefusedModeTests {
    private final class Nothing: VideoKitDelegate {
        func updateExternalView(_ view: inout ExternalView) { view.nextUpdate = .whenNeeded }
    }

    @Test(arguments: ["largest", "preferred", "128x96@60"])
    func theModeThatASettingMeansIsNamed(mode: String) async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("128x96@60", "64x48@60")], clock: clock)
        card.refuse(try SimulatedMode("128x96@60"))
        let delegate = Nothing()
        let kit = try await VideoKit.started(delegate, on: card)
        let screen = try #require(kit.screens.first)
        var settings = ScreenSettings()
        settings.mode = ModePolicy(mode)
        guard case .setOtherwise(let deviations) = try await kit.apply(settings, to: screen.id) else {
            Issue.record("the mode is not the requested one")
            return
        }
        #expect(deviations.map(\.instead) == ["64x48@60.000"])
        #expect(deviations.first?.message.contains("refuses 128x96@60.000") == true)
        await kit.stop()
    }

    @Test(arguments: ["smallest", "current", "64x48@60"])
    func anotherModeIsTheRequestedOne(mode: String) async throws {
        let card = try SimulatedCard(screens: [SimulatedScreen("128x96@60", "64x48@60")], clock: ManualClock())
        card.refuse(try SimulatedMode("128x96@60"))
        let delegate = Nothing()
        let kit = try await VideoKit.started(delegate, on: card)
        let screen = try #require(kit.screens.first)
        var settings = ScreenSettings()
        settings.mode = ModePolicy(mode)
        #expect(try await kit.apply(settings, to: screen.id) == .set)
        await kit.stop()
    }
}
