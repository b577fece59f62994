import Foundation
import ScreensPictures
import Testing

@testable import Screens

/// Texts and pictures that outputs are compared with, kept in files beside the tests.
enum Golden {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden")

    /// Whether the files are recorded again: `SCREENS_RECORD_GOLDEN` is set.
    static let isRecorded = ProcessInfo.processInfo.environment["SCREENS_RECORD_GOLDEN"] != nil

    /// The picture in the file `name`; recording, `picture` is written to it first.
    static func picture(_ name: String, for picture: Picture?) throws -> (size: Size, pixels: [UInt32]) {
        let file = folder.appending(path: name)
        if isRecorded, let picture { try Data(try picture.png()).write(to: file) }
        return try PNGFile.read(file.path)
    }

    /// The text in the file `name`; recording, `text` is written to it first.
    static func text(_ name: String, for text: String) throws -> String {
        let file = folder.appending(path: name)
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
