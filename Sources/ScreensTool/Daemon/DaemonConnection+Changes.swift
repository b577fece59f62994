import Configuration
import JSON
import ProgramKit
import Varlink

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

    /// - Parameter seconds: nil for as long as the daemon means.
    func identify(seconds: Int?) throws(Failure) {
        try run("Identify", seconds.map { ["seconds": .int(Int64($0))] } ?? [:])
    }

    func reload() throws(Failure) {
        try run("Reload", [:])
    }

    /// - Returns: the path of the file that was written.
    func save() throws(Failure) -> String {
        guard let file = try call("Save", within: patience.changing)["file"]?.string else {
            throw Failure(answerAt: path, to: "Save", "it names no file")
        }
        return file
    }

    private func run(_ method: String, _ parameters: [String: JSONValue]) throws(Failure) {
        _ = try call(method, parameters, within: patience.changing)
    }

    private func change(
        _ method: String, _ screen: String, _ parameters: [String: JSONValue]
    ) throws(Failure) -> ScreenDocument {
        var parameters = parameters
        parameters["screen"] = .string(screen)
        let answer = try call(method, parameters, within: patience.changing)
        return try document(answer["screen"] ?? .null, of: method)
    }
}
