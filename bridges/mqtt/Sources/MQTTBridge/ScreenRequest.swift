import ScreensJSON

/// A request of a client of the broker about one display: the work for the daemon, and the way of the reply.
struct ScreenRequest {
    /// The ways of an answer.
    struct Return: Hashable {
        var topic: String
        var correlation: [UInt8]?
        /// The member `id` of the request.
        var id: JSONValue?
    }

    enum Work {
        /// The parameters of `Set` without the screen.
        case set([String: JSONValue])
        /// The parameters of `Notify` without the screen.
        case words([String: JSONValue])
        case next
        case previous
        case snapshot
    }

    let work: Work
    /// The way of the reply; nil if no client waits for one.
    let reply: Return?
}

/// The reason why a request is not carried out.
struct Refusal: Error, Hashable {
    /// A word for programs.
    let error: String
    let message: String

    static func invalid(_ message: String) -> Refusal { Refusal(error: "InvalidRequest", message: message) }
    static let forbidden = Refusal(
        error: "NotPermitted", message: "the section [permit] of mqtt.toml does not permit this")
    static let busy = Refusal(error: "Busy", message: "too many requests wait; this one is dropped")
    static let absent = Refusal(error: "NoSuchScreen", message: "this display is not connected")
    static let noDaemon = Refusal(error: "NoDaemon", message: "screensd does not run on this machine now")
}

typealias RequestOutcome = Result<[String: JSONValue], Refusal>

extension RequestOutcome {
    /// The document that clients get.
    ///
    /// - Parameters:
    ///   - display: the id of the display; nil if it is in the topic, or not known.
    ///   - machine: the level of the machine; nil if it is in the topic.
    ///   - id: the member `id` of the request.
    func document(of display: String? = nil, on machine: String? = nil, id: JSONValue? = nil) -> JSONValue {
        var document: [String: JSONValue] = [:]
        switch self {
        case .success(let answer):
            document["ok"] = true
            for key in ["outcome", "deviations", "playing"] { document[key] = answer[key] }
        case .failure(let refusal):
            document["ok"] = false
            document["error"] = .string(refusal.error)
            document["message"] = .string(refusal.message)
        }
        document["machine"] = machine.map(JSONValue.string)
        document["screen"] = display.map(JSONValue.string)
        document["id"] = id
        return .object(document)
    }
}

/// Reads the payloads of clients of the broker. Every byte may be hostile.
struct RequestReader {
    /// The longest payload of a request.
    static let longest = 16384
    /// The deepest nesting and the most values of a request.
    private static let limits = JSONLimits(bytes: longest, depth: 16, values: 1024)
    /// The longest `id`, and correlation, that is repeated in a reply.
    private static let longestMark = 256
    /// The most slashes of a topic for a reply; mosquitto takes 200.
    private static let mostSlashes = 16

    let permissions: BridgeConfiguration.Permissions
    /// The topic for replies of clients that name none.
    let replies: String

    /// Reads an object with the parameters of `Set`, without the member `id`.
    func set(_ payload: [UInt8]) throws(Refusal) -> [String: JSONValue] {
        var members = try object(payload)
        members["id"] = nil
        let unknown = members.keys.filter { !["settings", "reset"].contains($0) }.sorted()
        if let first = unknown.first {
            throw .invalid("'\(first)' is not a member of a request; it has settings, reset and id")
        }
        guard var settings = (members["settings"] ?? [:]).object else { throw .invalid("settings must be an object") }
        guard let resets = (members["reset"] ?? []).array else { throw .invalid("reset must be a list") }
        let reset = resets.compactMap(\.string)
        guard reset.count == resets.count else { throw .invalid("reset must be a list of keys") }
        guard !settings.isEmpty || !reset.isEmpty else { throw .invalid("there is neither a setting nor a reset") }
        if !permissions.keys.isSuperset(of: settings.keys) || !permissions.keys.isSuperset(of: reset) {
            throw .forbidden
        }
        if let content = settings["content"] {
            // Only the names that the files give are contents for clients of the broker.
            guard let name = content.string ?? content["name"]?.string else { throw .forbidden }
            settings["content"] = Self.content(name)
            members["settings"] = .object(settings)
        }
        return members
    }

    /// The member `id` of a request; nil without one, and if it is too long to be repeated.
    func id(_ payload: [UInt8]) -> JSONValue? {
        guard let id = try? object(payload)["id"], id.encoded.count <= Self.longestMark else { return nil }
        return id
    }

    /// A content by its name, as `Set` takes it.
    private static func content(_ name: String) -> JSONValue { ["name": .string(name)] }

    /// Reads one value of a setting, as plain text.
    func value(_ key: String, _ payload: [UInt8]) throws(Refusal) -> [String: JSONValue] {
        guard payload.count <= 1024, let text = String(validating: payload, as: UTF8.self), !text.isEmpty else {
            throw .invalid("the payload must be a short text")
        }
        guard permissions.keys.contains(key) else { throw .forbidden }
        let value: JSONValue
        switch key {
        case "power":
            guard ["on", "off"].contains(text.lowercased()) else { throw .invalid("power is ON or OFF") }
            value = .string(text.lowercased())
        case "brightness":
            guard let percent = Double(text), (0...100).contains(percent) else {
                throw .invalid("brightness is 0 to 100")
            }
            value = .int(Int64(percent))
        default: value = Self.content(text)
        }
        return ["settings": [key: value]]
    }

    /// Reads words for people: plain text, or an object with the members `text` and `seconds`.
    func words(_ payload: [UInt8]) throws(Refusal) -> [String: JSONValue] {
        guard permissions.words else { throw .forbidden }
        guard payload.count <= 1024, let text = String(validating: payload, as: UTF8.self) else {
            throw .invalid("the payload must be a short text")
        }
        // Words may begin with a brace: without a text the object is words too.
        guard var members = try? object(payload), let words = members["text"] else { return ["text": .string(text)] }
        members["id"] = nil
        if let unknown = members.keys.filter({ !["text", "seconds"].contains($0) }).min() {
            throw .invalid("'\(unknown)' is not a member of a request; it has text, seconds and id")
        }
        guard words.string != nil else { throw .invalid("text must be a text") }
        if let seconds = members["seconds"], seconds.int == nil { throw .invalid("seconds must be a whole number") }
        return members
    }

    /// Reads a word of the topic `do`.
    func action(_ payload: [UInt8]) throws(Refusal) -> ScreenRequest.Work {
        switch String(decoding: payload.prefix(32), as: UTF8.self) {
        case "next" where permissions.playlists: return .next
        case "previous" where permissions.playlists: return .previous
        case "snapshot" where permissions.snapshots: return .snapshot
        case "next", "previous", "snapshot": throw .forbidden
        default: throw .invalid("the word is next, previous or snapshot")
        }
    }

    /// Returns the way of the reply; nil if the client requests none.
    func way(_ message: ReceivedMessage, id: JSONValue?) -> ScreenRequest.Return? {
        if let topic = message.responseTopic {
            guard Self.isReplyTopic(topic) else { return nil }
            let correlation = message.correlation.flatMap { $0.count <= Self.longestMark ? $0 : nil }
            return ScreenRequest.Return(topic: topic, correlation: correlation, id: id)
        }
        return id.map { ScreenRequest.Return(topic: replies, id: $0) }
    }

    /// Whether a topic may be given to the library and the broker, and is one for replies. Its bytes decide: a `#` with
    /// an accent is another character than `#`, and a broker ends a connection that publishes too many levels.
    private static func isReplyTopic(_ topic: String) -> Bool {
        let bytes = topic.utf8
        return bytes.starts(with: Topics.replies.utf8) && bytes.count <= longestMark
            && bytes.allSatisfy { $0 >= 32 && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "#") }
            && bytes.count { $0 == UInt8(ascii: "/") } <= mostSlashes
    }

    private func object(_ payload: [UInt8]) throws(Refusal) -> [String: JSONValue] {
        guard payload.count <= Self.longest else { throw .invalid("the payload has more than \(Self.longest) bytes") }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(decoding: payload, limits: Self.limits, rules: .unambiguous)
        } catch {
            throw .invalid("the payload is not JSON: \(error)")
        }
        guard let object = value.object else { throw .invalid("the payload must be an object") }
        return object
    }
}
