import Testing

@testable import ScreensConfiguration

struct PrintableTextTests {
    @Test(arguments: [
        ("DELL U2720Q", "DELL U2720Q"),
        ("Größe ☂ 電視", "Größe ☂ 電視"),
        ("\u{1B}[2J", "\\u{1B}[2J"),
        ("a\u{7}\r\nb", "a\\u{7}\\u{D}\\u{A}b"),
        ("\u{9B}31m", "\\u{9B}31m"),
        ("abc\u{202E}def", "abc\\u{202E}def"),
        ("a\u{2066}b\u{200F}", "a\\u{2066}b\\u{200F}"),
        ("zero\u{200B}width\u{FEFF}", "zero\\u{200B}width\\u{FEFF}"),
        ("line\u{2028}end", "line\\u{2028}end"),
        (String(decoding: [0x41, 0xFF, 0x42], as: UTF8.self), "A\\u{FFFD}B"),
        ("", ""),
    ])
    func nothingInATextMovesTheCursorOrTurnsTheDirection(text: String, printable: String) {
        #expect(text.printable == printable)
    }

    @Test func aMessageOfSeveralLinesBecomesOne() {
        #expect("one\n  two \n\nthree".printableLine == "one two three")
        #expect("one\u{1B}c".printableLine == "one\\u{1B}c")
        #expect("   ".printableLine == "")
    }
}
