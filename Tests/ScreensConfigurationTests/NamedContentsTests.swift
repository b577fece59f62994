import ScreensJSON
import Testing

@testable import Screens
@testable import ScreensConfiguration

/// Contents with names, and playlists.
struct NamedContentsTests {
    private func reading(_ text: String) -> ConfigurationFiles.Reading {
        MachineConfiguration.reading(Array(text.utf8), as: "f")
    }

    /// The content of all screens after names were resolved.
    private func content(_ text: String) throws -> ContentSetting {
        let reading = reading(text)
        try #require(reading.problems.isEmpty, "\(reading.problems)")
        let configuration = reading.configuration
        return configuration.contents.resolved(try #require(configuration.defaults.content))
    }

    private static let red = ContentSetting.color(Color(rgb: 0xFF0000))

    @Test func aNameStandsForItsContent() throws {
        #expect(try content("default.content = 'menu'\ncontents.menu = { color = '#F00' }") == Self.red)
        #expect(try content("default.content = { name = 'a b' }\ncontents.'a b' = { color = '#F00' }") == Self.red)
        #expect(try content("default.content = 'x'\n[contents]\nx = 'y'\ny = { color = '#F00' }") == Self.red)
    }

    @Test func anItemMayBeANameOrAnyContentButACommand() throws {
        let list = try content(
            """
            contents.menu = { color = '#F00' }
            [default.content]
            playlist = ["menu", { color = '#00F', for = 2, until = 2027-01-06 }, { playlist = ["menu"] }]
            fade = '1 s'
            """)
        let times = PlaylistTimes(until: try CalendarDay("2027-01-06"))
        let blue = PlaylistItem(.color(Color(rgb: 0xFF)), for: TimeLength(milliseconds: 2000), times)
        let menu = PlaylistItem(Self.red, title: "menu", for: nil, PlaylistTimes())
        let inner = ContentSetting.playlist(PlaylistKind([menu]))
        let whole = PlaylistKind(
            [menu, blue, PlaylistItem(inner)], PlaylistCourse(ContentPace(fade: TimeLength(milliseconds: 1000))))
        #expect(list == .playlist(whole))
    }

    /// The fade of slides and of a list belongs to their own pictures.
    @Test func anItemMayHaveAFadeOfItsOwn() throws {
        let list = try content(
            """
            contents.tour = { slides = '/s' }
            [default.content]
            playlist = [{ color = '#F00', for = 1, fade = 0 }, { name = 'tour', fade = 2 }, { slides = '/s', fade = 3 }]
            fade = '5 s'
            """)
        let items = try #require(list.kind as? PlaylistKind).items
        #expect(items.map(\.fade?.milliseconds) == [0, 2000, nil])
        #expect((items[2].content.kind as? SlidesKind)?.show.pace.fade.milliseconds == 3000)
    }

    @Test(
        arguments: [
            ("default.content = 'menu'", "default.content: is not the name of a content in the section [contents]"),
            (
                "default.content = 'meny'\ncontents.menu = { color = '#F00' }",
                "*is not the name of a content in the section [contents]; did you mean 'menu'?"
            ),
            ("default.content = 'non'", "*; did you mean 'none'?"),
            ("default.content = 'a/b'", "default.content: must be the name of a content*"),
            ("default.content = 3", "default.content: must be none, the name of a content, or a table*"),
            ("contents.a = 'none'", "contents.a: must not be none"),
            ("contents.none = { color = '#F00' }", "contents.none: is not a name*"),
            ("contents.a = 'a'", "contents.a: cannot be shown: the content 'a' contains itself"),
            (
                "contents.a = { playlist = ['b'] }\ncontents.b = { playlist = ['a'] }",
                "contents.a: cannot be shown: the content 'a' contains itself"
            ),
            (
                "contents.a = { playlist = ['b'] }\ncontents.b = { command = ['mpv'] }",
                "contents.a: cannot be shown: the content 'b' is a command*"
            ),
            ("contents.a = { playlist = [] }", "contents.a.playlist: must have 1 to 10000 items, not 0"),
            ("contents.a = { playlist = 'x' }", "contents.a.playlist: must be a list, not a text"),
            // A name whose content has a problem is known.
            (
                "default.content = 'a'\ncontents.a = { playlist = 'x' }",
                "contents.a.playlist: must be a list, not a text"
            ),
            ("contents.a = { playlist = [3] }", "contents.a.playlist[1]: must be the name of a content or a table*"),
            (
                "contents.a = { playlist = [{ color = '#F00', fro = 2026-12-24 }] }",
                "contents.a.playlist[1].fro: is not a key of this section, so the item is not shown; "
                    + "did you mean 'from'?"
            ),
            (
                "contents.a = { playlist = [{ color = '#F00', from = 2026-12-24, until = '2026-12-23' }] }",
                "contents.a.playlist[1].until: is before the first day, 2026-12-24"
            ),
            (
                "contents.a = { playlist = [{ color = '#F00', from = '2026-02-29' }] }",
                "contents.a.playlist[1].from: must be a day of the calendar, as in 2027-01-06, not '2026-02-29'"
            ),
            (
                "contents.a = { playlist = [{ command = ['mpv'] }] }",
                "contents.a.playlist[1]: must not be a command: no program is part of a playlist"
            ),
            ("contents.a = { playlist = [{ none = true }] }", "contents.a.playlist[1]: must not be none"),
            (
                "contents.a = { color = '#F00', for = 3 }", "contents.a.for: is not a key of this section*"
            ),
            (
                "contents.a = { color = '#F00', order = 'listed' }",
                "contents.a.order: is allowed only with playlist or playlist-file"
            ),
            (
                "contents.a = { playlist = [{ color = '#F00', for = '1 s' }], fade = '2 s' }",
                "contents.a.fade: is longer than the shortest item, 1 s"
            ),
            (
                "contents.a = { playlist = [{ color = '#F00', fade = '11 s' }] }",
                "contents.a.playlist[1].fade: is longer than the item, 10 s"
            ),
            (
                "contents.a = { playlist = [{ color = '#F00', fade = '2 s', for = '1 s' }] }",
                "contents.a.playlist[1].fade: is longer than the item, 1 s"
            ),
            (
                "contents.a = { playlist = [{ color = '#F00' }], align = 'clock', repeat = false }",
                "contents.a.repeat: is not possible with align*"
            ),
        ])
    func aFaultIsNamedWithItsPlace(text: String, problem: String) throws {
        let problems = reading(text).problems.map { String($0.description.trimmingPrefix(/f:[0-9:]* ?/)) }
        let pattern = TextPattern(problem.replacing("?", with: "\\?"))
        #expect(pattern.matches(problems.first ?? ""), "\(problems)")
    }

    /// An item without its restriction would be shown at all times.
    @Test func anItemWithAnUnknownKeyKeepsItsPlaceAndIsNotShown() throws {
        let items = [
            "{ color = '#F00', for = '4 s', durring = 'Mo 08:00-09:00' }", "'menu'",
            "{ sound = '/x.ogg', for = '3 s' }",
            "{ playlist = [{ color = '#F00' , untill = 2026-12-24 }, 'menu'] }",
        ]
        let text =
            "contents.menu = { color = '#00F' }\n[default]\ncontent = { playlist = [\n"
            + items.joined(separator: ",\n") + "]}\n"
        let reading = ConfigurationTexts([.init("f", Array(text.utf8))]).reading
        #expect(reading.brokenFiles.isEmpty)
        let configuration = reading.configuration
        let content = configuration.contents.resolved(try #require(configuration.defaults.content))
        let list = try #require(content.kind as? PlaylistKind)
        #expect(list.lengths.map(\.milliseconds) == [4000, 10_000, 3000, 10_000])
        let refusals = list.items.map(\.refusal)
        #expect(refusals == ["f:4: the key 'durring' is not known", nil, "f:6: the key 'sound' is not known", nil])
        let inner = try #require(list.items[3].content.kind as? PlaylistKind)
        #expect(inner.items.map { $0.refusal == nil } == [false, true])
    }

    @Test func anItemWithAnUnknownKeyAndAFaultCostsTheFile() {
        let text = "default.content = { playlist = [{ color = 'red', durring = 'x' }] }"
        let reading = ConfigurationTexts([.init("f", Array(text.utf8))]).reading
        #expect(reading.brokenFiles == ["f"] && reading.problems.count == 2)
    }

    @Test(arguments: [
        "playlist = ['a'], fade = '1 x'", "playlist = ['a'], align = 'noon'", "slides = '/s', align = 'noon'",
        "playlist-file = '/l.m3u', order = 'random'", "ticker = 'x', align = 'noon'",
        "playlist = ['a'], align = 'clock', repeat = false",
    ])
    func aKeyThatSeveralKindsHaveIsOneProblem(table: String) {
        let problems = reading("contents.a = { color = '#F00' }\ndefault.content = { \(table) }").problems
        #expect(problems.count == 1, "\(problems)")
    }

    @Test func aContentThatContainsItselfIsNamedWithItsPlace() {
        let text = "[contents]\nb = { color = '#F00' }\na = { playlist = ['b', 'a'] }"
        let problems = reading(text).problems.map(\.description)
        #expect(problems == ["f:3:1: contents.a: cannot be shown: the content 'a' contains itself"])
    }

    @Test func aMissingNameCostsOnlyItsKey() {
        let reading = ConfigurationTexts([.init("f", Array("default.content = 'menu'\ndefault.dim = 3".utf8))]).reading
        #expect(reading.problems.count == 1 && reading.brokenFiles.isEmpty)
        #expect(reading.configuration.defaults.dim == 3)
    }

    @Test func manyMissingNamesCostOnlyTheirKeys() {
        let sections = (0..<200).map { "[[screen]]\nmatch = { connector = 'DP-\($0)' }\ncontent = 'menu'\n" }
        let reading = ConfigurationTexts([.init("f", Array(sections.joined().utf8))]).reading
        #expect(reading.problems.count > 90 && reading.brokenFiles.isEmpty)
    }

    @Test func aChainOfNamesHasALimit() {
        let text = (1...40).map { "contents.a\($0) = { playlist = ['a\($0 - 1)'] }\n" }.joined()
        let problems = reading("contents.a0 = { color = '#F00' }\n" + text).problems
        #expect(problems.contains { $0.message.contains("is inside of too many") })
    }

    @Test func anotherFileMayDefineTheName() {
        let texts = ["default.content = 'menu'", "contents.menu = { color = '#F00' }"].enumerated().map {
            ConfigurationTexts.File("f\($0)", Array($1.utf8))
        }
        #expect(ConfigurationTexts(texts).reading.problems.isEmpty)
    }

    @Test func aCommandWithANameCannotBeAFallback() {
        let text = "default.fallback = 'film'\ncontents.film = { command = ['mpv'] }"
        let contents = reading(text).configuration.contents
        #expect(contents.problem(with: .named("film")) == nil)
        #expect(contents.problem(withFallback: .named("film"))?.contains("is a command") == true)
    }

    @Test func listsOfListsOfNamesHaveALimit() {
        var text = "contents.a0 = { color = '#F00' }\n"
        for number in 1...20 {
            let names = repeatElement("'a\(number - 1)'", count: 10).joined(separator: ", ")
            text += "contents.a\(number) = { playlist = [\(names)] }\n"
        }
        #expect(reading(text).problems.contains { $0.message.contains("more than 10000 contents") })
    }

    @Test func aListOfYearsIsRefused() {
        for (count, isGood) in [(33, true), (34, false), (10_000, false)] {
            let items = repeatElement("{ color = '#F00', for = '30 d' }", count: count).joined(separator: ", ")
            let problems = reading("contents.a = { playlist = [\(items)] }").problems.map(\.message)
            #expect(problems == (isGood ? [] : ["lasts \(count * 30) d, and may last 1000 d"]))
        }
    }

    @Test func aListInEightListsIsRefused() {
        let deep = (0..<9).reduce("{ color = '#F00' }") { text, _ in "{ playlist = [\(text)] }" }
        #expect(reading("contents.a = \(deep)").problems.first?.message == "is inside of 8 other playlists")
        let allowed = (0..<8).reduce("{ color = '#F00' }") { text, _ in "{ playlist = [\(text)] }" }
        #expect(reading("contents.a = \(allowed)").problems.isEmpty)
    }

    @Test(
        arguments: [
            ("'menu'", ["name": "menu"]),
            (
                "{ slides = '/s', align = 'clock' }",
                [
                    "slides": "/s", "interval": "10 s", "fade": "0 s", "align": "clock", "fit": "fit",
                    "background": "#000000",
                ]
            ),
            (
                "{ playlist = ['menu', { name = 'menu', for = 3, during = 'Mo 8:00-9:00' }, "
                    + "{ color = '#010203', fade = 0.5, from = 2026-12-01 }], order = 'shuffled', repeat = true }",
                [
                    "playlist": [
                        ["name": "menu"], ["name": "menu", "for": "3 s", "during": "Mo 08:00-09:00"],
                        ["color": "#010203", "fade": "500 ms", "from": "2026-12-01"],
                    ], "interval": "10 s", "fade": "0 s", "order": "shuffled", "align": "start", "repeat": true,
                ]
            ),
        ] as [(String, JSONValue)])
    func aNameAndAListAreTheSameFromAFileAndACall(file: String, call: JSONValue) throws {
        func fromFile(_ content: String) throws -> ScreenOverrides {
            let reading = reading("[contents]\nmenu = { color = '#F00' }\n[default]\ncontent = \(content)")
            try #require(reading.problems.isEmpty, "\(reading.problems)")
            return reading.configuration.defaults
        }
        let overrides = try fromFile(file)
        #expect(overrides.json == ["content": call])
        #expect(try ScreenOverrides(call: ["content": call]) == overrides)
        #expect(try fromFile(try #require(overrides.texts["content"])) == overrides)
    }
}

/// Days of the calendar.
struct CalendarDayTests {
    @Test(arguments: [("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-29", 20_786), ("2100-03-01", 47_541)])
    func aDayHasItsNumber(text: String, number: Int64) throws {
        let day = try CalendarDay(text)
        #expect(day.number == number && day.description == text)
    }

    @Test(arguments: [
        "2100-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-4-01", "26-04-01", "+026-04-01", "",
    ])
    func noOtherTextIsADay(text: String) {
        #expect(throws: ValueProblem.self) { try CalendarDay(text) }
    }
}
