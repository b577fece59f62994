import Glibc
import ScreensConfiguration
import ScreensContents
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The connection to a program that draws an item: one call of `screens.Presenter.Present`, and its replies. Its end
/// ends the item.
///
/// The program reads the media of strangers, so its replies are not trusted.
@MainLoop
final class PresenterLink {
    enum Event {
        /// The first frame is decoded.
        case ready
        case playing
        case ended
        /// The program cannot show the item. The value is a sentence for people.
        case failed(String)
        /// The program cannot be reached, or has left. The value is a sentence for people.
        case lost(String)
    }

    private static let method = "screens.Presenter.Present"
    /// The limits of a reply, and the most replies.
    private static let limits = JSONLimits(bytes: 1 << 14, depth: 4, values: 64)
    private static let mostReplies = 64
    /// The most Unicode scalars of a reason.
    private static let longestReason = 300

    private var socket: Watched<PresenterSocket>?
    private var connection = ClientConnection(limits: PresenterLink.limits)
    private var replies = 0
    private let onEvent: @MainLoop (Event) -> Void

    /// Makes the call.
    ///
    /// - Parameters:
    ///   - path: the path of the program's socket.
    ///   - onEvent: called with each event, never before this function returns.
    init(
        _ path: String, _ parameters: [String: JSONValue], passing file: PresentedFile,
        onEvent: @escaping @MainLoop (Event) -> Void
    ) {
        self.onEvent = onEvent
        do throws(SystemError) {
            let descriptor = UnixAddress.streamSocket(blocks: false)
            guard descriptor >= 0 else { throw SystemError(call: "socket", object: path, errno: errno) }
            socket = try Watched(PresenterSocket(adopting: descriptor)) { [weak self] _ in self?.receive() }
            // A socket of this machine is connected at once, or not at all.
            guard UnixAddress(path).withRaw({ connect(descriptor, $0, $1) }) == 0 else {
                throw SystemError(call: "connect", object: path, errno: errno)
            }
            let call = Call(Self.method, parameters, answer: .more)
            connection.send(call)
            let sent = call.encoded.withUnsafeBytes {
                SocketMessage.send($0, passing: file.descriptor, on: descriptor)
            }
            guard sent == call.encoded.count else { throw SystemError(call: "sendmsg", object: path, errno: errno) }
            connection.markSent(sent)
        } catch {
            socket = nil
            let isMissing = error.errno == ENOENT || error.errno == ECONNREFUSED
            let reason =
                isMissing
                ? "no program plays films here: install the package screens-player"
                : "the player cannot be reached: \(error)"
            MainLoop.enqueue { [weak self] in self?.onEvent(.lost(reason)) }
        }
    }

    private func receive() {
        guard let descriptor = socket?.source.descriptor else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let (count, files) = bytes.withUnsafeMutableBytes { SocketMessage.receive(into: $0, on: descriptor) }
        // The program has no files for the daemon.
        guard files.isEmpty else {
            for file in files { BlockingCloser.shared.close(file, of: BlockingCloser.calledProgram) }
            return end(.lost("the player has sent files"))
        }
        if count > 0 { connection.receive(Array(bytes[..<count])) }
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { connection.endInput() }
        while socket != nil, let answer = connection.nextAnswer() { take(answer.reply) }
        guard socket != nil, connection.failure != nil else { return }
        end(.lost(count > 0 ? "the player has sent an invalid reply" : "the player has ended"))
    }

    private func take(_ reply: Reply) {
        replies += 1
        guard replies <= Self.mostReplies else { return end(.lost("the player has sent too many replies")) }
        if let error = reply.error { return end(.failed("the player refuses it: \(Self.text(error.description))")) }
        switch reply.parameters["state"]?.string {
        case "ready": onEvent(.ready)
        case "playing": onEvent(.playing)
        case "ended": onEvent(.ended)
        case "failed":
            let reason = Self.text(reply.parameters["reason"]?.string ?? "without a reason")
            end(.failed(reason + (reply.parameters["remedy"]?.string.map { "; \(Self.text($0))" } ?? "")))
        default: break
        }
        guard !reply.continues, socket != nil else { return }
        if reply.parameters["state"]?.string == "ended" { socket = nil } else { end(.lost("the player has ended")) }
    }

    private static func text(_ text: String) -> String { text.shortened(to: longestReason).printable }

    private func end(_ event: Event) {
        socket = nil
        onEvent(event)
    }
}
