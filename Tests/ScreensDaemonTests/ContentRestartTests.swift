import Glibc
import ScreensLinux
import TestSupport
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents
@testable import ScreensDaemon

/// Contents that begin again because their settings are reset.
@Suite struct ContentRestartTests {
    private let folder = TemporaryFolder()
    private let screen = Screen(
        id: ScreenID(card: "card0", connector: .init(rawValue: 7), session: 1, connection: 1), name: "HDMI-A-1",
        card: "card0", driver: "i915", connector: .init(rawValue: 7), status: .connected, role: .external,
        kind: .display, identity: nil, edid: [], physicalSize: nil, availableModes: [], currentMode: nil, layout: nil,
        mirrorSource: nil, dark: nil, isStale: false)

    init() {
        MainLoop.thread
    }

    /// Writes settings of another display into the file of saved settings.
    private func save() throws {
        mkdir(folder / "state", 0o755)
        var (match, settings) = (ScreenMatch(), ScreenOverrides())
        match.identity = TextPattern(literal: "DEL:a0b1:DELL U2410:1")
        settings.gamma = 2
        let entry = SavedSettings.Entry(match: match, connector: "Virtual-1", settings: settings, replaced: nil)
        try StateFolder(path: folder / "state").saved.write(SavedSettings([entry]))
    }

    @Test @MainLoop func aContentThatBeginsWhileAResetOfAllIsStoredDoesNotBeginAgain() async throws {
        try save()
        let (overrides, passes, kit) = (RuntimeOverrides(), ConfigurationPasses(), VideoKit(observing: .init()))
        let log = EventLog(LogOutput(isJournal: false))
        let files = ConfigurationFiles(path: folder / "screens.toml")
        let state = StateFolder(path: folder / "state")
        let source = ConfigurationSource(files, state, StateLock(state), log) {}
        source.readFirst()
        let contents = ContentEnvironment(kit, ScreenPlaces(), PictureSettings(), log)
        let records = ScreenRecords(ScreenEnvironment(contents, passes, .unsaved(contents.log)), overrides)
        _ = records.take([screen])
        let content = try #require(records[screen]).content
        func show(_ color: Color) { content.show(.color(color), or: .none, on: screen, isOff: false) }
        passes.begin { show(.black) }
        show(.white)
        let first = content.number
        let calls = SavedSettingCalls(
            ScreenFinder(records, ScreenReports(kit, records)), OverrideSaver(source, overrides, kit), overrides,
            records, ChangeQueue())
        let reset = Task { @MainLoop in try await calls.resetAll([:]) }
        // It comes next on this thread: the reset waits for the disk then.
        let pass = Task { @MainLoop in
            #expect(source.saved != SavedSettings())
            show(.black)
        }
        await pass.value
        _ = try await reset.value
        #expect(source.saved == SavedSettings())
        #expect(content.number == first + 1)
        _ = try await calls.resetAll([:])
        #expect(content.number == first + 2)
    }
}
