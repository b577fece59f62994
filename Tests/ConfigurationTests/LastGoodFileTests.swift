import Foundation
import ScreensProgramKit
import Testing

@testable import ScreensConfiguration

/// The last good texts on the disk.
@Suite struct LastGoodFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "last-good-\(UUID().uuidString)").path
    private var file: LastGoodFile { StateFolder(path: folder).lastGood }

    private func inFolder(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body()
    }

    @Test func writtenTextsAreReadAgain() throws {
        try inFolder {
            #expect(try file.read() == ConfigurationTexts())
            let texts = ConfigurationTexts([.init("/a", Array("x = 1\n".utf8)), .init("/b", [0, 255, 10])])
            try file.write(texts)
            #expect(try file.read() == texts)
            try file.write(ConfigurationTexts())
            #expect(try file.read() == ConfigurationTexts())
        }
    }

    @Test(arguments: ["", "{", "[]", "{\"files\":[{\"name\":\"a\",\"text\":\"?\"}]}", "{\"files\":[{\"name\":\"a\"}]}"])
    func aDamagedFileIsAFailure(_ text: String) throws {
        try inFolder {
            try Data(text.utf8).write(to: URL(filePath: file.path))
            let failure = #expect(throws: Failure.self) { try file.read() }
            #expect(failure?.status == .badData && failure?.message.contains(file.path) == true)
        }
    }
}
