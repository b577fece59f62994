import ScreensJSON
import Testing

@testable import MQTTBridge

struct DiscoveryTests {
    private let screen = Samples.screen("HDMI-A-1", serial: "A1")

    private func components(_ stage: Stage) -> [String: JSONValue] {
        stage.json("homeassistant/device/screens_lobby_\(display)/config")?["cmps"]?.object ?? [:]
    }

    @Test func controlsThatAreForbiddenAreRemoved() {
        var configuration = Samples.configuration
        configuration.permissions = .init(
            power: false, brightness: false, content: false, playlists: false, snapshots: false, words: false)
        let stage = Stage(configuration, screens: [screen])
        let removed = components(stage).filter { $0.value.object?.keys.sorted() == ["p"] }
        #expect(
            removed == [
                "power": ["p": "light"], "content": ["p": "select"], "next": ["p": "button"],
                "previous": ["p": "button"], "snapshot": ["p": "button"], "picture": ["p": "image"],
                "words": ["p": "notify"],
            ])
        #expect(stage.retained["\(base)/screen/\(display)/snapshot"] == [])
    }

    @Test func wordsAreOfferedIfTheyArePermitted() {
        var configuration = Samples.configuration
        configuration.permissions.words = true
        let words = components(Stage(configuration, screens: [screen]))["words"]
        #expect(words?["p"] == "notify")
        #expect(words?["cmd_t"] == .string("\(base)/screen/\(display)/notify"))
    }

    @Test func aSelectionWithoutContentsIsRemoved() {
        var stage = Stage(screens: [screen])
        stage.take(Samples.snapshot([screen], contents: []))
        #expect(components(stage)["content"] == ["p": "select"])
    }

    @Test func aBrightnessThatIsNotSetIsNoText() throws {
        guard case .object(var members) = screen else { return }
        members["role"] = "internal"
        let stage = Stage(screens: [.object(members)])
        #expect(components(stage)["power"]?["bri_val_tpl"] == "{{ value_json.brightness | default('', true) }}")
    }

    @Test func theEventOfADisplayThatGoesIsAvailable() {
        let events = components(Stage(screens: [screen]))["events"]
        let topics = events?["avty"]?.array?.map { $0["topic"] }
        #expect(topics == [.string("\(base)/availability"), .string("\(base)/daemon")])
        #expect(events?["avty_mode"] == "all")
    }

    @Test func aLongTextIsAState() {
        let template = components(Stage(screens: [screen]))["showing"]?["val_tpl"]
        #expect(template == "{{ value_json.showing[:255] }}")
    }
}
