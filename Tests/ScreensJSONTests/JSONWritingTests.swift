import Testing

@testable import ScreensJSON

@Suite("JSON that is written")
struct JSONWritingTests {
    @Test(
        arguments: [
            (JSONValue.null, "null"), (true, "true"), (.int(.min), "-9223372036854775808"),
            (.uint(.max), "18446744073709551615"), (.double(1), "1"), (.double(0.1), "0.1"), (.double(-2.5), "-2.5"),
            (.double(1e15), "1000000000000000"), (.double(1e16), "1e+16"), (.double(1e300), "1e+300"),
            (.double(-0.0), "-0"), (.double(.nan), "null"), (.double(-.infinity), "null"),
            ("a\"\\/b", #""a\"\\/b""#),
            ("\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}é", "\"\\n\\r\\t\\b\\f\\u0000\\u001f\u{7F}é\""),
            ([], "[]"), ([1, [nil]], "[1,[null]]"), ([:], "{}"), (["b": 1, "a": ["c": ""]], #"{"a":{"c":""},"b":1}"#),
        ] as [(JSONValue, String)])
    func isOneLine(value: JSONValue, text: String) {
        #expect(value.description == text)
    }

    @Test func neverHasANUL() {
        #expect(!JSONValue.string("a\0b").encoded.contains(0))
        #expect(!JSONValue.object(["\0": "\0"]).encoded.contains(0))
    }

    @Test func isReadAsItWas() throws {
        var random = RandomDocuments(seed: 7)
        for _ in 0..<20_000 {
            let value = random.value(depth: 5)
            #expect(try JSONValue(decoding: value.encoded) == value.withoutEmptyFractions)
        }
    }

    @Test func isTheSameForEqualValues() throws {
        var random = RandomDocuments(seed: 8)
        for _ in 0..<2000 {
            let value = random.value(depth: 5)
            #expect(try JSONValue(decoding: value.encoded).encoded == value.encoded)
        }
    }
}
