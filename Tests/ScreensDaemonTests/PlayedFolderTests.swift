import ScreensLinux
import ScreensManager
import TestSupport
import Testing

@testable import ScreensDaemon

/// The files of the proof of play.
struct PlayedFolderTests {
    private let folder = TemporaryFolder()

    /// 2026-11-29 00:00:00 UTC.
    private static let midnight: Int64 = 1_795_910_400_000

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
        let before = played("a", to: Self.midnight - 1)
        try files.append([before, played("b", to: Self.midnight)])
        try files.append([played("c", to: Self.midnight + 1000)])
        let first = try InputFile.content(of: folder / "2026-11-28.jsonl", limit: 10_000)
        #expect(String(decoding: first, as: UTF8.self) == (try JSONLine.encode(before)))
        #expect(try items(since: 0) == ["a", "b", "c"])
        #expect(try items(since: Self.midnight) == ["b", "c"] && items(since: Self.midnight + 1) == ["c"])
    }

    @Test func aTornLineSpoilsNoOtherOne() throws {
        try files.append([played("a", to: Self.midnight)])
        let path = folder / "2026-11-29.jsonl"
        let whole = try InputFile.content(of: path, limit: 10_000)
        try WholeFile.write(whole + Array(#"{"screen":"card1/DP"#.utf8), to: path)
        try files.append([played("b", to: Self.midnight)])
        #expect(try items(since: 0) == ["a", "b"])
    }

    @Test func aLineOfAnySizeCostsLimitedMemory() throws {
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)
        let line = Array(try JSONLine.encode(played("a", to: Self.midnight)).utf8)
        try WholeFile.write(long + [10] + line + long, to: folder / "2026-11-29.jsonl")
        #expect(try items(since: 0) == ["a"])
    }

    @Test func thePicturesOnTheScreensOutliveAPowerCut() throws {
        try files.replaceOpen(by: [played("a", to: Self.midnight)])
        #expect(files.takeOpen().map(\.item) == ["a"])
        try files.replaceOpen(by: [])
        #expect(files.takeOpen().isEmpty)
        #expect(PlayedFolder(path: folder / "missing", days: 1).takeOpen().isEmpty)
    }

    @Test func oldFilesAreRemoved() throws {
        for day in 0..<5 { try files.append([played("\(day)", to: Self.midnight + Int64(day) * 86_400_000)]) }
        // A file of another program is not one of them.
        try WholeFile.write([], to: folder / "0000-others.jsonl")
        try PlayedFolder(path: folder.path, days: 3).removeOld()
        #expect(try items(since: 0) == ["2", "3", "4"] && SystemFile.isReadable(folder / "0000-others.jsonl"))
    }

    @Test func aFolderThatIsMissingIsAFailureInWords() {
        let missing = PlayedFolder(path: folder / "missing", days: 1)
        #expect { try missing.append([played("a", to: Self.midnight)]) } throws: { error in
            "\(error)".contains("cannot write the proof of play")
        }
    }

    @Test func sumsAreByScreenAndItem() {
        var sums = PlayedSums()
        for item in ["b", "a", "b"] { sums.add(played(item, to: Self.midnight)) }
        #expect(sums.documents.map(\.item) == ["a", "b"] && sums.documents.map(\.count) == [1, 2])
        #expect(sums.documents.last?.milliseconds == 10_000 && sums.documents.last?.refreshes == 600)
    }
}
