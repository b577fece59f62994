import ScreensJSON
import Testing

@testable import Screens
@testable import ScreensConfiguration

/// Each setting of the table in each of its forms.
struct SettingTableTests {
    /// A value of each setting in files, in calls, and as words of a command line.
    private static let values: [(key: String, file: String, call: JSONValue, words: [String: [String]])] = [
        ("mode", "'1920x1080@59.94'", "1920x1080@59.94", ["mode": ["1920x1080@59.94"]]),
        ("rotate", "270", 270, ["rotate": ["270"]]), ("reflect", "true", true, ["reflect": ["true"]]),
        ("overscan", "'1,2.5%,3,4'", "1,2.50%,3,4", ["overscan": ["1,2.5%,3,4"]]),
        ("compensation", "'inset'", "inset", ["compensation": ["inset"]]),
        ("mirror", "'DP-1'", "DP-1", ["mirror": ["DP-1"]]), ("mirror", "'none'", "none", ["mirror": ["none"]]),
        ("power", "'Mo-Fr 7:00-19:00'", "Mo-Fr 07:00-19:00", ["power": ["Mo-Fr 07:00-19:00"]]),
        ("power", "'off'", "off", ["power": ["off"]]), ("idle", "'90 s'", "90 s", ["idle": ["90s"]]),
        ("idle", "'never'", "never", ["idle": ["never"]]),
        ("frame-interval", "3", 3, ["frame-interval": ["3"]]), ("format", "'rgb565'", "rgb565", ["format": ["rgb565"]]),
        ("power-by", "'auto'", "auto", ["power-by": ["auto"]]),
        ("off-shows", "'black'", "black", ["off-shows": ["black"]]), ("off-light", "0", "0", ["off-light": ["0"]]),
        ("remote-off", "'follow'", "follow", ["remote-off": ["follow"]]),
        ("other-source", "'hold'", "hold", ["other-source": ["hold"]]),
        ("cec-adapter", "'/dev/cec1'", "/dev/cec1", ["cec-adapter": ["/dev/cec1"]]),
        ("gamma", "2", 2.0, ["gamma": ["2"]]), ("color-temperature", "5000", 5000, ["color-temperature": ["5000"]]),
        ("dim", "33.3", 33.3, ["dim": ["33.3"]]), ("brightness", "80.5", 80.5, ["brightness": ["80.5"]]),
        (
            "properties", "{ 'Broadcast RGB' = 'Full', 'max bpc' = 8 }", ["Broadcast RGB": "Full", "max bpc": "8"],
            ["properties": ["max bpc=8", "Broadcast RGB=Full"]]
        ),
        ("content", "'none'", ["none": true], ["content": ["none"]]),
        ("content", "{ color = '#010203' }", ["color": "#010203"], ["color": ["#010203"]]),
        ("content", "{ pattern = 'bars' }", ["pattern": "bars"], ["pattern": ["bars"]]),
        (
            "content", "{ image = '/a b.png', fit = 'top-left' }",
            ["image": "/a b.png", "fit": "topLeft", "background": "#000000"],
            ["image": ["/a b.png"], "fit": ["top-left"]]
        ),
        (
            "content", "{ slides = '/s', interval = '5 s', fade = '500 ms', background = '#FFFFFF' }",
            ["slides": "/s", "interval": "5 s", "fade": "500 ms", "fit": "fit", "background": "#FFFFFF"],
            ["slides": ["/s"], "interval": ["5 s"], "fade": ["500 ms"], "background": ["#ffffff"]]
        ),
        (
            "fallback", "{ image = '/a.png', fit = 'fill' }",
            ["image": "/a.png", "fit": "fill", "background": "#000000"],
            ["fallback-image": ["/a.png"], "fallback-fit": ["fill"]]
        ),
        (
            "overlay", "[{ color = '#010203', area = '0 90% 100% 10%', opacity = 0.5 }]",
            [["color": "#010203", "area": "0 90% 100% 10%", "opacity": 0.5]], [:]
        ),
        ("snapshots", "true", true, ["snapshots": ["true"]]),
    ]

    private func fromFile(_ line: String) throws -> ScreenOverrides {
        let reading = MachineConfiguration.reading(Array("[default]\n\(line)".utf8), as: "f")
        try #require(reading.problems.isEmpty, "\(reading.problems)")
        return reading.configuration.defaults
    }

    private func fromWords(_ words: [String: [String]]) throws(SettingProblem) -> ScreenOverrides {
        try ScreenOverrides(
            words: words.compactMap { name, words in
                SettingTable.options.first { $0.name == name }.map { ($0, words) }
            })
    }

    @Test func everySettingIsTheSameFromAFileACallAndWords() throws {
        for (key, file, call, words) in Self.values {
            let overrides = try fromFile("\(key) = \(file)")
            #expect(overrides != ScreenOverrides(), "\(key)")
            let name = Spelling.call.spell(key)
            #expect(overrides.json == [name: call], "\(key): \(overrides.json)")
            #expect(try ScreenOverrides(call: [name: call]) == overrides, "\(key)")
            // No command line sets an overlay.
            if !words.isEmpty { #expect(try fromWords(words) == overrides, "\(key)") }
            // The value is also written into a file again.
            let line = try #require(overrides.written(.file).first)
            #expect(try fromFile("\(line.key) = \(line.value.toml)") == overrides, "\(key)")
            var removed = overrides
            try #require(SettingTable.setting(key)).remove(&removed)
            #expect(removed == ScreenOverrides(), "\(key)")
        }
        #expect(Set(Self.values.map(\.key)) == Set(SettingTable.settings.map(\.key)))
    }

    @Test(
        arguments: [
            (
                "{ command = ['mpv', '--vo=drm', '/a \"b\".mkv'] }",
                ["command": ["mpv", "--vo=drm", "/a \"b\".mkv"], "way": "lease", "pauses": false]
            ),
            (
                "{ command = ['cage'], way = 'seat', input = ['name=Touch*', 'ID_PATH=*'], pauses = true }",
                ["command": ["cage"], "way": "seat", "input": ["name=Touch*", "ID_PATH=*"], "pauses": true]
            ),
            (
                "{ command = ['player'], linger = 300 }",
                ["command": ["player"], "way": "lease", "pauses": false, "linger": "5 min"]
            ),
        ] as [(String, JSONValue)])
    func aCommandIsTheSameFromAFileAndAReply(file: String, reply: JSONValue) throws {
        let overrides = try fromFile("content = \(file)")
        #expect(overrides.json == ["content": reply])
        #expect(try ScreenOverrides(call: ["content": reply]) == overrides)
        #expect(try fromFile("content = \(overrides.texts["content"] ?? "")") == overrides)
        #expect(overrides.onlyInFiles?.key == "content.command")
        // The daemon does not see its picture.
        #expect(ScreenConfiguration(overrides.overridden(by: try fromFile("idle = '1 min'"))).idle == nil)
    }

    @Test func noOptionSetsACommand() {
        let names = ["command", "way", "input", "fallback-command"]
        #expect(names.allSatisfy { SettingTable.option($0) == nil })
    }

    @Test(
        arguments: [
            (["rotate": 45], "rotate", "must be one of 0, 90, 180, 270, not '45'"),
            (["mode": "larges"], "mode", "*'largest'?"),
            (["colorTemperature": 999], "colorTemperature", "must be 1000 to 10000 Kelvin, not '999'"),
            (["colorTemprature": 5000], "colorTemprature", "is not a key*did you mean 'colorTemperature'?"),
            (["color-temperature": 5000], "color-temperature", "is not a key*"),
            (["frameInterval": 0], "frameInterval", "must be 1 to *"),
            (["dim": "10"], "dim", "must be a number*not a text"),
            (["gamma": 10.5], "gamma", "must be 0.1 to 10.0, not '10.5'"),
            (["idle": "10 ms"], "idle", "must be 1 s to 30 d, not '10 ms'"),
            (["content": ["image": "/a", "fit": "top-left"]], "content.fit", "must be one of *topLeft*"),
            (["content": ["image": "a"]], "content.image", "must be an absolute path*"),
            (["content": ["image": "/\0"]], "content.image", "has a NUL character"),
            (
                ["content": [:]], "content",
                "must have one of color, pattern, *slides, name, *video, text, ticker, qr, layout"
            ),
            (["properties": ["max": "8"]], "properties.max", "*"),
            (["properties": ["a-b": 8]], "properties.a-b", "is not a property*"),
            ([1], "settings", "must be an object"),
        ] as [(JSONValue, String, String)])
    func aValueOfACallThatIsOutsideItsLimitsIsRefused(call: JSONValue, key: String, message: String) {
        let problem = #expect(throws: SettingProblem.self) { try ScreenOverrides(call: call) }
        #expect(problem?.key == key)
        let pattern = TextPattern(message.replacing("?", with: "\\?"))
        #expect(pattern.matches(problem?.message ?? ""), "\(problem?.message ?? "")")
    }

    @Test(
        arguments: [
            (["rotate": ["45"]], "rotate"), (["rotate": ["x"]], "rotate"), (["dim": ["nan"]], "dim"),
            (["dim": ["1e3"]], "dim"), (["reflect": ["yes"]], "reflect"), (["dim": ["1", "2"]], "dim"),
            (["properties": ["a"]], "properties"), (["properties": ["=1"]], "properties"),
            (["properties": ["max bpc=8", "max bpc=8"]], "properties"), (["properties": ["max=8"]], "properties"),
            (["fit": ["fill"]], "fit"), (["image": ["/a"], "fade": ["1 s"]], "fade"),
            (["image": ["a"]], "image"), (["fallback-image": ["a"]], "fallback-image"),
            (["content": ["a/b"]], "content"), (["power-by": ["ddc"]], "power-by"),
            (["off-light": ["1"]], "off-light"), (["remote-off": ["off"]], "remote-off"),
            (["cec-adapter": ["/dev/cec"]], "cec-adapter"), (["cec-adapter": ["/dev/cec0/../sda"]], "cec-adapter"),
            (["color": ["#112233"], "pattern": ["card"]], "content"),
        ] as [([String: [String]], String)])
    func aWordThatIsNotAValueIsRefused(words: [String: [String]], key: String) {
        let problem = #expect(throws: SettingProblem.self) { try fromWords(words) }
        #expect(problem?.key == key, "\(problem?.message ?? "")")
    }

    /// The effect of a new setting is in the third file.
    @Test func everySettingHasAnEffect() throws {
        // Compensation only has an effect with overscan.
        let former = try fromFile("overscan = '7%'")
        let none = ScreenConfiguration(former)
        for setting in SettingTable.settings {
            let effects = try Self.values.filter { $0.key == setting.key }.map { value in
                ScreenConfiguration(former.overridden(by: try fromFile("\(value.key) = \(value.file)"))) != none
            }
            #expect(effects.contains(true), "\(setting.key)")
        }
    }

    /// The table sets every property of the library's settings, because a deviation names the property.
    @Test func everyDeviationHasAKeyOfTheTable() throws {
        let keys = [
            "mode": "mode", "isOn": "power", "frameInterval": "frame-interval", "format": "format",
            "orientation": "rotate", "overscan": "overscan", "mirrorSource": "mirror", "properties": "properties",
            "gamma": "gamma", "colorTemperature": "color-temperature", "dimming": "dim",
        ]
        // The contents of the screens decide these.
        let others: Set = ["isDriven", "isReserved"]
        let properties = Swift.Mirror(reflecting: ScreenSettings()).children.compactMap(\.label)
        #expect(Set(properties) == Set(keys.keys).union(others))
        for (property, key) in keys {
            #expect(SettingDeviation(.init(rawValue: property), "").key == key)
            #expect(SettingTable.setting(key) != nil, "\(key)")
        }
        #expect(SettingDeviation(.wall, "").key == "wall")
    }

    @Test func keysThatAreLeftOutOrNullStayAsTheyAre() throws {
        let former = try fromFile("rotate = 90\ndim = 5\nproperties = { 'max bpc' = 8 }")
        let later = try ScreenOverrides(call: ["dim": 7, "rotate": nil, "properties": ["Broadcast RGB": "Full"]])
        let both = former.overridden(by: later)
        #expect(both.clockwiseQuarters == 1)
        #expect(both.dim == 7)
        #expect(both.properties == ["max bpc": "8", "Broadcast RGB": "Full"])
    }

    @Test func everyExampleIsAValueOfItsSetting() throws {
        for setting in SettingTable.settings {
            #expect(try fromFile("\(setting.key) = \(setting.example)").written(.file).map(\.key) == [setting.key])
        }
    }

    @Test func keysAreSpelledInOneWayByFilesAndInOneByCalls() {
        #expect(Spelling.call.spell("color-temperature") == "colorTemperature")
        #expect(Spelling.call.spell("xrgb2101010") == "xrgb2101010")
        #expect(Spelling.file.spell("color-temperature") == "color-temperature")
        let names = SettingTable.options.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(SettingTable.varlinkTypes.contains("    frameInterval: ?int,\n"))
        #expect(
            SettingTable.varlinkTypes.contains(
                "    properties: ?[string]string,\n    content: ?Content,\n    fallback: ?Content,\n"))
    }
}
