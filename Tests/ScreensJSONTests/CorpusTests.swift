import Foundation
import ScreensJSON
import TestSupport
import Testing

/// The documents of github.com/nst/JSONTestSuite, which are not part of the package.
@Suite("The documents of the JSON test suite")
struct CorpusTests {
    private static let folder = CorpusFolder.part("json-test")

    private static func documents(_ part: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = try #require(folder).appending(path: part)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
            .sorted()
            .map { ($0, [UInt8](try Data(contentsOf: folder.appending(path: $0)))) }
    }

    /// `y_` is JSON, `n_` is not, and `i_` is up to the implementation.
    @Test(
        .enabled(if: folder != nil, "\(CorpusFolder.absence)"))
    func areAcceptedAndRefusedAsTheirNamesSay() throws {
        let documents = try Self.documents("test_parsing")
        #expect(documents.count > 300)
        for (name, bytes) in documents {
            let value = try? JSONValue(decoding: bytes)
            switch name.prefix(2) {
            case "y_": #expect(value != nil, "\(name) was refused")
            case "n_": #expect(value == nil, "\(name) was accepted")
            default: #expect(name.hasPrefix("i_"))
            }
            if let value { #expect(try JSONValue(decoding: value.encoded).encoded == value.encoded, "\(name)") }
        }
    }

    /// Readers return different values for these; a change of ours fails here.
    @Test(
        .enabled(if: folder != nil, "\(CorpusFolder.absence)"))
    func areReadAsDocumented() throws {
        let expected = [
            "number_-9223372036854775808.json": "[-9223372036854775808]",
            "number_9223372036854775808.json": "[9223372036854775808]",
            "number_1000000000000000.json": "[1000000000000000]", "number_1e6.json": "[1000000]",
            "number_10000000000000000999.json": "[10000000000000000999]",
            "object_same_key_different_values.json": #"{"a":2}"#, "object_same_key_same_value.json": #"{"a":1}"#,
            "object_key_nfc_nfd.json": "{\"\u{E9}\":\"NFD\"}", "object_key_nfd_nfc.json": "{\"e\u{301}\":\"NFC\"}",
            "string_with_escaped_NULL.json": #"["A\u0000B"]"#, "string_1_escaped_invalid_codepoint.json": "",
            "string_1_invalid_codepoint.json": "",
        ]
        var values: [String: String] = [:]
        for (name, bytes) in try Self.documents("test_transform") {
            values[name] = (try? JSONValue(decoding: bytes)).map(\.description) ?? ""
        }
        for (name, text) in expected { #expect(values[name] == text, "\(name)") }
    }
}
