import Testing

@testable import ScreensConfiguration

/// The texts that apply while files have problems.
@Suite struct UsableConfigurationTests {
    private func texts(_ files: KeyValuePairs<String, String>) -> ConfigurationTexts {
        ConfigurationTexts(files.map { ConfigurationTexts.File($0.key, Array($0.value.utf8)) })
    }

    private func dims(_ usable: UsableConfiguration) -> [Double?] {
        [usable.configuration.defaults.dim, usable.configuration.defaults.gamma]
    }

    private static let broken = "[default]\ndim = \n"

    @Test func filesWithoutProblemsCountAsTheyAre() {
        let now = texts(["a": "[default]\ndim = 2\n"])
        let usable = UsableConfiguration(now, lastGood: texts(["a": "[default]\ndim = 1\n"]))
        #expect(usable.problems.isEmpty && usable.brokenFiles.isEmpty && usable.texts == now)
        #expect(dims(usable) == [2, nil])
    }

    @Test func aBrokenFileCountsWithItsLastGoodTextAndTheOthersAsTheyAre() {
        let usable = UsableConfiguration(
            texts(["a": Self.broken, "b": "[default]\ngamma = 2\n"]),
            lastGood: texts(["a": "[default]\ndim = 1\n", "b": "[default]\ngamma = 1\n"]))
        #expect(usable.brokenFiles == [.init(name: "a", substitute: .lastGood)])
        #expect(usable.problems.map(\.file) == ["a"] && dims(usable) == [1, 2])
        #expect(usable.texts == texts(["a": "[default]\ndim = 1\n", "b": "[default]\ngamma = 2\n"]))
    }

    /// A key of a later version costs that key, not the file and not the other screens.
    @Test(arguments: [
        ("[default]\nshine = 3\ndim = 2\n", "default.shine"),
        ("[power]\nsource = 'cec'\n[default]\ndim = 2\n", "power"),
        ("[default]\ndim = 2\ncontent = { film = '/a.mkv', sound = true }\n", "default.content"),
        ("[default]\ndim = 2\ncontent = { color = '#fff', sound = true }\n", "default.content.sound"),
    ])
    func aKeyThatIsNotKnownCostsThatKeyAlone(text: String, key: String) {
        let usable = UsableConfiguration(texts(["a": text]), lastGood: texts(["a": "[default]\ndim = 1\n"]))
        #expect(usable.problems.map(\.keyPath).contains(key))
        #expect(usable.brokenFiles.isEmpty && dims(usable) == [2, nil])
        #expect(usable.texts == texts(["a": text]), "it is the last good text from now on")
        let color = text.contains("color")
        #expect((usable.configuration.defaults.content == nil) == !color)
    }

    /// A section without its condition would apply to more screens than its author meant.
    @Test func aConditionThatIsNotKnownCostsTheSection() {
        let text = """
            [[screen]]
            match = { connector = "HDMI-A-1", room = "hall" }
            dim = 5
            [[screen]]
            match = { connector = "HDMI-A-2" }
            dim = 6
            """
        let usable = UsableConfiguration(texts(["a": text]), lastGood: ConfigurationTexts())
        #expect(usable.problems.map(\.keyPath) == ["screen[1].match.room"] && usable.brokenFiles.isEmpty)
        #expect(usable.configuration.sections.map(\.overrides.dim) == [6])
    }

    /// A faulty value of a known key is a fault of the author, and the machine continues with the last good text.
    @Test func aFaultyValueBesideAnUnknownKeyCostsTheFile() {
        let usable = UsableConfiguration(
            texts(["a": "[default]\nshine = 3\ndim = 'x'\n"]), lastGood: texts(["a": "[default]\ndim = 1\n"]))
        #expect(usable.brokenFiles == [.init(name: "a", substitute: .lastGood)] && dims(usable) == [1, nil])
    }

    /// The files of a wall of screens may have many keys of a later version, from before the package was rolled back.
    @Test func aThousandUnknownKeysCostTheseKeysAlone() {
        let sections = (0..<500).map {
            "[[screen]]\nmatch = { connector = \"DP-\($0)\" }\nshine = 1\ndim = 2\nglow = 1\n"
        }
        let now = texts(["a": sections.joined(), "b": "[default]\ngamma = 2\nshine = 1\n"])
        let usable = UsableConfiguration(now, lastGood: ConfigurationTexts())
        #expect(usable.brokenFiles.isEmpty && usable.texts == now)
        #expect(usable.configuration.sections.count == 500 && dims(usable) == [nil, 2])
        #expect(usable.configuration.sections.allSatisfy { $0.overrides.dim == 2 })
        // The memory of problems is limited.
        #expect(usable.problems.count == 102)
        #expect(usable.problems.suffix(2).map(\.description) == ["a: has 900 more problems", "b: has 1 more problem"])
    }

    @Test func theTextBeforeTheLastOneServesAVersionThatCannotUseTheLastOne() {
        let later = texts(["a": "[default]\ndim = 'auto'\n"])
        let usable = UsableConfiguration(later, lastGood: later, former: texts(["a": "[default]\ndim = 1\n"]))
        #expect(usable.brokenFiles == [.init(name: "a", substitute: .lastGood)] && dims(usable) == [1, nil])
        let none = UsableConfiguration(later, lastGood: later)
        #expect(none.brokenFiles == [.init(name: "a", substitute: .none)] && dims(none) == [nil, nil])
    }

    @Test func aBrokenFileWithoutALastGoodTextIsLeftOut() {
        let usable = UsableConfiguration(
            texts(["a": Self.broken, "b": "[default]\ngamma = 2\n"]), lastGood: ConfigurationTexts())
        #expect(usable.brokenFiles == [.init(name: "a", substitute: .none)])
        #expect(dims(usable) == [nil, 2])
    }

    @Test func aFileThatCannotBeReadIsBroken() {
        let now = ConfigurationTexts([.init("a", failure: "cannot be read: Permission denied")])
        let usable = UsableConfiguration(now, lastGood: texts(["a": "[default]\ndim = 1\n"]))
        #expect(usable.problems.map(\.message) == ["cannot be read: Permission denied"] && dims(usable) == [1, nil])
    }

    @Test(arguments: [("", "[default]\ndim = 1\n", true), ("", "", false), ("# none\n", "[default]\ndim = 1\n", false)])
    func anEmptyFileInThePlaceOfATextIsBroken(now: String, before: String, isBroken: Bool) {
        let usable = UsableConfiguration(texts(["a": now]), lastGood: texts(["a": before]))
        #expect(usable.brokenFiles == (isBroken ? [.init(name: "a", substitute: .lastGood)] : []))
        #expect(dims(usable) == [isBroken ? 1 : nil, nil])
    }

    @Test func anEmptyFileThatHadNoTextBeforeHasNoProblem() {
        #expect(UsableConfiguration(texts(["a": ""]), lastGood: ConfigurationTexts()).problems.isEmpty)
    }

    @Test func aFileThatIsGoneDoesNotCount() {
        let usable = UsableConfiguration(
            texts(["a": "[default]\ndim = 2\n"]), lastGood: texts(["a": "", "b": "[default]\ngamma = 1\n"]))
        #expect(usable.brokenFiles.isEmpty && dims(usable) == [2, nil])
    }

    @Test func aFolderThatCannotBeListedCountsWithTheLastTextsOfItsFiles() {
        let now = ConfigurationTexts([
            .init("/s.toml", Array("[default]\ndim = 2\n".utf8)),
            .init("/s.d", failure: "Permission denied", isFolder: true),
        ])
        let lastGood = texts([
            "/s.toml": "[default]\ndim = 1\n", "/s.d/1.toml": "[default]\ngamma = 1\n",
            "/s.d/2.toml": "[default]\ngamma = 2\n",
        ])
        let usable = UsableConfiguration(now, lastGood: lastGood)
        #expect(usable.brokenFiles == [.init(name: "/s.d", substitute: .lastGood)] && dims(usable) == [2, 2])
        #expect(usable.texts.files.map(\.name) == ["/s.toml", "/s.d/1.toml", "/s.d/2.toml"])
        let first = UsableConfiguration(now, lastGood: texts(["/s.dim": "[default]\ngamma = 1\n"]))
        #expect(first.brokenFiles == [.init(name: "/s.d", substitute: .none)] && dims(first) == [2, nil])
    }

    /// The first file alone has more problems than are listed: unknown keys, or screens without a match.
    @Test(arguments: [("x", false), ("[[screen]]\nx", true)])
    func brokenFilesAreFoundBehindManyProblems(key: String, isBroken: Bool) {
        let many = "default.dim = 2\n" + (0..<200).map { "\(key)\($0) = 1\n" }.joined()
        let usable = UsableConfiguration(
            texts(["a": many, "b": Self.broken]),
            lastGood: texts(["a": "[default]\ndim = 1\n", "b": "[default]\ngamma = 1\n"]))
        #expect(usable.brokenFiles.map(\.name) == (isBroken ? ["a", "b"] : ["b"]))
        #expect(dims(usable) == [isBroken ? 1 : 2, 1])
        #expect(usable.problems.contains { $0.file == "b" && $0.position != nil }, "its reason is listed")
    }

    private static let arrangement = """
        [[arrangement]]
        name = "a"
        displays = ["b"]
        [[arrangement.screen]]
        match = { role = "internal" }

        """

    @Test func filesThatAreRefusedTogetherAreReplacedByTheirLastGoodTexts() {
        let lastGood = texts(["a": Self.arrangement, "b": "[default]\ngamma = 1\n"])
        let usable = UsableConfiguration(texts(["a": Self.arrangement, "b": Self.arrangement]), lastGood: lastGood)
        #expect(usable.texts == lastGood && usable.brokenFiles == [.init(name: "b", substitute: .lastGood)])
        #expect(dims(usable) == [nil, 1])
    }

    @Test func filesThatAreRefusedTogetherAreLeftOutIfTheyWereNeverGood() {
        let usable = UsableConfiguration(
            texts(["a": Self.arrangement, "b": Self.arrangement, "c": "[default]\ndim = 3\n"]),
            lastGood: ConfigurationTexts())
        #expect(usable.brokenFiles == [.init(name: "b", substitute: .none)])
        #expect(usable.configuration.sections.count == 1 && dims(usable) == [3, nil])
    }
}
