import ScreensJSON
import Testing

@testable import ScreensDaemon

@Suite struct RequestTextTests {
    /// Any number of U+1100 is one `Character`.
    @Test(arguments: ["/", "\u{1100}"])
    func aLongSettingHidesNoOther(repeated: String) {
        let path = "///" + String(repeating: repeated, count: 20_000)
        let settings: JSONValue = ["content": ["image": .string(path)], "power": "off", "rotate": 180]
        let text = RequestText.text("Set", ["screen": "HDMI-A-1", "settings": settings, "save": true])
        #expect(text.hasPrefix(#"Set HDMI-A-1 {"content":{"image":"///"#))
        #expect(text.hasSuffix(#"…,"power":"off","rotate":180} saves"#))
        #expect(text.unicodeScalars.count < 400)
    }

    @Test func aLongNameIsShort() {
        let name = JSONValue.string(String(repeating: "\u{1100}", count: 20_000))
        let text = RequestText.text("Set", ["screen": name, "adopt": name, "reset": [name]])
        #expect(text.unicodeScalars.count < 700)
    }
}
