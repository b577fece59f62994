/// The topics of one machine: the scheme `screens/v1`.
package struct Topics: Sendable, Hashable {
    /// The prefix of topics that a client of MQTT 5 may name for a reply: a reply elsewhere would be a message in the
    /// name of this machine, which may have more rights at the broker than the client.
    package static let replies = "screens/v1/reply/"

    /// The beginning of all topics of this machine.
    package let base: String

    package init(machine: String) { base = "screens/v1/\(machine)" }

    package var availability: String { base + "/availability" }
    package var daemon: String { base + "/daemon" }
    package var state: String { base + "/state" }
    package var event: String { base + "/event" }
    package var played: String { base + "/played" }
    package var reply: String { base + "/reply" }

    /// A topic of a display.
    package func screen(_ id: String, _ name: String) -> String { "\(base)/screen/\(id)/\(name)" }

    package static func group(_ name: String, _ word: String) -> String { "screens/v1/group/\(name)/\(word)" }

    /// The most bytes of a level.
    static let longestLevel = 64

    /// Whether a text may be a level of a topic, and an id of Home Assistant.
    package static func isLevel(_ text: String) -> Bool {
        (1...longestLevel).contains(text.utf8.count) && text.utf8.allSatisfy(isPlain)
    }

    /// Returns a level for any text: other characters become an underscore.
    package static func level(_ text: String) -> String {
        let bytes = text.utf8.prefix(longestLevel).map { isPlain($0) ? $0 : UInt8(ascii: "_") }
        return bytes.isEmpty ? "_" : String(decoding: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension Topics {
    /// The place to which a received message belongs.
    enum Place: Hashable {
        /// `…/screen/ID/set`: an object.
        case set(String)
        /// `…/screen/ID/set/KEY`: one value.
        case value(String, key: String)
        /// `…/screen/ID/do`: a word.
        case action(String)
        /// `…/screen/ID/notify`: words for people.
        case words(String)
        /// `…/screen/ID/desired`: retained settings.
        case desired(String)
        /// `…/screen/ID/values`: the report of an earlier run of the bridge.
        case former(String)
        case groupSet
        case groupWords
        case groupDesired(String)
    }

    /// Returns the place of a topic; nil for a topic that is not received.
    func place(of topic: String, groups: [String]) -> Place? {
        for group in groups {
            if topic == Self.group(group, "set") { return .groupSet }
            if topic == Self.group(group, "notify") { return .groupWords }
            if topic == Self.group(group, "desired") { return .groupDesired(group) }
        }
        let prefix = base + "/screen/"
        guard topic.hasPrefix(prefix) else { return nil }
        let levels = topic.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard let first = levels.first.map(String.init), Self.isLevel(first) else { return nil }
        switch levels.dropFirst().map(String.init) {
        case ["set"]: return .set(first)
        case ["do"]: return .action(first)
        case ["notify"]: return .words(first)
        case ["desired"]: return .desired(first)
        case ["values"]: return .former(first)
        case let rest where rest.count == 2 && rest[0] == "set": return .value(first, key: rest[1])
        default: return nil
        }
    }

    /// The filters to which the bridge subscribes.
    ///
    /// - Parameter discovery: the first level of Home Assistant's topics; nil without it.
    func filters(groups: [String], discovery: String?) -> [String] {
        let own = ["set/#", "do", "notify", "desired", "values"].map { "\(base)/screen/+/\($0)" }
        let shared = groups.flatMap { group in ["set", "notify", "desired"].map { Self.group(group, $0) } }
        return own + shared + [discovery.map { "\($0)/status" }].compactMap(\.self)
    }

    /// The filter of ``Place/former(_:)``, which is needed only at the beginning.
    var formerFilter: String { base + "/screen/+/values" }
}
