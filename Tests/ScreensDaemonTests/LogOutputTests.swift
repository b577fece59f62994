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
