import Testing

@testable import ScreensConfiguration

/// Cases in which readers of TOML 1.0 differ, independent of the official corpus.
struct TOMLHardCasesTests {
    @Test(
        arguments: [
            // Tables that are made in parts.
            ("a.b.c = 1\na.d = 2", "{a={b={c=1} d=2}}"),
            ("[a.b]\nx = 1\n[a]\ny = 2", "{a={b={x=1} y=2}}"),
            ("[[a]]\n[[a.b]]\nx = 1\n[a.c]\ny = 2\n[[a]]", "{a=[{b=[{x=1}] c={y=2}} {}]}"),
            ("a = { b.c = 1, \"d e\" = [ { } , [] ] }", "{a={b={c=1} d e=[{} []]}}"),
            // Keys.
            ("1.2 = 3", "{1={2=3}}"), ("'' = 1\n-_0 = 2\ntrue = 3\ninf = 4", "{-_0=2 =1 inf=4 true=3}"),
            ("\"\\u0061\" = 1\n'\\u0061' = 2", "{\\u0061=2 a=1}"), ("a . 'b.c' = 1", "{a={b.c=1}}"),
            // Quotes beside the ends of strings of several lines, and ends of lines in them.
            ("a = ''''x''''", "{a='x'}"), ("a = \"\"\"\"\"q\"\"\"\"\"", "{a=\"\"q\"\"}"),
            ("a = \"\"\"\\\n\n  x\\  \n  y\"\"\"", "{a=xy}"), ("a = '''\n\\\n'''", "{a=\\\n}"),
            ("a = \"\\U0010FFFF\\u0000\\\"\"", "{a=\u{10FFFF}\0\"}"),
            // Numbers.
            (
                "a = [0x7FFFFFFF_FFFFFFFF, -9223372036854775808, 0b0, 0o7_7, +0]",
                "{a=[9223372036854775807 -9223372036854775808 0 63 0]}"
            ),
            ("a = [-0.0, 1e06, 6.626e-34, 1_0.0_1, nan, -inf]", "{a=[-0.0 1000000.0 6.626e-34 10.01 nan -inf]}"),
            // Comments and ends of lines.
            ("# \t\u{1F600}\r\na = [ # b\n 1, # c\n\n]\r\n", "{a=[1]}"), ("a = 1#", "{a=1}"), ("", "{}"),
        ])
    func isRead(document: String, value: String) throws {
        #expect(Self.text(try DocumentParser.parse(Array(document.utf8))) == value)
    }

    @Test(
        arguments: [
            // Tables that are made twice, or changed after they are complete.
            "a = 1\na.b = 2", "a.b = 1\n[a]", "[a]\nb.c = 1\n[a.b]", "a = {b = 1}\n[a.c]", "a = {b = 1}\na.c = 2",
            "a = [{}]\n[[a]]", "[[a]]\n[a]", "[a]\n[[a]]", "[a]\n[a]", "a = {b = 1, b.c = 2}", "a = []\n[a.b]",
            // Tables in braces have one line, and no comma at the end.
            "a = {b = 1,}", "a = {b = 1\n}", "a = {,}",
            // Numbers.
            "a = 01", "a = 1__0", "a = 1_", "a = _1", "a = 0X1", "a = +0x1", "a = 0x", "a = 1.", "a = .5", "a = 1.e2",
            "a = 1e", "a = 9223372036854775808", "a = -0b1", "a = Inf", "a = 1_.0",
            // Strings.
            "a = \"\\e\"", "a = \"\\xE9\"", "a = \"\\uD800\"", "a = \"\\U00110000\"", "a = \"x\ny\"", "a = 'x\ny'",
            "a = '''x''''''", "a = \"\"\"x", "a = \"\u{1}\"", "a = \"\"\"\\ x\"\"\"", "\"\"\"a\"\"\" = 1",
            // Times.
            "a = 1979-02-29", "a = 24:00:00", "a = 12:30", "a = 1979-05-27T07:32:00+24:00", "a = 1979-5-27",
            "a = 07:32:00.", "a = 1979-05-27T",
            // Lines.
            "= 1", "a =", "a", "a b = 1", "[a", "[[a] ]", "[]", "[a.]", "[a] b = 1", "a = 1 b = 2", "é = 1", "a.b. = 1",
            "a = 1\r", "# \u{1}", "a = [1 2]", "a = [,]", "a\n= 1", "a = tru", "\u{FEFF}\u{FEFF}a = 1",
        ])
    func isRefused(document: String) {
        #expect(throws: SyntaxProblem.self) { try DocumentParser.parse(Array(document.utf8)) }
    }

    @Test(
        arguments: [[0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]]
    )
    func bytesThatAreNotUTF8AreRefused(bytes: [UInt8]) {
        let document = Array("a = '".utf8) + bytes + Array("'".utf8)
        #expect(throws: SyntaxProblem.self) { try DocumentParser.parse(document) }
    }

    /// Returns a value on one line, with the keys of its tables in order.
    private static func text(_ node: DocumentNode) -> String {
        switch node.value {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        case .time(let time): time.text
        case .array(let elements): "[\(elements.map(text).joined(separator: " "))]"
        case .table(let entries):
            "{\(entries.map { "\($0.key.name)=\(text($0.value))" }.sorted().joined(separator: " "))}"
        }
    }
}
