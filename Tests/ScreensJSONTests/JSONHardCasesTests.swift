import ScreensJSON
import Testing

/// Cases in which readers of JSON differ, independent of the corpus of others.
@Suite("Hard cases of JSON")
struct JSONHardCasesTests {
    @Test(
        arguments: [
            // Numbers.
            ("[0e+1, 0E1, -0e-1, 1E2, 20e1]", "[0,0,-0,100,200]"), ("[-0, 0.0e0, 1.5e+2]", "[0,0,150]"),
            ("5e-324", "5e-324"), ("2.2250738585072011e-308", "2.225073858507201e-308"), ("123.456789", "123.456789"),
            ("[9007199254740993, 0.1]", "[9007199254740993,0.1]"), ("1e-400", "0"),
            // Characters that other formats exclude, and characters that look like the end of a line.
            ("\"\u{2028}\u{2029}\u{7F}\"", "\"\u{2028}\u{2029}\u{7F}\""),
            (
                #""\uFFFF\uDBFF\uDFFE\u0012""#,
                "\"\(String(decoding: [0xEF, 0xBF, 0xBF, 0xF4, 0x8F, 0xBF, 0xBE], as: UTF8.self))\\u0012\""
            ), (#""\\u0061""#, #""\\u0061""#),
            (#""\u005C\u0022\u002f\/""#, #""\\\"//""#), ("\"/* a */ // b # c\"", "\"/* a */ // b # c\""),
            (#""\uD834\uDd1e\u20ac""#, "\"\u{1D11E}\u{20AC}\""),
            ("\"\u{200B}\u{2064}\u{FEFF}\"", "\"\u{200B}\u{2064}\u{FEFF}\""),
            // Names.
            (#"{"":0}"#, #"{"":0}"#), (#"{"a\u0000b":0}"#, #"{"a\u0000b":0}"#), (#"{"a":1,"a":2}"#, #"{"a":2}"#),
            // Spaces.
            ("\t[\r\n\t ]\n", "[]"), (" {\n\"a\"\r:\tnull } ", #"{"a":null}"#),
        ] as [(String, String)])
    func isRead(document: String, value: String) throws {
        #expect(try JSONValue(decoding: Array(document.utf8)).description == value)
    }

    /// Noncharacters of Unicode: U+FFFF, U+FDD0, U+1FFFE and U+10FFFF.
    @Test(
        arguments: [[0xEF, 0xBF, 0xBF], [0xEF, 0xB7, 0x90], [0xF0, 0x9F, 0xBF, 0xBE], [0xF4, 0x8F, 0xBF, 0xBF]]
            as [[UInt8]])
    func mayHaveAnyCharacter(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(try JSONValue(decoding: Array("\"\(text)\"".utf8)).string == text)
    }

    @Test(
        arguments: [
            // Numbers.
            "-01", "00", "012", "1.", "-1.0.", "0.1.2", "2.e3", "0E", "0.3e+", "1.0e-", "1eE2", ".1", "-.1", "- 1", "-",
            "++1", "+1",
            "1_000", "0x1", "0x", "1+2", "1a", "-1x", "Infinity", "-Infinity", "-NaN", "[-]", "\u{FF11}",
            "1.8011670033376514H-308",
            // Words.
            "True", "TRUE", "nul", "fals", "undefined", "a", "é", "[nul]", "<null>", "truefalse",
            // Strings.
            "\"\\a\"", "\"\\U0041\"", "\"\\x41\"", "\"\\u00\"", "\"\\u00A\"", "\"\\u+0AF\"", "\"\\ud800\\\"",
            "\"\\ud800\\u\"", "\"\\u \"",
            "\"\\uDFAA\"", "\"\\uDd1e\\uD834\"", "\"\\\u{1F300}\"", "\"\\\t\"", "\"\t\"", "\"\u{1F}\"", "\"a\r\"",
            "\"\\\\\\\"", "'a'", "\\n", "\"a\"b",
            // Arrays.
            "[1 true]", "[1:2]", "[,1]", "[1,,2]", "[1,,]", "[\"\",]", "[\"\"],", "[\"x\"]]", "[3[4]]", "[1;2]", "[*]",
            "[][]", "]", "[}", "[\"a\"", "[1,\n1\n,1",
            // Objects.
            "{,}", "{1:1}", "{a:1}", "{\"a\"}", "{\"a\"::1}", "{\"a\",1}", "{\"a\":}", "{:1}", "{\"a\":1,,\"b\":2}",
            "{\"a\":1 2}", "{'a':1}",
            "{[1]:2}", "{null:null}", "{\"a\":1}}", "{\"a\":1]", "{\"a\":\"b\"}/**/", "{\"a\":/* c */1}", "{\"a\":1}//",
            "{\"a\":1}#", "{\"a\":1 \"b\":2}",
            // Spaces that JSON does not allow.
            "[\u{B}]", "[\u{C}]", "[\u{A0}]", "[\u{2060}]", "\u{FEFF}", "\u{FEFF}{}", "[\0]", "\u{85}1", "1\u{2028}",
        ])
    func isRefused(document: String) {
        #expect(throws: JSONError.self) { _ = try JSONValue(decoding: Array(document.utf8)) }
    }

    /// Bytes that are not UTF-8, at each place where a document has text or a number; UTF-16; a mark of UTF-8 that is
    /// cut off.
    @Test(
        arguments: [
            [0x5B, 0xFF, 0x5D], [0x31, 0xE5], [0x31, 0x65, 0x31, 0xE5], [0x5B, 0x22, 0x5C, 0xE5, 0x22, 0x5D],
            [0x5B, 0x22, 0x5C, 0x75, 0xE5, 0x22, 0x5D], [0x7B, 0x22, 0xB9, 0x22, 0x3A, 0x30, 0x2C, 0x7D],
            [0x22, 0xE9, 0x22],
            [0x22, 0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF, 0x22], [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22],
            [0x22, 0xE0, 0x80, 0xAF, 0x22],
            [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], [0x00, 0x5B, 0x00, 0x5D], [0x5B, 0x00, 0x5D, 0x00], [0xEF, 0xBB],
            [0xE5],
        ] as [[UInt8]])
    func isRefusedIfItIsNotUTF8(document: [UInt8]) {
        #expect(throws: JSONError.self) { _ = try JSONValue(decoding: document) }
    }
}
