import Glibc
import ScreensJSON
import ScreensServing
import Typesetting

/// One call of the daemon, on a connection of its own.
final class WordsCall: ServedCall {
    /// How long the daemon may take to call and to read the reply, in seconds.
    private static let timeout = 10.0
    /// The most bytes of a call: each byte of the text may be an escape.
    private static let longest = 1 << 19

    private let socket: MessageSocket
    private let end: Double
    private var isAnswered = false
    private(set) var isOver = false

    /// - Parameter descriptor: the connection, which has no other owner.
    init(_ descriptor: Int32, at now: Double) {
        socket = MessageSocket(adopting: descriptor, longest: Self.longest)
        end = now + Self.timeout
    }

    var deadline: Double? { end }
    var descriptors: [(descriptor: Int32, wantsOutput: Bool)] { [(socket.descriptor, socket.wantsOutput)] }

    /// Takes what has come, draws, and sends what is due.
    func exchange(at now: Double) {
        do throws(MessageSocket.Failure) {
            try socket.flush()
            if !isAnswered, let message = try socket.receive().first {
                isAnswered = true
                try answer(message)
            }
            // The daemon has read the reply when it ends the connection.
            isOver = isAnswered && !socket.wantsOutput || now >= end
        } catch {
            isOver = true
        }
    }

    private func answer(_ message: JSONValue) throws(MessageSocket.Failure) {
        guard message["method"]?.string == "screens.Words.Draw" else {
            return try socket.send([
                "error": "org.varlink.service.MethodNotFound",
                "parameters": ["method": message["method"] ?? .null],
            ])
        }
        let order: WordsOrder
        do throws(WordsOrder.Problem) {
            order = try WordsOrder(message["parameters"]?["words"] ?? .null)
        } catch {
            return try socket.send(Self.invalid(error.parameter))
        }
        let (reply, file) = Self.reply(to: order)
        defer { if let file { close(file) } }
        try socket.send(reply, passing: file)
    }

    /// Draws words.
    ///
    /// - Returns: the reply, and a file in memory with the picture, which the caller closes.
    private static func reply(to order: WordsOrder) -> (JSONValue, file: Int32?) {
        do throws(WordsPicture.Failure) {
            let picture = try WordsPicture(order)
            let memory = try PictureMemory(of: order.size)
            try memory.draw(picture)
            return (drawn(picture), memory.takeFile())
        } catch {
            return (notDrawn(error), nil)
        }
    }

    private static func invalid(_ parameter: String) -> JSONValue {
        ["error": "org.varlink.service.InvalidParameter", "parameters": ["parameter": .string(parameter)]]
    }

    private static func notDrawn(_ failure: WordsPicture.Failure) -> JSONValue {
        [
            "error": "screens.Words.NotDrawn",
            "parameters": [
                "reason": .string(failure.reason), "remedy": failure.remedy.map { .string($0) } ?? .null,
            ],
        ]
    }

    private static func drawn(_ picture: WordsPicture) -> JSONValue {
        let ink = picture.ink
        return [
            "parameters": [
                "drawn": [
                    "x": .int(Int64(ink.x)), "y": .int(Int64(ink.y)), "width": .int(Int64(ink.width)),
                    "height": .int(Int64(ink.height)),
                ], "missing": .int(Int64(picture.missing)),
            ]
        ]
    }
}
