import Testing

@testable import ScreensConfiguration

struct DocumentPositionTests {
    private static let manyMarks = String(repeating: "\u{301}", count: 31)
    private static let manyEscapedMarks = String(repeating: "\\u0301", count: 31)

    /// The places of keys in documents, in every notation.
    @Test(
        arguments: [
            ("a = 1", ["a"], 1, 1),
            ("\n  a.b = 1", ["a", "b"], 2, 5),
            ("[x]\n# [y]\n\"a b\".'c.d' = 1 # e", ["x", "a b", "c.d"], 3, 7),
            ("[ x . \"y\" ]\nz = 1", ["x", "y", "z"], 2, 1),
            ("[[s]]\na = 1\n[[s]]\na = 2", ["s", "1", "a"], 4, 1),
            ("[[s]]\n[[s.t]]\nu = 1\n[[s]]\n[[s.t]]\n[[s.t]]\nu = 2", ["s", "1", "t", "1", "u"], 7, 1),
            ("[[s]]\n[s.t]\nu = 1", ["s", "0", "t", "u"], 3, 1),
            ("s = { a = { b = 1 }, c = [ 1, { d = 2 } ] }", ["s", "c", "1", "d"], 1, 33),
            ("s = { a = '}', c = 2 }", ["s", "c"], 1, 16),
            ("s = [\n  'x', # ]\n  \"\\\"]\",\n  3,\n]\nt = 1", ["t"], 6, 1),
            ("s = [\n  'x',\n  3,\n]", ["s", "1"], 3, 3),
            ("m = \"\"\"\na = 1\n[b]\n\\\"\"\"\"\"\"\nc = 1", ["c"], 5, 1),
            ("m = '''\nc = 0\n'''''\nc = 1", ["c"], 4, 1),
            ("m = \"\"\ns = ''\nc = 1", ["c"], 3, 1),
            ("\"\\u00e9\\n\" = 1", ["é\n"], 1, 1),
            ("é = 1", [], 1, 1),
            ("'ä€😀' = { b = 1 }", ["ä€😀", "b"], 1, 11),
            ("a = 1\r\nb = 2\r\n", ["b"], 2, 1),
            ("\u{FEFF}a = 1", ["a"], 1, 1),
            ("d = [1_000, -0.5e+1_0, +1, 0, 0xdead_BEEF, 0o17, 0b1, true, inf, +nan, 1E5, 0.0]\ne = 1", ["e"], 2, 1),
            ("\"\" = 1", [""], 1, 1),
            ("a = 1979-05-27 07:32:00\nb = 07:32:00.5\nc = 1", ["c"], 3, 1),
            ("a = \"\"\"x\\  \r\n\n  y\"\"\"\nb = 1", ["b"], 4, 1),
        ] as [(String, [String], Int, Int)])
    func aKeyHasThePositionOfItsValue(text: String, path: [String], line: Int, column: Int) throws {
        guard !path.isEmpty else {
            #expect(throws: SyntaxProblem.self) { try DocumentParser.parse(Array(text.utf8)) }
            return
        }
        var node = try DocumentParser.parse(Array(text.utf8))
        for step in path {
            switch node.value {
            case .table(let entries): node = try #require(entries[DocumentKey(step)])
            case .array(let elements): node = elements[try #require(Int(step))]
            default: Issue.record("nothing is in \(node)")
            }
        }
        #expect(node.position == SourcePosition(line: line, column: column))
    }

    @Test(arguments: [
        ("a = ", 1, 5, "lacks a value before the end of the file"),
        ("a =", 1, 4, "lacks a value before the end of the file"),
        ("a = @", 1, 5, "lacks a value before '@'"), ("a = \nb = 1", 1, 5, "lacks a value before the end of the line"),
        ("a = \"x\nb = 1", 1, 7, "lacks a closing quote before the end of the line"),
        ("[a\nb = 1", 1, 3, "lacks ']' before the end of the line"),
        ("[[a]\n", 1, 5, "lacks ']]' before the end of the line"),
        ("[é]", 1, 2, "lacks a name before 'é'"), ("[]", 1, 2, "lacks a name before ']'"),
        ("[", 1, 2, "lacks a name before the end of the file"), ("[a.]", 1, 4, "lacks a name before ']'"),
        ("= 1", 1, 1, "lacks a name before '='"), ("a b = 1", 1, 3, "lacks '=' before 'b'"),
        ("a = [1, 2", 1, 10, "lacks ',' or ']' before the end of the file"),
        ("a = [1 2]", 1, 8, "lacks ',' or ']' before '2'"),
        ("a = {b = 1", 1, 11, "lacks ',' or '}' before the end of the file"),
        ("a = {b = 1,}", 1, 12, "lacks a name before '}'"),
        ("a = '''x", 1, 9, "lacks a closing quote before the end of the file"),
        ("a = 'x' y", 1, 9, "lacks the end of the line before 'y'"),
        ("a = \"\\u12g4\"", 1, 10, "lacks a hexadecimal digit before 'g'"),
        ("a = \"\\ud800\"", 1, 12, "lacks the number of a character *"),
        ("a = tru # x", 1, 5, "has 'tru', which is neither a number, true nor false; texts and times stand in quotes"),
        ("a = [01]", 1, 6, "has '01', *"), ("a = 1_", 1, 5, "has '1_', *"), ("a = 1.2.3", 1, 5, "has '1.2.3', *"),
        ("a = 2024-01-01 x", 1, 16, "lacks the end of the line before 'x'"),
        ("a = 07:00-19:00", 1, 5, "has '07:00-19:00', *"),
        ("a = 1e", 1, 5, "has '1e', *"), ("a = 0xg", 1, 5, "has '0xg', *"), ("a = +0x1", 1, 5, "has '+0x1', *"),
        ("a = .5", 1, 5, "has '.5', *"), ("a = 1__0", 1, 5, "has '1__0', *"),
        ("a = 9223372036854775808", 1, 5, "has '9223372036854775808', *64 bits"),
        ("a = 1\na = 2", 2, 1, "redefines a of line 1"), ("a = \"\\q\"", 1, 7, "lacks one of b, *"),
        ("[a]\n[a]\n", 2, 2, "redefines a of line 1"), ("a = 1\n[a]", 2, 2, "redefines a of line 1"),
        ("[[a]]\n[a]", 2, 2, "redefines a of line 1"), ("a = {}\na.b = 1", 2, 1, "redefines a of line 1"),
        ("[a]\nb.c = 1\n[a.b]", 3, 4, "redefines b of line 2"), ("a = []\n[[a]]", 2, 3, "redefines a of line 1"),
        ("[a.b]\n[a]\nb.c = 1", 3, 1, "redefines b of line 1"),
        ("\n'a b' = 1\n'a b'.c = 1", 3, 1, "redefines \"a b\" *"),
        ("a = 'e\(Self.manyMarks)'", 1, 5, "has more than 30 combining marks *"),
        ("\"e\(Self.manyEscapedMarks)\" = 1", 1, 1, "has more than 30 combining marks *"),
        ("a = 'x\u{7}'", 1, 7, "has the control character U+0007"), ("a = 1 # \u{7F}", 1, 9, "has the control *U+007F"),
        ("a = 1\rb = 2", 1, 6, "lacks the end of the line before the control character U+000D"),
        ("a = 1979-02-29", 1, 5, "has '1979-02-29', *"), ("a = 07:32", 1, 5, "has '07:32', *"),
    ])
    func errorsOfFormHaveAPlace(text: String, line: Int, column: Int, message: String) {
        let problem = #expect(throws: SyntaxProblem.self) { try DocumentParser.parse(Array(text.utf8)) }
        #expect(problem?.position == SourcePosition(line: line, column: column), "\(problem?.message ?? "")")
        #expect(TextPattern(message).matches(problem?.message ?? ""), "\(problem?.message ?? "")")
    }

    @Test(
        arguments: [
            ([0x61, 0x3D, 0x31, 0x0A, 0x62, 0x00], 2, 2, "NUL"),
            ([0x61, 0x0A, 0x23, 0xC3, 0x28], 2, 2, "UTF-8"),
            ([0x61, 0x0A, 0xED, 0xA0, 0x80], 2, 1, "UTF-8"),
        ] as [([UInt8], Int, Int, String)])
    func bytesThatAreNotATextAreRefused(bytes: [UInt8], line: Int, column: Int, reason: String) {
        let problem = #expect(throws: SyntaxProblem.self) { try DocumentParser.parse(bytes) }
        #expect(problem?.position == SourcePosition(line: line, column: column))
        #expect(problem?.message.contains(reason) ?? false)
    }

    @Test(arguments: [
        "a = " + String(repeating: "[", count: 100_000), "a = " + String(repeating: "{b=", count: 100_000),
        String(repeating: "a.", count: 100_000) + "b = 1", "[" + String(repeating: "a.", count: 100_000) + "b]",
        "[[" + String(repeating: "a.", count: 100_000) + "b]]",
        "x = { " + String(repeating: "a.", count: 33) + "b = 1 }",
        "a = [ 1 " + String(repeating: "[", count: 100_000),
        "x = @ [\n" + String(repeating: "a.", count: 100_000) + "b = 1",
        String(repeating: "a", count: 2_000_000), String(repeating: "\"", count: 1_000_000),
    ])
    func hostileDocumentsAreRefused(text: String) {
        let problem = #expect(throws: SyntaxProblem.self) { try DocumentParser.parse(Array(text.utf8)) }
        #expect((problem?.message.utf8.count ?? 0) < 1000)
    }

    @Test func aLongDocumentIsRead() throws {
        let text = "a = [" + String(repeating: "1,", count: 500_000) + "]"
        guard case .table(let entries) = try DocumentParser.parse(Array(text.utf8)).value,
            case .array(let elements) = entries["a"]?.value
        else { return #expect(Bool(false)) }
        #expect(elements.count == 500_000)
        #expect(elements.last?.position == SourcePosition(line: 1, column: 1_000_004))
    }
}
