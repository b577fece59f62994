import ScreensJSON
import Testing

@testable import ScreensDaemon

@Suite struct RequestTextTests {
    @Test func aLongSettingHidesNoOther() {
        let path = String(repeating: "/", count: 60_000)
        let settings: JSONValue = ["content": ["image": .string(path)], "power": "off", "rotate": 180]
        let text = RequestText.text("Set", ["screen": "HDMI-A-1", "settings": settings, "save": true])
        #expect(text.hasPrefix(#"Set HDMI-A-1 {"content":{"image":"///"#))
        #expect(text.hasSuffix(#"/…,"power":"off","rotate":180} saves"#))
        #expect(text.count < 400)
    }
}
