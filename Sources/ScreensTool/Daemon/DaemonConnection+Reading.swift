import JSON
import ProgramKit
import Varlink

/// What the daemon is asked.
extension DaemonConnection {
    /// The connected screens, or every connector.
    func screens(all: Bool) throws(Failure) -> [ScreenDocument] {
        try read("List", ["all": .bool(all)], "screens")
    }

    /// The modes of a screen, the largest last.
    func modes(of screen: String) throws(Failure) -> [ModeDocument] {
        try read("Modes", ["screen": .string(screen)], "modes")
    }

    /// What the daemon has counted.
    func statistics() throws(Failure) -> DaemonStatisticsDocument {
        let answer = try call("Statistics", within: patience.reading)
        return try document(.object(answer), of: "Statistics")
    }

    /// What a screen shows, as a PNG file.
    ///
    /// For a connection that takes answers of ``longestPicture``.
    func snapshot(of screen: String) throws(Failure) -> [UInt8] {
        let answer = try call("Snapshot", ["screen": .string(screen)], within: patience.changing)
        guard let text = answer["png"]?.string, let bytes = Base64.decode(text),
            bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        else { throw Failure(answerAt: path, to: "Snapshot", "it is no PNG file") }
        return bytes
    }

    /// Everything as it is, and then what happens.
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
        let answer = try call(method, parameters, within: patience.reading)
        return try document(answer[name] ?? .null, of: method)
    }

    /// Read into the types that are printed, so that an answer looks the same whoever gives it.
    func document<Document: Decodable>(_ value: JSONValue, of method: String) throws(Failure) -> Document {
        do {
            return try value.decode()
        } catch {
            throw Failure(answerAt: path, to: method, "it is no \(method == "Watch" ? "event" : "such document")")
        }
    }
}
