import Screens
import ScreensLinux
import Testing

@testable import ScreensDaemon

/// Events of the displays in the log.
@Suite struct EventLogTests {
    init() {
        MainLoop.thread
    }

    @Test(arguments: [(0, "0 screens connected"), (1, "1 screen connected"), (2, "2 screens connected")])
    @MainLoop func theFirstLineHasTheNumberOfScreens(_ count: Int, _ line: String) async throws {
        let folder = TemporaryFolder()
        let journal = Datagrams(folder / "journal")
        let log = EventLog(LogOutput(isJournal: true, journal: folder / "journal"))
        var settings = VideoKit.Settings()
        settings.cards = try .simulated("640x480@60,640x480@60")
        let kit = VideoKit(observing: settings)
        try await kit.start()
        log.write(.snapshot(Array(kit.screens.prefix(count)))) { _ in .preferred }
        await kit.stop()
        #expect(journal.next()?.hasSuffix("MESSAGE=\(line)\n") == true)
    }
}
