import ScreensLinux
import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Settings of one display instead of all, on a simulated card.
@Suite struct OneDisplaySettingsTests {
    private func start(
        _ screens: [SimulatedScreen], _ delegate: RecordingDelegate = RecordingDelegate(),
        _ change: (inout VideoKit.Settings) -> Void = { _ in }
    ) async throws -> (kit: VideoKit, card: SimulatedCard) {
        let card = try SimulatedCard(screens: screens)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        change(&settings)
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        return (kit, card)
    }

    private func apply(
        to name: String, of kit: VideoKit, _ change: (inout ScreenSettings) -> Void
    ) async throws {
        let id = try #require(kit.screens.first { $0.name == name }?.id)
        var settings = try #require(kit.settings(of: id))
        change(&settings)
        try await kit.apply(settings, to: id)
    }

    private func lit(_ kit: VideoKit) -> [String] { kit.screens.filter { $0.dark == nil }.map(\.name) }

    @Test func theSettingToDriveAScreenGoesBeforeTheSelection() async throws {
        let delegate = RecordingDelegate()
        let (kit, _) = try await start([.make(64, 64), .make(64, 64)], delegate) { $0.selection = .none }
        #expect(lit(kit) == [])
        #expect(kit.screens.map { $0.dark?.reason } == [.unused, .unused])
        try await apply(to: "Virtual-2", of: kit) { $0.isDriven = true }
        #expect(lit(kit) == ["Virtual-2"])
        try await apply(to: "Virtual-1", of: kit) { $0.isDriven = true }
        try await apply(to: "Virtual-2", of: kit) { $0.isDriven = false }
        #expect(lit(kit) == ["Virtual-1"])
        try await apply(to: "Virtual-1", of: kit) { $0.isDriven = nil }
        #expect(lit(kit) == [])
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func aSourceThatIsLeftAloneHasNoMirrors() async throws {
        let delegate = RecordingDelegate()
        let (kit, _) = try await start([.make(64, 64), .make(64, 64)], delegate) {
            $0.selection = .all
            $0.mirrorSource = "Virtual-1"
        }
        #expect(kit.screens[1].mirrorSource == kit.screens[0].qualifiedName)
        try await apply(to: "Virtual-1", of: kit) { $0.isDriven = false }
        #expect(lit(kit) == ["Virtual-2"] && kit.screens[1].mirrorSource == nil)
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func theFrameIntervalOfADisplayReplacesTheCommonOneAndChangesWhileItRuns() async throws {
        let delegate = RecordingDelegate()
        let (kit, _) = try await start([.make(64, 64, 100), .make(64, 64, 100)], delegate) { $0.frameInterval = 2 }
        func durations(_ name: String) -> Set<Duration> {
            Set((delegate.frames.withLock { $0[name] } ?? []).suffix(3).map(\.duration))
        }
        try await eventually("every second refresh") {
            durations("Virtual-1") == [.milliseconds(20)] && durations("Virtual-2") == [.milliseconds(20)]
        }
        let modesets = kit.statistics().map(\.modesets)
        try await apply(to: "Virtual-2", of: kit) { $0.frameInterval = 5 }
        try await eventually("every fifth") { durations("Virtual-2") == [.milliseconds(50)] }
        #expect(durations("Virtual-1") == [.milliseconds(20)])
        try await apply(to: "Virtual-2", of: kit) { $0.frameInterval = nil }
        try await eventually("as all") { durations("Virtual-2") == [.milliseconds(20)] }
        #expect(kit.statistics().map(\.modesets) == modesets, "without a modeset")
        await #expect(throws: ScreenError.self) { try await apply(to: "Virtual-2", of: kit) { $0.frameInterval = 0 } }
        await kit.stop()
    }

    @Test func theFormatOfADisplayReplacesTheCommonFormat() async throws {
        let delegate = RecordingDelegate()
        let (kit, _) = try await start([.make(64, 64), .make(64, 64)], delegate)
        try await apply(to: "Virtual-1", of: kit) { $0.format = .rgb565 }
        #expect(kit.screens.map { $0.layout?.format } == [.rgb565, .xrgb8888])
        #expect(kit.statistics().map(\.modesets) == [2, 1])
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func anUnfinishedFrameIsReported() async throws {
        let gate = Gate()
        let hangs = Mutex(false)
        let delegate = RecordingDelegate { view in
            if hangs.withLock(\.self) { gate.wait() }
            view.backgroundColor = Color(rgb: UInt32(truncatingIfNeeded: view.timing.number) & 0xFFFFFF)
        }
        let (kit, _) = try await start([.make(64, 64, 100)], delegate)
        try await eventually("a picture") { (kit.statistics().first?.presented ?? 0) > 2 }
        let before = MonotonicTime.now
        hangs.withLock { $0 = true }
        try await eventually("it hangs") {
            kit.statistics().first?.unfinishedSince.map { $0 > before && $0 < MonotonicTime.now - 100_000_000 }
                ?? false
        }
        hangs.withLock { $0 = false }
        gate.open()
        try await eventually("it goes on") {
            kit.statistics().first.map { ($0.unfinishedSince ?? .distantFuture) > before + 100_000_000 } ?? false
        }
        await kit.stop()
        #expect(kit.statistics().first?.unfinishedSince == nil)
    }

    @Test func aStillPictureLeavesNothingUnfinished() async throws {
        let delegate = RecordingDelegate { view in
            view.backgroundColor = .white
            view.nextUpdate = .whenNeeded
        }
        let (kit, card) = try await start([.make(64, 64, 100)], delegate)
        try await eventually("it is shown") { try card.picture(of: "Virtual-1")?[0, 0] == .white }
        try await eventually("the thread knows") { kit.statistics().first?.unfinishedSince == nil }
        await kit.stop()
    }
}
