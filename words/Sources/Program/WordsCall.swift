import Glibc
import Screens
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
        let draw: (WordsOrder) throws(WordsPicture.Failure) -> (JSONValue, file: Int32)
        switch message["method"]?.string {
        case "screens.Words.Draw": draw = Self.draw
        case "screens.Words.DrawLine": draw = Self.drawLine
        case "screens.Words.DrawCode": draw = Self.drawCode
        default:
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
        let (reply, file): (JSONValue, Int32)
        do throws(WordsPicture.Failure) {
            (reply, file) = try draw(order)
        } catch {
            return try socket.send(Self.notDrawn(error))
        }
        defer { close(file) }
        try socket.send(["parameters": reply], passing: file)
    }

    /// Draws words in paragraphs.
    ///
    /// - Returns: the parameters of the reply, and a file in memory with the picture, which the caller closes.
    private static func draw(_ order: WordsOrder) throws(WordsPicture.Failure) -> (JSONValue, file: Int32) {
        let picture = try WordsPicture(order)
        let memory = try PictureMemory(of: order.size)
        try memory.draw { pixels throws(ScreenError) in try picture.draw(on: pixels, width: order.size.width) }
        return (["drawn": json(picture.ink), "missing": .int(Int64(picture.missing))], memory.takeFile())
    }

    /// Draws words in one line, as ``draw(_:)``.
    private static func drawLine(_ order: WordsOrder) throws(WordsPicture.Failure) -> (JSONValue, file: Int32) {
        let line = try WordsLine(order)
        let memory = try PictureMemory(of: line.size)
        try memory.draw { pixels throws(ScreenError) in try line.draw(on: pixels) }
        return (["length": .int(Int64(line.length)), "missing": .int(Int64(line.missing))], memory.takeFile())
    }

    /// Draws a QR code, as ``draw(_:)``.
    private static func drawCode(_ order: WordsOrder) throws(WordsPicture.Failure) -> (JSONValue, file: Int32) {
        let picture = try CodePicture(order)
        let memory = try PictureMemory(of: order.size)
        try memory.draw { pixels in picture.draw(on: pixels, width: order.size.width) }
        return (["drawn": json(picture.ink), "missing": 0], memory.takeFile())
    }

    private static func json(_ rectangle: Rectangle) -> JSONValue {
        [
            "x": .int(Int64(rectangle.x)), "y": .int(Int64(rectangle.y)), "width": .int(Int64(rectangle.width)),
            "height": .int(Int64(rectangle.height)),
        ]
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
}
