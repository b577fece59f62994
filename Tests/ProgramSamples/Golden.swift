import Foundation

/// Texts and pictures that outputs are compared with, kept in files beside the tests.
enum Golden {
    /// The folder `Golden` of the tests that a file in one of their folders belongs to.
    static func folder(of file: String) -> URL {
        URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden")
    }

    /// Whether the files are recorded again: `SCREENS_RECORD_GOLDEN` is set.
    static let isRecorded = ProcessInfo.processInfo.environment["SCREENS_RECORD_GOLDEN"] != nil

    /// The text in the file `name`; recording, `text` is written to it first.
    static func text(_ name: String, for text: String, of file: String = #filePath) throws -> String {
        let file = folder(of: file).appending(path: name)
        if isRecorded {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// A JSON document with one key per line, so that differences can be read.
    static func json(_ document: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
    }
}
