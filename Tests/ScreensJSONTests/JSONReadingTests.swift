import Testing

@testable import ScreensJSON

@Suite("JSON that is read")
struct JSONReadingTests {
    private func read(
        _ text: String, _ limits: JSONLimits = JSONLimits(), rules: JSONRules = .standard
    ) throws(JSONError) -> JSONValue {
        try JSONValue(decoding: Array(text.utf8), limits: limits, rules: rules)
    }

    @Test(
        arguments: [
            ("null", JSONValue.null), ("true", true), ("false", false), (" \t\r\n0 ", 0), ("-0", 0), ("-1", -1),
            ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
            ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775808", .uint(1 << 63)), ("18446744073709551615", .uint(.max)),
            // Beyond 64 bits there is no exact integer.
            ("-9223372036854775809", .double(-9_223_372_036_854_775_808)), ("18446744073709551616", .double(0x1p64)),
            ("1.0", .double(1)), ("1e2", .double(100)), ("1E+2", .double(100)), ("-2.5e-1", .double(-0.25)),
            ("-0.0", .double(-0.0)), ("1e-999", .double(0)),
            ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
            (#""""#, ""), (#""aé漢😀""#, "aé漢😀"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u00e9\u00E9\u6f22\ud83d\uDE00x""#, "éé漢😀x"), (#""\u001f\u007f""#, "\u{1F}\u{7F}"),
            ("[]", []), ("[ ]", []), ("[1,[2,[]],3]", [1, [2, []], 3]), ("{}", [:]), (" { } ", [:]),
            (#"{ "a" : 1 , "b" : { "a" : null } , "" : [ ] }"#, ["a": 1, "b": ["a": nil], "": []]),
        ] as [(String, JSONValue)])
    func isReadAsItsValue(text: String, value: JSONValue) throws {
        #expect(try read(text) == value)
    }

    @Test func keepsTheSignOfZero() throws {
        #expect(try read("-0.0").double?.sign == .minus)
    }

    @Test(
        arguments: [
            ("", JSONError.Reason.incomplete, 0), ("  ", .incomplete, 2), ("[", .incomplete, 1), ("[1", .incomplete, 2),
            ("[1,", .incomplete, 3), ("{", .incomplete, 1), (#"{"a""#, .incomplete, 4), (#"{"a":"#, .incomplete, 5),
            (#"{"a":1"#, .incomplete, 6), (#"""#, .incomplete, 1), (#""a"#, .incomplete, 2), (#""\"#, .incomplete, 2),
            (#""\u00"#, .incomplete, 5), ("-", .incomplete, 1), ("1.", .incomplete, 2), ("1e", .incomplete, 2),
            ("1e+", .incomplete, 3), ("tru", .incomplete, 3),
            ("x", .unexpectedByte, 0), ("nul!", .unexpectedByte, 3), ("+1", .unexpectedByte, 0),
            (".5", .unexpectedByte, 0),
            ("-.5", .unexpectedByte, 1), ("1.x", .unexpectedByte, 2), ("NaN", .unexpectedByte, 0),
            ("-Infinity", .unexpectedByte, 1),
            ("[1 2]", .unexpectedByte, 3), ("[,]", .unexpectedByte, 1), ("[1,]", .unexpectedByte, 3),
            ("[1}", .unexpectedByte, 2),
            ("{1:2}", .unexpectedByte, 1), (#"{"a" 1}"#, .unexpectedByte, 5), (#"{"a":1,}"#, .unexpectedByte, 7),
            ("\u{FEFF}{}", .unexpectedByte, 0), ("'a'", .unexpectedByte, 0), ("\0", .unexpectedByte, 0),
            ("01", .trailingBytes, 1), ("{}{}", .trailingBytes, 2), ("1 x", .trailingBytes, 2),
            ("{}\0", .trailingBytes, 2),
            (#""\x""#, .invalidEscape, 1), (#""\u00g0""#, .invalidEscape, 5),
            (#""\ud800""#, .invalidEscape, 1), (#""\udc00""#, .invalidEscape, 1),
            (#""\ud800\ud800""#, .invalidEscape, 1),
            (#""\ud800x""#, .invalidEscape, 1), (#""\ud800\ue000""#, .invalidEscape, 1),
            (#""\ud800\n""#, .invalidEscape, 1),
            ("\"a\nb\"", .controlCharacter, 2), ("\"\0\"", .controlCharacter, 1),
            ("\"\\n\u{1}\"", .controlCharacter, 3),
            ("1e999", .numberOutOfRange, 0), ("[-1e309]", .numberOutOfRange, 1),
        ] as [(String, JSONError.Reason, Int)])
    func isRefusedWithTheReasonAndThePlace(text: String, reason: JSONError.Reason, offset: Int) {
        #expect(throws: JSONError(reason: reason, offset: offset)) { try read(text) }
    }

    @Test(
        arguments: [
            (#"{"a":1,"a":1}"#, ["a": 1], .duplicateName, 7), (#"{"a":1,"\u0061":2}"#, ["a": 2], .duplicateName, 7),
            // The same name in another normal form refers to the same member.
            ("{\"\u{E9}\":1,\"e\u{301}\":2}", ["\u{E9}": 2], .duplicateName, 8),
            (#"["\u0000"]"#, ["\0"], .invalidEscape, 2),
        ] as [(String, JSONValue, JSONError.Reason, Int)])
    func hasOneMeaningIfTheRulesRequireIt(text: String, value: JSONValue, reason: JSONError.Reason, offset: Int) throws
    {
        #expect(try read(text) == value)
        #expect(throws: JSONError(reason: reason, offset: offset)) { try read(text, rules: .unambiguous) }
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xE2, 0x82],
        ] as [[UInt8]])
    func isRefusedIfItIsNotUTF8(_ units: [UInt8]) {
        let quote = [UInt8(ascii: "\"")]
        for text in [quote + units + quote, quote + Array("\\n".utf8) + units + quote] {
            #expect(throws: JSONError(reason: .invalidUTF8, offset: 1)) { _ = try JSONValue(decoding: text) }
        }
    }

    @Test func mayBeAsDeepAsTheLimitSays() throws {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let deep = { (depth: Int) in
                String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
            }
            #expect(throws: Never.self) { try read(deep(64)) }
            #expect(throws: JSONError(reason: .tooDeep, offset: 64 * open.utf8.count)) { try read(deep(65)) }
            #expect(throws: JSONError(reason: .tooDeep, offset: 64 * open.utf8.count)) {
                try read(String(repeating: open, count: 100_000))
            }
            let limits = JSONLimits(depth: .max)
            #expect(throws: JSONError(reason: .tooDeep, offset: JSONLimits.deepest * open.utf8.count)) {
                try read(String(repeating: open, count: 100_000), limits)
            }
        }
    }

    @Test func mayBeAsLongAsTheLimitSays() throws {
        #expect(try read(#""abc""#, JSONLimits(bytes: 5)) == "abc")
        #expect(throws: JSONError(reason: .tooLong, offset: 4)) { try read(#""abc""#, JSONLimits(bytes: 4)) }
    }

    @Test func mayHaveAsManyValuesAsTheLimitSays() throws {
        #expect(try read(#"[1,{"a":2}]"#, JSONLimits(values: 4)) == [1, ["a": 2]])
        #expect(throws: JSONError(reason: .tooManyValues, offset: 8)) {
            try read(#"[1,{"a":2}]"#, JSONLimits(values: 3))
        }
    }

    @Test func mayHaveLongNumbers() throws {
        #expect(try read("0." + String(repeating: "3", count: 1000)).double == 1.0 / 3)
        #expect(throws: JSONError(reason: .numberOutOfRange, offset: 0)) {
            try read(String(repeating: "1", count: 100_000))
        }
    }

    @Test func mayHaveThirtyMarksOnALetter() throws {
        let marks = { (count: Int) in "a" + String((0..<count).map { $0 % 2 == 0 ? "\u{301}" : "\u{323}" }.joined()) }
        #expect(try read("\"\(marks(30))\(marks(30))\"").string == marks(30) + marks(30))
        #expect(throws: JSONError(reason: .tooManyMarks, offset: 1)) { try read("\"\(marks(31))\"") }
        let escaped = String(repeating: #"\u0301\u0323"#, count: 16)
        #expect(throws: JSONError(reason: .tooManyMarks, offset: 2)) { try read("{\"\(escaped)\":1}") }
    }

    @Test func mayEndAnywhere() throws {
        let bytes = Array(#"{"a":[1,-2.5e3,"\ud83d\ude00é"],"b":{"c":null,"d":true}}"#.utf8)
        for length in bytes.indices {
            #expect(throws: JSONError.self) { _ = try JSONValue(decoding: Array(bytes[..<length])) }
        }
        #expect(try JSONValue(decoding: bytes)["b"]?["d"] == true)
    }
}
