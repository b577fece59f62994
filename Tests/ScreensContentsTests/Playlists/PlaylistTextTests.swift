import ScreensConfiguration
import Testing

@testable import ScreensContents

/// The entries of playlist files as other players write them.
struct PlaylistTextTests {
    private func read(_ text: String) -> PlaylistText { PlaylistText(Array(text.utf8), in: "/srv") }

    @Test(arguments: [
        ("a.png", ["/srv/a.png"]), ("/a b.png\n", ["/a b.png"]),
        ("a.png\r\nsub/b.png\r\n", ["/srv/a.png", "/srv/sub/b.png"]),
        ("\u{FEFF}#EXTM3U\n\n# a comment\n  a.png \n", ["/srv/a.png"]),
        ("file:///srv/a%20%C3%A9.png", ["/srv/a é.png"]), ("FILE://localhost/a.png", ["/a.png"]),
        ("../a.png", ["/srv/../a.png"]), ("lists/b.m3u8", ["/srv/lists/b.m3u8"]),
        ("100%.png", ["/srv/100%.png"]), ("#EXTVLCOPT:start-time=3\na.png", ["/srv/a.png"]),
    ])
    func aLineIsAPath(_ text: String, _ paths: [String]) {
        let list = read(text)
        #expect(list.entries.map(\.path) == paths && list.problems.count == 0)
    }

    @Test(arguments: [
        ("#EXTINF:8,Title\na.png", [8000]), ("#EXTINF:2.5\na.png", [2500]), ("#EXTINF:-1,Title\na.png", [nil]),
        ("#EXTINF:0\na.png", [nil]), ("#EXTINF:8 key=\"v\",Title\na.png\nb.png", [8000, nil]),
        ("#EXTINF:3\n#EXTINF:4\n# a comment\na.png", [4000]), ("#EXTINF:0.001\na.png", [100]),
        ("#EXTINF:1e300\na.png", [86_400_000]),
    ])
    func theLineBeforeAnEntryHasItsSeconds(_ text: String, _ lengths: [Int?]) {
        #expect(read(text).entries.map { $0.length?.milliseconds } == lengths)
    }

    @Test(arguments: [
        (
            "http://sign.example/a.png\nb.png",
            "line 1 is not a file of this machine, to which it has to be copied: 'http://sign.example/a.png'"
        ), ("promo\\a.png\nb.png", "line 1 has no '/' between its folders: 'promo\\a.png'"),
        (
            "b.png\nrtsp://[::1]/a",
            "line 2 is not a file of this machine, to which it has to be copied: 'rtsp://[::1]/a'"
        ),
        ("file://server/a.png\nb.png", "line 1 is not the address of a file: 'file://server/a.png'"),
        ("file:///a%zz.png\nb.png", "line 1 is not the address of a file: 'file:///a%zz.png'"),
        ("file:///a%+1.png\nb.png", "line 1 is not the address of a file: 'file:///a%+1.png'"),
        ("file:///a%FF.png\nb.png", "line 1 is not the address of a file: 'file:///a%FF.png'"),
        ("C:\\pictures\\a.png\nb.png", "line 1 is a path of Windows: 'C:\\pictures\\a.png'"),
        ("#EXTINF:soon,Title\nb.png", "line 1 has no number of seconds after #EXTINF:"),
        ("#EXTINF:nan\nb.png", "line 1 has no number of seconds after #EXTINF:"),
        ("a\0b.png\nb.png", "line 1 is not a path, which has up to 4095 bytes and no null byte"),
    ])
    func aLineThatCannotBeUsedIsLeftOutInWords(_ text: String, _ problem: String) {
        let list = read(text)
        #expect(list.problems.texts == [problem] && list.entries.map(\.path) == ["/srv/b.png"])
    }

    @Test func bytesThatAreNotUTF8AreLeftOut() {
        let list = PlaylistText([0xE9, 0x2E, 0x70, 0x0A, 0x62], in: "/srv")
        #expect(list.problems.texts == ["line 1 is not in UTF-8, in which the file has to be saved"])
        #expect(list.entries.map(\.path) == ["/srv/b"])
    }

    @Test func aFileHasAtMostTenThousandEntries() {
        let list = read(String(repeating: "a.png\n", count: 10_002))
        #expect(list.entries.count == 10_000)
        #expect(list.problems.texts == ["line 10001 is behind 10000 entries, which are the most of a file"])
    }
}
