import Configuration
import JSON
import ProgramKit
import Varlink

/// The calls that only read.
extension DaemonConnection {
    /// The connected screens, or every connector.
    func screens(all: Bool) throws(Failure) -> [ScreenDocument] {
        try read("List", ["all": .bool(all)], "screens")
    }

    /// The modes of a screen, the largest last.
    func modes(of screen: String) throws(Failure) -> [ModeDocument] {
        try read("Modes", ["screen": .string(screen)], "modes")
    }

    /// The counters of the daemon.
    func statistics() throws(Failure) -> DaemonStatisticsDocument {
        let answer = try call("Statistics", within: timeouts.reading)
        return try document(.object(answer), of: "Statistics")
    }

    /// The picture on a screen, as a PNG file.
    ///
    /// For a connection that takes answers of ``longestPicture``.
    func snapshot(of screen: String) throws(Failure) -> [UInt8] {
        let answer = try call("Snapshot", ["screen": .string(screen)], within: timeouts.changing)
        guard let text = answer["png"]?.string, let bytes = Base64.decode(text),
            bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        else { throw Failure(answerAt: path, to: "Snapshot", "the reply is not a PNG file") }
        return bytes
    }

    /// A snapshot, and then each event.
    ///
    /// - Returns: when the socket is interrupted.
    /// - Throws: also where the daemon ends.
    func watch(_ body: (EventDocument) throws(Failure) -> Void) throws(Failure) {
        try stream("Watch") { (answer) throws(Failure) in
            try body(try document(answer["event"] ?? .null, of: "Watch"))
        }
        if socket.isInterrupted { return }
        throw Failure(endOfDaemonAt: path)
    }

    private func read<Document: Decodable>(
        _ method: String, _ parameters: [String: JSONValue], _ name: String
    ) throws(Failure) -> Document {
        let answer = try call(method, parameters, within: timeouts.reading)
        return try document(answer[name] ?? .null, of: method)
    }

    /// Read into the types that are printed, so that the output is the same with and without the daemon.
    func document<Document: Decodable>(_ value: JSONValue, of method: String) throws(Failure) -> Document {
        do {
            return try value.decode()
        } catch {
            throw Failure(
                answerAt: path, to: method, "the reply is not \(method == "Watch" ? "an event" : "such a document")")
        }
    }
}

/// The calls that change something.
extension DaemonConnection {
    /// Sets all of the settings, or none.
    ///
    /// - Parameter seconds: after which the former settings return, unless the new ones are confirmed; nil to keep them.
    func set(
        _ overrides: ScreenOverrides, of screen: String, confirmWithin seconds: Int?
    ) throws(Failure) -> ScreenDocument {
        var parameters: [String: JSONValue] = ["settings": overrides.json]
        if let seconds { parameters["confirmSeconds"] = .int(Int64(seconds)) }
        return try change("Set", screen, parameters)
    }

    /// Lets the configuration decide about settings again.
    ///
    /// - Parameter keys: as files spell them.
    func reset(_ keys: [String], of screen: String) throws(Failure) -> ScreenDocument {
        try change("Reset", screen, ["keys": .array(keys.map { .string(Spelling.call.spell($0)) })])
    }

    func confirm(_ screen: String) throws(Failure) {
        try run("Confirm", ["screen": .string(screen)])
    }

    /// - Parameter seconds: nil for the default of the daemon.
    func identify(seconds: Int?) throws(Failure) {
        try run("Identify", seconds.map { ["seconds": .int(Int64($0))] } ?? [:])
    }

    func reload() throws(Failure) {
        try run("Reload", [:])
    }

    /// - Returns: the path of the file that was written.
    func save() throws(Failure) -> String {
        guard let file = try call("Save", within: timeouts.changing)["file"]?.string else {
            throw Failure(answerAt: path, to: "Save", "its reply has no path")
        }
        return file
    }

    private func run(_ method: String, _ parameters: [String: JSONValue]) throws(Failure) {
        _ = try call(method, parameters, within: timeouts.changing)
    }

    private func change(
        _ method: String, _ screen: String, _ parameters: [String: JSONValue]
    ) throws(Failure) -> ScreenDocument {
        var parameters = parameters
        parameters["screen"] = .string(screen)
        let answer = try call(method, parameters, within: timeouts.changing)
        return try document(answer["screen"] ?? .null, of: method)
    }
}
