import Testing

@testable import ScreensContents

/// The text at the bottom of a screen, in lines.
@Suite struct ScreenNoticeTests {
    @Test(
        arguments: [
            ("", 10, []), ("short", 10, ["short"]), ("exactly ten", 11, ["exactly ten"]),
            ("a file has problems", 10, ["a file has", "problems"]),
            ("a file has problems", 9, ["a file", "has", "problems"]),
            ("/etc/screens/a.toml", 8, ["/etc/scr", "eens/a.t", "oml"]),
            ("/etc/screens has problems", 8, ["/etc/scr", "eens has", "problems"]),
            ("ab", 0, ["a", "b"]),
        ] as [(String, Int, [String])])
    func aLongTextIsBrokenAtItsSpaces(text: String, columns: Int, lines: [String]) {
        #expect(ScreenNotice(text).lines(of: columns) == lines)
    }
}
