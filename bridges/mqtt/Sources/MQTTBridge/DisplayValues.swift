import ScreensJSON
import ScreensManager

/// The values of a display, flat and with words that need no template to understand: the topic `values`.
struct DisplayValues {
    let json: JSONValue

    /// Reads the values. They do not depend on the time, so equal states are equal messages.
    init(_ display: Display) {
        let status = display.status.flatMap { try? $0.decode(ScreenStatusDocument.self) }
        let screen = try? display.document.decode(ScreenDocument.self)
        var values: [String: JSONValue] = [
            "connector": .string(display.screen), "connected": .string(display.isConnected ? "ON" : "OFF"),
        ]
        let isOn = display.isConnected && status?.power == .on
        values["power"] = .string(isOn ? "ON" : "OFF")
        let brightness = Self.setting("brightness", status).flatMap { Double($0.filter { $0 != "\"" && $0 != "%" }) }
        values["brightness"] = brightness.map { .int(Int64($0)) } ?? .null
        values["content"] = Self.contentName(status).map(JSONValue.string) ?? .null
        let shown = screen?.content?.playing?.last?.shown
        let isShown = display.isConnected && screen?.dark == nil
        values["showing"] =
            isShown ? .string(shown?.item ?? Self.setting("content", status) ?? "nothing") : .string("nothing")
        values["since"] = isShown ? shown?.time.map(JSONValue.int) ?? .null : .null
        values["mode"] = screen?.currentMode.map { .string($0.description) } ?? .null
        values["missed"] = display.missed.map(JSONValue.int) ?? .null
        let problem = display.isConnected ? Self.problem(screen) : nil
        values["problem"] = .string(problem == nil ? "OFF" : "ON")
        values["reason"] = problem.map(JSONValue.string) ?? .null
        json = .object(values)
    }

    /// The values of a display that is away, from the values that an earlier run has published.
    static func away(_ former: JSONValue) -> JSONValue {
        var values: [String: JSONValue] = [
            "connected": "OFF", "power": "OFF", "showing": "nothing", "since": .null, "problem": "OFF", "reason": .null,
        ]
        for key in ["connector", "brightness", "content", "mode", "missed"] { values[key] = former[key] ?? .null }
        return .object(values)
    }

    /// Whether something of the daemon itself does not work.
    static func hasProblem(_ daemon: [String: JSONValue]) -> Bool {
        let lists = ["problems", "brokenFiles"].flatMap { daemon[$0]?.array ?? [] }
        return !lists.isEmpty || (daemon["notices"]?.array ?? []).contains { $0["severity"] == "warning" }
    }

    /// Whether a backlight can be set: the display is built in, or the files set its brightness.
    static func hasBrightness(_ display: Display) -> Bool {
        let status = display.status.flatMap { try? $0.decode(ScreenStatusDocument.self) }
        return display.document["role"]?.string == "internal" || setting("brightness", status) != nil
    }

    /// The reason why a connected display does not show what it should; nil if it does.
    static func problem(_ screen: ScreenDocument?) -> String? {
        guard let screen else { return nil }
        if let dark = screen.dark, !["off", "unused", "disconnected"].contains(dark.reason) { return dark.message }
        if let content = screen.content, content.state == .failed || content.state == .fallback {
            return content.message ?? "the content cannot be shown"
        }
        return nil
    }

    private static func setting(_ key: String, _ status: ScreenStatusDocument?) -> String? {
        status?.settings.first { $0.key == key }?.value
    }

    /// The name of the content, if it is one of the named contents: a text in quotes, as files spell it.
    private static func contentName(_ status: ScreenStatusDocument?) -> String? {
        guard let value = setting("content", status), value.hasPrefix("\""), value.hasSuffix("\""), value.count > 2
        else { return nil }
        return String(value.dropFirst().dropLast())
    }
}
