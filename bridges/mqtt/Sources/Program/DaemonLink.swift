import MQTTBridge
import ScreensJSON
import ScreensManager

/// The two connections to the daemon: one for its events, and one for calls.
final class DaemonLink {
    enum Event {
        case reported(JSONValue)
        case answered(token: Int, Result<[String: JSONValue], DaemonError>)
    }

    private let events: DaemonConnection
    private let calls: DaemonConnection
    /// The tokens of calls by the numbers that the connection gives them.
    private var tokens: [UInt64: Int] = [:]

    init(_ socket: DaemonSocket) throws(DaemonError) {
        events = try DaemonConnection(socket)
        calls = try DaemonConnection(socket)
        _ = events.send("Watch", isMany: true)
    }

    /// The descriptors for `poll`, each with whether output waits.
    var descriptors: [(descriptor: Int32, wantsOutput: Bool)] {
        [(events.descriptor, events.wantsOutput), (calls.descriptor, calls.wantsOutput)]
    }

    func call(_ token: Int, _ method: String, _ parameters: [String: JSONValue]) {
        tokens[calls.send(method, parameters)] = token
    }

    /// Sends and receives as much as is possible without waiting.
    func exchange() throws(DaemonError) -> [Event] {
        var result: [Event] = []
        for answer in try events.exchange() {
            switch answer.result {
            case .success(let parameters): if let event = parameters["event"] { result.append(.reported(event)) }
            case .failure(let error): throw error
            }
        }
        for answer in try calls.exchange() {
            if let token = tokens.removeValue(forKey: answer.call) {
                result.append(.answered(token: token, answer.result))
            }
        }
        return result
    }
}
