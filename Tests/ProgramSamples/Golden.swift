import Foundation

/// Texts and pictures with which outputs are compared, in files beside the tests.
enum Golden {
    /// Returns the folder `Golden` of the tests to which a source file belongs.
    static func folder(of file: String) -> URL {
        URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden")
    }

    /// Whether the files are recorded again, because `SCREENS_RECORD_GOLDEN` is set.
    static let isRecorded = ProcessInfo.processInfo.environment["SCREENS_RECORD_GOLDEN"] != nil

    /// Returns the text in the file `name`. When recording, `text` is written to the file first.
    static func text(_ name: String, for text: String, of file: String = #filePath) throws -> String {
        let file = folder(of: file).appending(path: name)
        if isRecorded {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// Returns a JSON document with one key per line, so that differences are readable.
    static func json(_ document: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
    }
}
