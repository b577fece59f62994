import Screens
import Testing

@testable import ScreensConfiguration

struct EffectiveTests {
    private func configuration(_ text: String) throws -> MachineConfiguration {
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        try #require(reading.problems.isEmpty, "\(reading.problems)")
        return reading.configuration
    }

    @Test func withoutAFileAScreenIsLeftAlone() {
        let screen = Screen.sample("HDMI-A-1")
        let effective = MachineConfiguration().effective(for: screen, among: [screen])
        #expect(effective.content == .none)
        var settings = ScreenSettings()
        settings.isDriven = false
        settings.mode = .preferred
        #expect(effective.settings(isOn: true) == settings)
    }

    @Test(arguments: [
        ("", false), (#"match = { card = "card1" }"#, false), (#"match = { role = "external" }"#, false),
        (#"match = { connector = "Composite-1" }"#, true), (#"match = { connector = "card1/Composite-*" }"#, true),
        (#"match = { connector = "HDMI-A-1" }"#, false),
    ])
    func anAnalogTelevisionIsDrivenOnlyIfASectionNamesIt(_ match: String, _ isDriven: Bool) throws {
        let television = Screen.sample("Composite-1", status: .unknown, isTelevisionOutput: true)
        let display = Screen.sample("HDMI-A-1")
        let section = match.isEmpty ? "" : "\n[[screen]]\n\(match)\nrotate = 90"
        let configuration = try configuration("[default]\ncontent = { color = \"#010203\" }\n\(section)")
        #expect(configuration.effective(for: television, among: [television]).isDriven == isDriven)
        #expect(configuration.effective(for: television, among: [television, display]).isDriven == isDriven)
        #expect(configuration.effective(for: display, among: [television, display]).isDriven)
    }

    @Test(arguments: [("", true, false), (#"match = { connector = "VGA-1" }"#, true, true)])
    func aScreenOfUnknownStatusIsDrivenIfNothingIsConnectedOrASectionNamesIt(
        _ match: String, _ alone: Bool, _ besideADisplay: Bool
    ) throws {
        let unknown = Screen.sample("VGA-1", status: .unknown)
        let section = match.isEmpty ? "" : "\n[[screen]]\n\(match)\nrotate = 90"
        let configuration = try configuration("[default]\ncontent = { color = \"#010203\" }\n\(section)")
        #expect(configuration.effective(for: unknown, among: [unknown]).isDriven == alone)
        #expect(
            configuration.effective(for: unknown, among: [unknown, .sample("HDMI-A-1")]).isDriven == besideADisplay)
    }

    @Test func everyKeyIsRead() throws {
        let screen = Screen.sample("HDMI-A-1")
        let effective = try configuration(
            """
            [[screen]]
            match = { connector = "HDMI-A-1" }
            mode = "1920x1080@59.94"
            rotate = 270
            reflect = true
            overscan = "1,2.5%,3,4"
            compensation = "inset"
            mirror = "DP-1"
            power = "off"
            idle = "90 s"
            frame-interval = 3
            format = "rgb565"
            gamma = 2
            color-temperature = 5000
            dim = 30
            brightness = 80.5
            properties = { "max bpc" = 8 }
            content = { slides = "/s", interval = "5 s", fade = "500 ms", fit = "top-left", background = "#010203" }
            """
        ).effective(for: screen, among: [screen])
        var settings = ScreenSettings()
        settings.mode = ModePolicy("1920x1080@59.94")
        settings.isOn = false
        settings.isDriven = true
        settings.frameInterval = 3
        settings.format = .rgb565
        settings.orientation = Orientation(clockwiseQuarters: 3, isReflected: true)
        settings.overscan = Overscan(
            top: .pixels(1), right: .hundredths(250), bottom: .pixels(3), left: .pixels(4), compensation: .insetBounds)
        settings.mirrorSource = "DP-1"
        settings.properties = ["max bpc": "8"]
        settings.gamma = 2
        settings.colorTemperature = 5000
        settings.dimming = 0.3
        #expect(effective.settings(isOn: false) == settings)
        #expect(effective.power == .off)
        #expect(effective.idle == TimeLength(milliseconds: 90_000))
        #expect(effective.brightness == 0.805)
        let placed = ContentSetting.Placed(mode: .topLeft, background: Color(rgb: 0x010203))
        let show = ContentSetting.SlideShow(
            folder: "/s",
            ContentPace(interval: TimeLength(milliseconds: 5000), fade: TimeLength(milliseconds: 500)))
        #expect(effective.content == .slides(placed, show))
    }

    @Test func laterSectionsOverrideKeyByKey() throws {
        let configuration = try configuration(
            """
            [default]
            rotate = 90
            reflect = true
            idle = "1 h"
            mirror = "DP-9"
            properties = { "max bpc" = 8, "Broadcast RGB" = "Full" }
            content = { color = "#112233" }
            [[screen]]
            match = { connector = "HDMI-*" }
            rotate = 180
            idle = "never"
            properties = { "max bpc" = 10 }
            [[screen]]
            match = { role = "external", card = "i915" }
            content = "none"
            mirror = "none"
            """)
        let (hdmi, panel) = (Screen.sample("HDMI-A-1"), Screen.sample("eDP-1", role: .internal))
        let first = configuration.effective(for: hdmi, among: [hdmi, panel])
        #expect(first.orientation == Orientation(clockwiseQuarters: 2, isReflected: true))
        #expect(first.idle == nil)
        #expect(first.mirrorSource == nil)
        #expect(first.properties == ["max bpc": "10", "Broadcast RGB": "Full"])
        #expect(first.content == .none)
        let second = configuration.effective(for: panel, among: [hdmi, panel])
        #expect(second.orientation == Orientation(clockwiseQuarters: 1, isReflected: true))
        #expect(second.mirrorSource == "DP-9")
        #expect(second.isDriven)
        #expect(!first.isDriven)
        #expect(second.content == .color(Color(rgb: 0x112233)))
    }

    @Test(arguments: [
        ("identity = 'DEL DELL U2410 *'", true), ("identity = 'Dell Inc. DELL U2410 F5?5M97O8LCL'", true),
        ("identity = 'DEL:*:*:*'", true), ("identity = 'DEL:a0b1:DELL%20U2410:F525M97O8LCL'", true),
        ("identity = 'DEL DELL U2410'", false), ("identity = 'del *'", false), ("identity = 'SAM:*:*:*'", false),
        ("connector = 'card1/HDMI-A-1'", true), ("connector = 'HDMI-A-?'", true), ("connector = 'HDMI-A'", false),
        ("card = 'card1'", true), ("card = 'i915'", true), ("card = '/dev/dri/card1'", true), ("card = 'card2'", false),
        ("role = 'external'", true), ("role = 'internal'", false),
        ("role = 'external', connector = 'DP-1'", false),
    ])
    func aSectionMatchesTheScreensOfItsConditions(match: String, fits: Bool) throws {
        let screen = Screen.sample("HDMI-A-1", identity: try .sample("DEL:a0b1:DELL%20U2410:F525M97O8LCL"))
        let sections = try configuration("[[screen]]\nmatch = { \(match) }").sections
        #expect(sections.first?.match.matches(screen) == fits)
    }

    @Test func aSavedSectionFitsItsScreenAlone() throws {
        let dell = Screen.sample("HDMI-A-1", identity: try .sample("DEL:a0b1:D%2aL?%20%3f:S"))
        let twin = Screen.sample("HDMI-A-1", identity: try .sample("DEL:a0b1:DxLy%20z:S"))
        let nameless = Screen.sample("HDMI-A-1")
        let withoutSerial = Screen.sample("DP-1", identity: try .sample("DEL:a0b1:X:-"))
        let other = Screen.sample("DP-2", identity: withoutSerial.identity)
        func match(_ screen: Screen, beside other: Screen? = nil, onItsConnector: Bool = false) -> ScreenMatch {
            let connectors = [screen, other].compactMap(\.self)
            return ScreenMatch(DisplayKey(screen), among: connectors, onItsConnector: onItsConnector)
        }
        #expect(match(dell).matches(dell))
        #expect(!match(dell).matches(twin))
        #expect(!match(dell).matches(nameless))
        #expect(match(nameless).matches(nameless))
        #expect(match(withoutSerial).matches(withoutSerial))
        // The match is for any connector, because no other display is equal.
        #expect(match(withoutSerial).matches(other))
        #expect(!match(withoutSerial, beside: other).matches(other))
        #expect(!match(withoutSerial, onItsConnector: true).matches(other))
        #expect(!match(dell, onItsConnector: true).matches(.sample("DP-2", identity: dell.identity)))
    }

    @Test func aSavedSectionNamesTheConnectorIfTheIdentityDoesNotSuffice() throws {
        let identity = try ScreenIdentity.sample("DEL:a0b1:X:S")
        let first = Screen.sample("DP-1", identity: identity)
        let other = Screen.sample("DP-1", card: "card2")
        func connector(_ screen: Screen, among connectors: [Screen]) -> String? {
            ScreenMatch(DisplayKey(screen), among: connectors).connector?.text
        }
        #expect(connector(first, among: [first, other]) == nil)
        #expect(connector(first, among: [first, .sample("DP-2", identity: identity, number: 8)]) == "DP-1")
        #expect(connector(other, among: [other]) == "DP-1")
        #expect(connector(other, among: [first, other]) == "card2/DP-1")
        // The name changes with each plug.
        let behindHub = Screen.sample("DP-7", path: "mst:95-1")
        #expect(connector(behindHub, among: [behindHub]) == "mst:95-1")
        let later = Screen.sample("DP-9", path: "mst:95-1")
        #expect(ScreenMatch(DisplayKey(behindHub), among: [behindHub]).matches(later))
        #expect(ScreenMatch(DisplayKey(behindHub), among: []).matches(later))
    }

    @Test(arguments: [
        (["DP-1", "DP-2"], false, ["DP-1", "DP-2", "eDP-1"], true),
        (["DP-1", "DP-2"], true, ["DP-1", "DP-2", "eDP-1"], false),
        (["DP-1", "DP-2"], true, ["DP-2", "DP-1"], true), (["DP-1", "DP-2"], false, ["DP-1"], false),
        (["DP-*", "DP-*"], false, ["DP-1"], false), (["DP-*", "DP-*"], false, ["DP-1", "DP-2"], true),
        // The first pattern must make room for the second.
        (["*", "DP-1"], true, ["DP-1", "DP-2"], true), (["*", "*", "DP-1"], true, ["DP-1", "DP-2", "DP-3"], true),
        (["DP-1", "card1/DP-1"], false, ["DP-1", "DP-2"], false),
    ])
    func anArrangementIsPresentWithItsDisplays(displays: [String], exactly: Bool, there: [String], isPresent: Bool) {
        let arrangement = Arrangement(name: "a", displays: displays.map { TextPattern($0) }, isExact: exactly)
        let absent = Screen.sample("VGA-1", status: .disconnected)
        #expect(arrangement.isPresent(among: there.map { .sample($0) } + [absent]) == isPresent)
    }

    @Test func arrangementsCountOnlyWhilePresentAndAfterTheScreensOfTheirFile() throws {
        var configuration = try configuration(
            """
            [[arrangement]]
            name = "desk"
            displays = ["DP-1", "DP-2"]
            [[arrangement.screen]]
            match = { connector = "DP-1" }
            rotate = 90
            dim = 5
            [[screen]]
            match = { connector = "DP-*" }
            rotate = 180
            """)
        configuration.append(try self.configuration("[[screen]]\nmatch = { connector = 'DP-1' }\ndim = 7"))
        let (one, two) = (Screen.sample("DP-1"), Screen.sample("DP-2"))
        #expect(configuration.effective(for: one, among: [one]).orientation == .upsideDown)
        #expect(configuration.effective(for: one, among: [one, two]).orientation == .clockwise)
        #expect(configuration.effective(for: two, among: [one, two]).orientation == .upsideDown)
        #expect(configuration.effective(for: one, among: [one, two]).dimming == 0.07)
        #expect(configuration.arrangements(among: [one, two]) == ["desk"])
        #expect(configuration.arrangements(among: [two]).isEmpty)
    }

    @Test func hostilePatternsTakeLinearTime() {
        let pattern = TextPattern(String(repeating: "*a", count: 100) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 2000)))
        #expect(TextPattern(literal: "a*b?\\").matches("a*b?\\"))
        #expect(!TextPattern(literal: "a*").matches("ab"))
        #expect(TextPattern("a\\").matches("a\\"))
        #expect(TextPattern("").matches(""))
    }
}
