import Glibc
import ScreensJSON
import ScreensServing
import Typesetting

/// One call of the daemon, on a connection of its own.
final class WordsCall {
    /// How long the daemon may take to call and to read the reply, in seconds.
    private static let timeout = 10.0
    /// The most bytes of a call: each byte of the text may be an escape.
    private static let longest = 1 << 19

    private let socket: MessageSocket
    let deadline: Double
    private var isAnswered = false
    private(set) var isOver = false

    /// - Parameter descriptor: the connection, which has no other owner.
    init(_ descriptor: Int32, at now: Double) {
        socket = MessageSocket(adopting: descriptor, longest: Self.longest, mostFiles: 1)
        deadline = now + Self.timeout
    }

    var descriptor: Int32 { socket.descriptor }
    var wantsOutput: Bool { socket.wantsOutput }

    /// Takes what has come, draws, and sends what is due.
    func exchange(at now: Double) {
        do throws(MessageSocket.Failure) {
            try socket.flush()
            if !isAnswered, let message = try socket.receive().first {
                isAnswered = true
                try socket.send(reply(to: message))
            }
            // The daemon has read the reply when it ends the connection.
            isOver = isAnswered && !socket.wantsOutput || now >= deadline
        } catch {
            isOver = true
        }
    }

    private func reply(to message: JSONValue) -> JSONValue {
        let memory = socket.takeFile()
        defer { if let memory { close(memory) } }
        guard message["method"]?.string == "screens.Words.Draw" else {
            return [
                "error": "org.varlink.service.MethodNotFound",
                "parameters": ["method": message["method"] ?? .null],
            ]
        }
        do throws(WordsOrder.Problem) {
            let order = try WordsOrder(message["parameters"]?["words"] ?? .null)
            return memory.map { draw(order, on: $0) } ?? Self.invalid("words")
        } catch {
            return Self.invalid(error.parameter)
        }
    }

    private static func invalid(_ parameter: String) -> JSONValue {
        ["error": "org.varlink.service.InvalidParameter", "parameters": ["parameter": .string(parameter)]]
    }

    private func draw(_ order: WordsOrder, on memory: Int32) -> JSONValue {
        do throws(WordsPicture.Failure) {
            let picture = try WordsPicture(order)
            try PictureMemory(memory, of: order.size).draw(picture)
            let ink = picture.ink
            return [
                "parameters": [
                    "drawn": [
                        "x": .int(Int64(ink.x)), "y": .int(Int64(ink.y)), "width": .int(Int64(ink.width)),
                        "height": .int(Int64(ink.height)),
                    ], "missing": .int(Int64(picture.missing)),
                ]
            ]
        } catch {
            return [
                "error": "screens.Words.NotDrawn",
                "parameters": [
                    "reason": .string(error.reason), "remedy": error.remedy.map { .string($0) } ?? .null,
                ],
            ]
        }
    }
}
