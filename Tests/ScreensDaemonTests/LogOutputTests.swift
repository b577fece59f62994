import ScreensLinux
import Testing

@testable import ScreensConfiguration
@testable import ScreensDaemon

struct LogOutputTests {
    private let folder = TemporaryFolder()

    @Test func aLineIsADatagramWithItsFields() {
        let journal = Datagrams(folder / "journal")
        let output = LogOutput(isJournal: true, journal: folder / "journal")
        output.write("Virtual-1 connected", .info)
        output.write("two\nlines=1", .error)
        #expect(journal.next() == "PRIORITY=6\nSYSLOG_IDENTIFIER=screensd\nMESSAGE=Virtual-1 connected\n")
        #expect(journal.next() == "PRIORITY=3\nSYSLOG_IDENTIFIER=screensd\nMESSAGE=two lines=1\n")
    }

    @Test func aRequestHasItsUserProcessScreenAndMethodAsFields() {
        let journal = Datagrams(folder / "journal")
        let fields = LogFields(user: 1000, process: 12, screen: "DP-1\nMESSAGE=x", method: "Set")
        LogOutput(isJournal: true, journal: folder / "journal").write("user pi: Set DP-1", .notice, fields)
        #expect(
            journal.next()
                == """
                PRIORITY=5
                SYSLOG_IDENTIFIER=screensd
                SCREENS_USER=1000
                SCREENS_PROCESS=12
                SCREENS_SCREEN=DP-1 MESSAGE=x
                SCREENS_METHOD=Set
                MESSAGE=user pi: Set DP-1

                """)
    }

    @Test func aLongLineIsCutAtACharacter() throws {
        let journal = Datagrams(folder / "journal")
        LogOutput(isJournal: true, journal: folder / "journal").write(String(repeating: "ä", count: 5000), .warning)
        let line = try #require(journal.next())
        #expect(line.utf8.count < 4096 + 100)
        #expect(line.hasSuffix("…\n"))
    }

    @Test func aJournalThatReadsNothingIsNotWaitedFor() {
        let journal = Datagrams(folder / "journal")
        let output = LogOutput(isJournal: true, journal: folder / "journal")
        for _ in 0..<10_000 { output.write("again", .notice) }
        #expect(journal.next() == "PRIORITY=5\nSYSLOG_IDENTIFIER=screensd\nMESSAGE=again\n")
    }
}

/// Lines that the journal does not take.
@Suite struct LostLinesTests {
    init() {
        MainLoop.thread
    }

    @Test @MainLoop func lostLinesAreCountedInTheNextOne() {
        let folder = TemporaryFolder()
        let journal = Datagrams(folder / "journal")
        let log = EventLog(LogOutput(isJournal: true, journal: folder / "journal"))
        for _ in 0..<10_000 { log.notice("again") }
        var taken = 0
        while journal.next() != nil { taken += 1 }
        #expect(taken < 10_000)
        log.notice("after them")
        #expect(journal.next()?.hasSuffix("MESSAGE=after them (lost before it: \(10_000 - taken))\n") == true)
        log.notice("and one more")
        #expect(journal.next()?.hasSuffix("MESSAGE=and one more\n") == true)
    }

    @Test @MainLoop func aLongLineDoesNotHideTheNumberOfLostLines() {
        let folder = TemporaryFolder()
        let journal = Datagrams(folder / "journal")
        let log = EventLog(LogOutput(isJournal: true, journal: folder / "journal"))
        for _ in 0..<10_000 { log.notice("again") }
        while journal.next() != nil {}
        log.notice(String(repeating: "x", count: 5000))
        #expect(journal.next()?.contains("x… (lost before it: ") == true)
    }
}
