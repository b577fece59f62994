import Foundation
import ScreensLinux
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

    private static let files = ConfigurationFiles(path: "/a.toml")
    private static let texts = ConfigurationTexts([
        .init("/a.toml", Array("x = 1\n".utf8)), .init("/a.d/b.toml", [0, 255, 10]),
    ])

    @Test func writtenTextsAreReadAgain() throws {
        try inFolder {
            #expect(try file.read(of: Self.files).last == ConfigurationTexts())
            try file.write(Self.texts, of: Self.files)
            #expect(try file.read(of: Self.files).last == Self.texts)
            try file.write(ConfigurationTexts(), of: Self.files)
            #expect(try file.read(of: Self.files).last == ConfigurationTexts())
        }
    }

    @Test func theTextsBeforeTheLastOnesAreKept() throws {
        try inFolder {
            let texts = (1...3).map { ConfigurationTexts([.init("/a.toml", [UInt8($0)])]) }
            try file.write(texts[0], of: Self.files)
            #expect(try file.read(of: Self.files).former == ConfigurationTexts())
            try file.write(texts[1], of: Self.files)
            #expect(try file.read(of: Self.files).former == texts[0])
            try file.write(texts[1], of: Self.files)
            #expect(try file.read(of: Self.files).former == texts[0], "the same texts do not count as new ones")
            try file.write(texts[2], of: Self.files)
            let read = try file.read(of: Self.files)
            #expect(read.last == texts[2] && read.former == texts[1])
        }
    }

    /// A daemon that is started by hand with other files uses the same folder.
    @Test func textsOfOtherConfigurationsStay() throws {
        try inFolder {
            try file.write(Self.texts, of: Self.files)
            for number in 0..<100 {
                let other = ConfigurationFiles(path: "/tmp/\(number).toml")
                let texts = ConfigurationTexts([.init(other.path, [UInt8(number)])])
                try file.write(texts, of: other)
                #expect(try file.read(of: other).last == texts)
                if number == 50 { #expect(try file.read(of: Self.files).last == Self.texts) }
            }
            // If there are many, the first are dropped.
            #expect(try file.read(of: Self.files).last == ConfigurationTexts())
            try file.write(Self.texts, of: Self.files)
            #expect(try file.read(of: Self.files).last == Self.texts)
        }
    }

    @Test func textsOfOtherConfigurationsAreDroppedIfTheyLeaveNoRoom() throws {
        try inFolder {
            let other = ConfigurationFiles(path: "/b.toml")
            let large = [UInt8](repeating: 0x23, count: 7 << 20)
            for files in [Self.files, other] {
                try file.write(ConfigurationTexts([.init(files.path, large)]), of: files)
            }
            #expect(try file.read(of: other).last.files.count == 1)
            #expect(try file.read(of: Self.files).last.files.isEmpty)
        }
    }

    @Test(arguments: ["", "{", "[]", "{\"files\":[{\"name\":\"a\",\"text\":\"?\"}]}", "{\"files\":[{\"name\":\"a\"}]}"])
    func aDamagedFileIsAFailure(_ text: String) throws {
        try inFolder {
            try Data(text.utf8).write(to: URL(filePath: file.path))
            let failure = #expect(throws: Failure.self) { try file.read(of: Self.files) }
            #expect(failure?.status == .badData && failure?.message.contains(file.path) == true)
        }
    }

    @Test(arguments: ["[]", "{}", "{\"files\":[{\"name\":\"a\"}]}", "{\"files\":[{\"name\":1,\"text\":\"\"}]}"])
    func aDocumentOfAnotherKindIsReportedInASentence(_ text: String) throws {
        try inFolder {
            try Data(text.utf8).write(to: URL(filePath: file.path))
            let failure = #expect(throws: Failure.self) { try file.read(of: Self.files) }
            #expect(failure?.reason == "it is not a file of this version")
        }
    }
}
