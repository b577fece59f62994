import Foundation

/// Texts that outputs are compared with, kept in files beside the tests.
enum Golden {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden")

    /// The text kept as `name`, to compare `text` with; with `SCREENS_RECORD_GOLDEN` set, `text` is kept from now on.
    static func text(_ name: String, for text: String) throws -> String {
        let file = folder.appending(path: name)
        if ProcessInfo.processInfo.environment["SCREENS_RECORD_GOLDEN"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// A JSON document as the files have it: a key a line, so that differences can be read.
    static func json(_ document: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
    }
}
