import ScreensConfiguration
import ScreensJSON

/// The text of a change that a client requests, for the log and the watchers.
enum RequestText {
    /// The most Unicode scalars of a name. Real names are shorter; a client may send any text, and one `Character` may
    /// have any number of scalars.
    private static let longestName = 200
    /// The most Unicode scalars of a setting. A long one hides no other.
    private static let longestSetting = 200

    /// The method and all its changes: `Set HDMI-A-1 {"gamma":2} for 10 s`.
    static func text(_ method: String, _ parameters: [String: JSONValue]) -> String {
        let settings = (parameters["settings"]?.object).flatMap { $0.isEmpty ? nil : text(of: $0) }
        let time = parameters["confirmSeconds"]?.int.map { "for \($0) s" }
        let adopted = parameters["adopt"]?.string.map { "adopts \(shortened($0))" }
        let resets = (parameters["reset"]?.array?.compactMap(\.string)).map { keys in
            // A key may be repeated without end.
            "resets \(Set(keys).sorted().map(shortened).joined(separator: ", "))"
        }
        let item = parameters["item"]?.int.map { "to item \($0)" }
        let words = parameters["text"]?.string.map { JSONValue.string($0.shortened(to: longestSetting)).description }
        let saves = parameters["save"]?.bool == true ? "saves" : nil
        let parts = [settings, time, adopted, resets, item, words, saves].compactMap(\.self)
        return ([subject(method, parameters)] + parts).joined(separator: " ")
    }

    private static func text(of settings: [String: JSONValue]) -> String {
        let members = settings.sorted { $0.key < $1.key }.map { key, value in
            "\(JSONValue.string(key)):\(value.description.shortened(to: longestSetting))"
        }
        return "{\(members.joined(separator: ","))}"
    }

    /// The method and the names in it, in a short text: a reason has to fit into the line after it.
    static func subject(_ method: String, _ parameters: [String: JSONValue]) -> String {
        let keys = parameters["keys"]?.array?.compactMap(\.string).joined(separator: ", ")
        let names = [parameters["screen"]?.string, parameters["identity"]?.string, keys].compactMap(\.self)
        return ([method] + names.map(shortened)).joined(separator: " ")
    }

    private static func shortened(_ name: String) -> String { name.shortened(to: longestName) }
}
