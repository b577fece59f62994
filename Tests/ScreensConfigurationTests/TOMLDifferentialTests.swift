import ConfigurationMutations
import Foundation
import TestSupport
import Testing

@testable import ScreensConfiguration

/// Changed documents, compared with the reader of Python's library.
struct TOMLDifferentialTests {
    private static let hasTomllib = (try? answers(to: [], script: "import tomllib")) != nil

    @Test(.enabled(if: hasTomllib, "python3 is not there or has no tomllib"))
    func changedDocumentsMeanTheSameToTomllib() throws {
        var mutator = ConfigurationMutator(seed: 11)
        var documents: [[UInt8]] = []
        for _ in 0..<1200 {
            var document: [UInt8] = []
            mutator.next(into: &document)
            documents.append(document)
        }
        let answers = try Self.answers(to: documents, script: Self.script)
        try #require(answers.count == documents.count)
        var readCount = 0
        for (document, answer) in zip(documents, answers) {
            let own = (try? DocumentParser.parse(document)).map { Self.canonical($0) } ?? "refused"
            if own != "refused" { readCount += 1 }
            #expect(own == answer, "\(String(decoding: document, as: UTF8.self))")
        }
        // Both kinds occur.
        #expect((100...1100).contains(readCount))
    }

    /// `é` as one scalar and as two: TOML compares keys by their characters, and Swift its strings by canonical
    /// equivalence.
    @Test(
        .enabled(if: hasTomllib, "python3 is not there or has no tomllib"),
        arguments: [
            ("'\u{E9}' = 1\n'e\u{301}' = 2", true), ("'\u{E9}' = 1\n'\u{E9}' = 2", false),
            ("'e\u{301}' = 1\n'\u{E9}'.x = 2", true), ("'e\u{301}' = 1\n'e\u{301}'.x = 2", false),
            ("['\u{E9}']\na = 1\n['e\u{301}']\na = 2", true), ("['\u{E9}']\n['\u{E9}']", false),
            ("[['\u{E9}']]\n[['e\u{301}']]\n[['\u{E9}']]", true), ("[['\u{E9}']]\n['\u{E9}']", false),
            ("a = { '\u{E9}' = 1, 'e\u{301}' = 2 }", true),
            ("a = { '\u{212B}' = 1, '\u{C5}' = 2, 'A\u{30A}' = 3 }", true),
        ])
    func keysThatDifferInTheirNormalizationAreSeveral(text: String, isRead: Bool) throws {
        let document = Array(text.utf8)
        let own = (try? DocumentParser.parse(document)).map { Self.canonical($0) } ?? "refused"
        #expect(try Self.answers(to: [document], script: Self.script) == [Substring(own)])
        #expect((own != "refused") == isRead)
    }

    /// Each document in hexadecimal digits in a line; each answer in a line.
    ///
    /// Differences between a document and Python's types: a byte order mark is taken off, a number of more than 64
    /// bits, which TOML has refused, is refused here.
    private static let script = """
        import sys, tomllib, struct, datetime
        def show(v):
            if isinstance(v, bool): return 'true' if v else 'false'
            if isinstance(v, int):
                if not -2**63 <= v < 2**63: raise ValueError
                return 'i%d' % v
            if isinstance(v, float): return 'nan' if v != v else 'f' + struct.pack('>d', v).hex()
            if isinstance(v, str): return 's' + v.encode().hex()
            if isinstance(v, list): return '[' + ','.join(map(show, v)) + ']'
            if isinstance(v, dict):
                return '{' + ','.join(sorted(k.encode().hex() + ':' + show(e) for k, e in v.items())) + '}'
            return 't'
        for line in sys.stdin:
            try:
                print(show(tomllib.loads(bytes.fromhex(line).decode().removeprefix('\\ufeff'))))
            except ValueError:
                print('refused')
        """

    private static func canonical(_ node: DocumentNode) -> String {
        switch node.value {
        case .text(let text): return "s" + hexadecimal(Array(text.utf8))
        case .integer(let number): return "i\(number)"
        case .number(let number):
            guard !number.isNaN else { return "nan" }
            return "f" + hexadecimal((0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (56 - 8 * $0)) })
        case .flag(let flag): return String(flag)
        case .time: return "t"
        case .array(let elements): return "[" + elements.map(canonical).joined(separator: ",") + "]"
        case .table(let entries):
            return "{"
                + entries.map { hexadecimal(Array($0.key.name.utf8)) + ":" + canonical($0.value) }.sorted().joined(
                    separator: ",") + "}"
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func answers(to documents: [[UInt8]], script: String) throws -> [Substring] {
        let files = FileManager.default.temporaryDirectory
        let input = files.appending(path: "toml-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: input) }
        try documents.map { hexadecimal($0) + "\n" }.joined().write(to: input, atomically: false, encoding: .utf8)
        let output = try ProgramOutput("python3", ["-c", script], input: input.path)
        guard output.status == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
    }
}
