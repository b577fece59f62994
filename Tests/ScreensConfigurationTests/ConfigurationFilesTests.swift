import Foundation
import Testing

@testable import ScreensConfiguration

struct ConfigurationFilesTests {
    /// Makes a folder with these files, and removes it afterwards.
    private func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "configuration-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/s.d", withIntermediateDirectories: true)
        for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8) }
        try body(folder)
    }

    @Test func partsAreReadInTheOrderOfTheirNames() throws {
        let files = [
            "s.toml": "[default]\ndim = 1\ngamma = 1\nbrightness = 1\n", "s.d/9.toml": "[default]\ndim = 9\n",
            "s.d/10.toml": "[default]\ndim = 10\ngamma = 2\n", "s.d/a.txt": "x", "s.d/.b.toml": "x",
        ]
        try inFolder(files) { folder in
            let reading = ConfigurationFiles(path: folder + "/s.toml").read()
            #expect(reading.problems.isEmpty)
            #expect(reading.files == ["s.toml", "s.d/10.toml", "s.d/9.toml"].map { "\(folder)/\($0)" })
            #expect(reading.configuration.defaults.dim == 9)
            #expect(reading.configuration.defaults.gamma == 2)
            #expect(reading.configuration.defaults.brightness == 1)
        }
    }

    @Test func problemsOfAllFilesAreReported() throws {
        let arrangement = "[[arrangement]]\nname = 'a'\ndisplays = ['b']\nscreen = []\n"
        try inFolder(["s.toml": "x = 1\n\(arrangement)", "s.d/1.toml": "y", "s.d/2.toml": arrangement]) { folder in
            let problems = ConfigurationFiles(path: folder + "/s.toml").read().problems
            #expect(problems.map(\.file) == ["s.toml", "s.d/1.toml", "s.d/2.toml"].map { "\(folder)/\($0)" })
            #expect(problems.last?.message == "is the name of another arrangement in \(folder)/s.toml")
        }
    }

    @Test func aMissingFileIsOneProblemUnlessThereAreParts() throws {
        try inFolder([:]) { folder in
            let reading = ConfigurationFiles(path: folder + "/s.toml").read()
            #expect(reading.isMissing)
            #expect(reading.problems.count == 1)
        }
        try inFolder(["s.d/1.toml": ""]) { folder in
            let reading = ConfigurationFiles(path: folder + "/s.toml").read()
            #expect(!reading.isMissing)
            #expect(reading.problems.isEmpty)
        }
    }

    @Test(arguments: [(["s.toml"], 1), (["s.d/1.toml"], 0), ([], 0)])
    func aMissingFileBesidePartsIsAProblemIfItHasCounted(before: [String], problems: Int) throws {
        try inFolder(["s.d/1.toml": ""]) { folder in
            let lastGood = ConfigurationTexts(before.map { .init("\(folder)/\($0)", []) })
            let reading = ConfigurationFiles(path: folder + "/s.toml").texts(after: lastGood).reading
            #expect(reading.problems.map(\.file) == Array(repeating: folder + "/s.toml", count: problems))
            #expect(!reading.isMissing)
        }
    }

    @Test func textsOfOtherFilesHaveAnotherIdentity() {
        let texts = [
            [("a.toml", "x = 1")], [("a.toml", "x = 2")], [("b.toml", "x = 1")], [("a.toml", ""), ("x = 1", "")],
            [("a.toml", "x"), ("b", "")], [],
        ].map { files in ConfigurationTexts(files.map { .init($0.0, Array($0.1.utf8)) }) }
        #expect(Set(texts.map(\.identity)).count == texts.count)
        #expect(texts.allSatisfy { $0.identity.count == 16 })
        // The number does not depend on the process.
        #expect(texts.last?.identity == "cbf29ce484222325")
    }

    /// A share that is not mounted: its files were in use before.
    @Test(arguments: [(["s.toml", "s.d/1.toml"], 1), (["s.toml"], 0), ([], 0)])
    func aMissingFolderIsAProblemIfItsFilesHaveCounted(before: [String], problems: Int) throws {
        try inFolder(["s.toml": "[default]\ndim = 1\n"]) { folder in
            try FileManager.default.removeItem(atPath: folder + "/s.d")
            let lastGood = ConfigurationTexts(
                before.map { .init("\(folder)/\($0)", Array("[default]\nrotate = 90\n".utf8)) })
            let files = ConfigurationFiles(path: folder + "/s.toml")
            let usable = UsableConfiguration(files.texts(after: lastGood), lastGood: lastGood)
            #expect(usable.problems.map(\.file) == Array(repeating: folder + "/s.d", count: problems))
            #expect(usable.configuration.defaults.dim == 1)
            #expect((usable.configuration.defaults.clockwiseQuarters != nil) == (problems > 0))
            // The text is read as by `screens reload`.
            #expect(files.texts().reading.problems.isEmpty)
        }
    }

    @Test func foldersAndPipesAreProblemsAndAreNotWaitedFor() throws {
        try inFolder(["s.d/1.toml": ""]) { folder in
            #expect(mkfifo(folder + "/s.d/2.toml", 0o600) == 0)
            try FileManager.default.createDirectory(atPath: folder + "/s.toml", withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: folder + "/s.d/3.toml", withDestinationPath: "3.toml")
            let reading = ConfigurationFiles(path: folder + "/s.toml").read()
            #expect(!reading.isMissing)
            #expect(reading.problems.map(\.file) == ["s.toml", "s.d/2.toml", "s.d/3.toml"].map { "\(folder)/\($0)" })
        }
    }

    @Test func aFileThatIsTooLargeIsAProblem() throws {
        let text = String(repeating: "# 34567\n", count: 10 << 17)
        try inFolder(["s.toml": text]) { folder in
            let problems = ConfigurationFiles(path: folder + "/s.toml").read().problems
            #expect(problems.map(\.message) == ["is larger than 1 MiB"])
        }
    }

    @Test(arguments: [("/a/s.toml", "/a/s.d"), ("s.toml", "s.d"), ("/a/s.conf", "/a/s.conf.d"), (".toml", ".d")])
    func theFolderIsBesideTheFile(path: String, folder: String) {
        #expect(ConfigurationFiles(path: path).folder == folder)
    }
}
