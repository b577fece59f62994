import ScreensLinux
import ScreensManager
import TestSupport
import Testing

@testable import ScreensDaemon

/// The files of the proof of play.
struct PlayedFolderTests {
    private let folder = TemporaryFolder()

    /// 2026-11-29 12:00:00 UTC: the same day in most zones.
    private static let noon: Int64 = 1_795_953_600_000
    private static let day: Int64 = 86_400_000

    private var files: PlayedFolder { PlayedFolder(path: folder.path, days: 400) }

    private func played(_ item: String, to end: Int64) -> PlayedDocument {
        PlayedDocument(
            screen: "card1/DP-1", identity: nil, item: item, number: 2, from: end - 5000, to: end, refreshes: 300,
            end: .next, clockKnown: true)
    }

    private func items(since time: Int64) throws -> [String] {
        var items: [String] = []
        try files.read(since: time) { items.append($0.item) }
        return items
    }

    @Test func eachDayHasAFile() throws {
        let before = played("a", to: Self.noon - Self.day)
        try files.append([before, played("b", to: Self.noon)])
        try files.append([played("c", to: Self.noon + 1000)])
        let first = try InputFile.content(of: folder / "2026-11-28.jsonl", limit: 10_000)
        #expect(String(decoding: first, as: UTF8.self) == (try JSONLine.encode(before)))
        #expect(try items(since: 0) == ["a", "b", "c"])
        #expect(try items(since: Self.noon) == ["b", "c"] && items(since: Self.noon + 1) == ["c"])
    }

    @Test func aTornLineSpoilsNoOtherOne() throws {
        try files.append([played("a", to: Self.noon)])
        let path = folder / "2026-11-29.jsonl"
        let whole = try InputFile.content(of: path, limit: 10_000)
        try WholeFile.write(whole + Array(#"{"screen":"card1/DP"#.utf8), to: path)
        try files.append([played("b", to: Self.noon)])
        #expect(try items(since: 0) == ["a", "b"])
    }

    @Test func aLineOfAnySizeCostsLimitedMemory() throws {
        let short = try JSONLine.encode(played("a", to: Self.noon))
        let long = short.replacing("\"a\"", with: "\"\(String(repeating: "x", count: 70_000))\"")
        try WholeFile.write(Array((long + short + long).utf8), to: folder / "2026-11-29.jsonl")
        #expect(try items(since: 0) == ["a"])
    }

    @Test func thePicturesOnTheScreensOutliveAPowerCut() throws {
        try files.replaceOpen(by: [played("a", to: Self.noon)])
        #expect(try files.formerOpen().map(\.item) == ["a"])
        try files.replaceOpen(by: [])
        #expect(try files.formerOpen().isEmpty)
        #expect(try PlayedFolder(path: folder / "missing", days: 1).formerOpen().isEmpty)
    }

    @Test func aPictureThatEndedBeforeThePowerWasCutIsNotWrittenAgain() throws {
        // The lines are written first, and the list of the present pictures afterwards.
        try files.replaceOpen(by: [played("a", to: Self.noon), played("b", to: Self.noon + 60_000)])
        try files.append([played("a", to: Self.noon + 1)])
        #expect(try files.formerOpen().map(\.item) == ["b"])
    }

    @Test func oldFilesAreRemoved() throws {
        for day in 0..<5 { try files.append([played("\(day)", to: Self.noon + Int64(day) * Self.day)]) }
        // A file of another program is not one of them.
        try WholeFile.write([], to: folder / "0000-others.jsonl")
        try PlayedFolder(path: folder.path, days: 3).removeOld()
        #expect(try items(since: 0) == ["2", "3", "4"] && SystemFile.isReadable(folder / "0000-others.jsonl"))
    }

    @Test func aFolderThatIsMissingIsMadeAndAFileInItsPlaceIsAFailureInWords() throws {
        try PlayedFolder(path: folder / "missing", days: 1).append([played("a", to: Self.noon)])
        #expect(SystemFile.isReadable(folder / "missing/2026-11-29.jsonl"))
        try WholeFile.write([], to: folder / "file")
        #expect { try PlayedFolder(path: folder / "file", days: 1).append([played("a", to: Self.noon)]) } throws: {
            "\($0)".contains("cannot write the proof of play")
        }
    }

    /// The last time of a line, on the last day of the year 9999.
    private static let latest: Int64 = 253_402_214_400_000

    private func played(from start: Int64, to end: Int64, refreshes: Int64) -> PlayedDocument {
        PlayedDocument(
            screen: "card1/DP-1", identity: nil, item: "x", number: nil, from: start, to: end, refreshes: refreshes,
            end: .next, clockKnown: true)
    }

    /// Their sums and differences are too large for their type.
    @Test(
        arguments: [
            (.min, noon, 1), (-1, noon, 1), (.min, .min, 1), (.min, .max, 1), (0, .max, 1), (noon, .max, 1),
            (.max, .max, 1), (.max, .min, 1), (.max, noon, 1), (noon, latest + 1, 1), (noon + 1, noon, 1),
            (noon, noon, -1), (noon, noon, .min), (noon, noon, .max),
        ] as [(Int64, Int64, Int64)])
    func aLineWithImpossibleNumbersIsLeftOut(start: Int64, end: Int64, refreshes: Int64) throws {
        let impossible = try JSONLine.encode(played(from: start, to: end, refreshes: refreshes))
        let possible = try JSONLine.encode(played("a", to: Self.noon))
        let whole = Array((impossible + possible).utf8)
        try WholeFile.write(whole, to: folder / "now.json")
        #expect(try files.formerOpen().map(\.item) == ["a"])
        try WholeFile.write(whole, to: folder / "2026-11-29.jsonl")
        #expect(try files.formerOpen().isEmpty)
        #expect(try items(since: .min) == ["a"])
    }

    @Test func sumsStayAtTheLargestNumber() throws {
        let longest = played(from: 0, to: Self.latest, refreshes: Self.latest)
        try files.append([longest])
        #expect(try items(since: 0) == ["x"], "it can be one of the daemon")
        var sums = PlayedSums()
        for _ in 0..<40_000 { sums.add(longest) }
        #expect(sums.documents.map(\.count) == [40_000])
        #expect(sums.documents.map(\.milliseconds) == [.max] && sums.documents.map(\.refreshes) == [.max])
    }

    @Test func adjoiningRangesShareAPicture() {
        for (length, refreshes) in [(Int64(1), Int64(1)), (7, 3), (86_400_000, 5_184_001), (Self.latest, Self.latest)] {
            let whole = played(from: 0, to: length, refreshes: refreshes)
            let edges = [-5, 0, length / 3, length / 2, length, length + 5].sorted()
            let parts = zip(edges, edges.dropFirst()).compactMap { whole.part(in: $0..<$1) }
            #expect(parts.map { $0.to - $0.from }.reduce(0, +) == length)
            #expect(parts.map(\.refreshes).reduce(0, +) == refreshes && parts.allSatisfy { $0.refreshes >= 0 })
            #expect(whole.part(in: 0..<length) == whole && whole.part(in: length..<(length + 1)) == nil)
        }
        let short = played(from: 5, to: 5, refreshes: 1)
        #expect(short.part(in: 5..<6) == short && short.part(in: 0..<5) == nil)
    }

    @Test func aLongItemIsCut() throws {
        let long = "/srv/" + String(repeating: "é", count: 2000) + "/1.png"
        let written = played(long, to: Self.noon)
        #expect(written.item.utf8.count <= 512 && written.item.hasPrefix("…é") && written.item.hasSuffix("é/1.png"))
        // A former daemon has written the whole item.
        let line = try JSONLine.encode(played("x", to: Self.noon)).replacing("\"x\"", with: "\"\(long)\"")
        try WholeFile.write(Array(line.utf8), to: folder / "2026-11-29.jsonl")
        #expect(try items(since: 0) == [written.item])
    }

    @Test func itemsBeyondTheLimitAreInOneSum() throws {
        var sums = PlayedSums()
        for number in 0..<40_000 { sums.add(played("/srv/\(number % 20_000)\n.png", to: Self.noon)) }
        let documents = sums.documents
        #expect(documents.map(\.count).reduce(0, +) == 40_000)
        #expect(documents.last?.item == "further items" && documents.dropLast().allSatisfy { $0.count == 2 })
        #expect((1000..<3000).contains(documents.count))
        let size = try documents.map { try JSONLine.encode($0).utf8.count }.reduce(0, +)
        #expect(size < PlayedSums.mostBytes)
    }

    @Test func aReplyHasRoomForItsPictures() throws {
        let all = (0..<3000).map { played("/srv/\($0)/" + String(repeating: "\u{202E}", count: 150), to: Self.noon) }
        let newest = PlayedFolder.newest(all, most: 1000)
        #expect(newest.last == all.last && newest.first == all[all.count - newest.count])
        let size = try newest.map { try JSONLine.encode($0).utf8.count }.reduce(0, +)
        #expect((PlayedSums.mostBytes / 2...PlayedSums.mostBytes).contains(size))
        #expect(PlayedFolder.newest(Array(all.prefix(5)), most: 3) == Array(all[2..<5]))
    }

    @Test func sumsAreByScreenAndItem() {
        var sums = PlayedSums()
        for item in ["b", "a", "b"] { sums.add(played(item, to: Self.noon)) }
        #expect(sums.documents.map(\.item) == ["a", "b"] && sums.documents.map(\.count) == [1, 2])
        #expect(sums.documents.last?.milliseconds == 10_000 && sums.documents.last?.refreshes == 600)
    }
}
