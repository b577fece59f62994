import ScreensJSON
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

    @Test func aLineOfJSONHasNoSuchCharacter() throws {
        let text = "\u{7F}\u{9B}31m \u{202E}\u{2028}\u{FEFF} é \u{1F600} \u{E0041}\t\""
        let line = JSONValue.string(text).description.printableJSON
        #expect(line == #""\u007F\u009B31m \u202E\u2028\uFEFF é \#u{1F600} \uDB40\uDC41\t\"""#)
        #expect(try JSONValue(decoding: Array(line.utf8)).string == text)
    }

    @Test func aMessageOfSeveralLinesBecomesOne() {
        #expect("one\n  two \n\nthree".printableLine == "one two three")
        #expect("one\u{1B}c".printableLine == "one\\u{1B}c")
        #expect("   ".printableLine == "")
    }
}
