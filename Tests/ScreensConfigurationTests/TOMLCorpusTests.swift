import Foundation
import TestSupport
import Testing

@testable import ScreensConfiguration

/// The official corpus of documents.
struct TOMLCorpusTests {
    private static let folder = CorpusFolder.part("toml-test/tests")

    @Test(.enabled(if: folder != nil, "\(CorpusFolder.absence)"))
    func everyDocumentIsReadOrRefusedAsTheCorpusHasIt() throws {
        let folder = try #require(Self.folder)
        let list = try String(contentsOf: folder.appending(path: "files-toml-1.0.0"), encoding: .utf8)
        let names = list.split(separator: "\n").filter { $0.hasSuffix(".toml") }
        #expect(names.count > 600)
        for name in names {
            let file = folder.appending(path: String(name))
            let bytes = [UInt8](try Data(contentsOf: file))
            if name.hasPrefix("invalid/") {
                #expect(throws: SyntaxProblem.self, "\(name)") { try DocumentParser.parse(bytes) }
                continue
            }
            let json = try Data(contentsOf: file.deletingPathExtension().appendingPathExtension("json"))
            let expected = try JSONSerialization.jsonObject(with: json)
            do {
                let node = try DocumentParser.parse(bytes)
                #expect(Self.isSame(node, expected), "\(name): \(node.value)")
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
    }

    /// Compares a value with the corpus's form: objects and lists, and for all else `{"type": …, "value": "…"}`.
    private static func isSame(_ node: DocumentNode, _ expected: Any) -> Bool {
        if case .array(let elements) = node.value {
            guard let expected = expected as? [Any], expected.count == elements.count else { return false }
            return zip(elements, expected).allSatisfy { isSame($0, $1) }
        }
        guard let object = expected as? [String: Any] else { return false }
        if case .table(let entries) = node.value {
            return entries.count == object.count
                && entries.allSatisfy { key, entry in object[key.name].map { isSame(entry, $0) } ?? false }
        }
        guard let type = object["type"] as? String, let text = object["value"] as? String else { return false }
        switch node.value {
        case .text(let value): return type == "string" && value.unicodeScalars.elementsEqual(text.unicodeScalars)
        case .integer(let value): return type == "integer" && String(value) == text
        case .number(let value):
            guard type == "float", let expected = Double(text) else { return false }
            return value.isNaN ? expected.isNaN : value == expected
        case .flag(let value): return type == "bool" && String(value) == text
        case .time(let value):
            return type == value.kind.name && withoutEmptyFraction(value.text) == withoutEmptyFraction(text)
        case .array, .table: return false
        }
    }

    /// `07:32:00.500` and `07:32:00.5` are the same time.
    private static func withoutEmptyFraction(_ text: String) -> String {
        text.replacing(/\.(\d*?)0+(?!\d)/) { $0.1.isEmpty ? "" : ".\($0.1)" }
    }
}

extension TOMLTime.Kind {
    fileprivate var name: String {
        switch self {
        case .offsetDateTime: "datetime"
        case .localDateTime: "datetime-local"
        case .localDate: "date-local"
        case .localTime: "time-local"
        }
    }
}
