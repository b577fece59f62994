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

    private var call: ProgramCall?
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
        call = ProgramCall(
            at: path, Call(Self.method, parameters, answer: .more), passing: file.descriptor, Self.limits,
            of: BlockingCloser.player
        ) { [weak self] in self?.take($0) }
    }

    private func take(_ event: ProgramCall.Event) {
        // The bytes after the last reply may have another one.
        guard call != nil else { return }
        switch event {
        case .reply(let reply): take(reply)
        case .missing: end(.lost("no program plays films here: install the package screens-player"))
        case .unreachable(let error): end(.lost("the player cannot be reached: \(error)"))
        case .invalid: end(.lost("the player has sent an invalid reply"))
        case .left: end(.lost("the player has ended"))
        }
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
        guard !reply.continues, call != nil else { return }
        if reply.parameters["state"]?.string == "ended" { call = nil } else { end(.lost("the player has ended")) }
    }

    private static func text(_ text: String) -> String { text.shortened(to: longestReason).printable }

    private func end(_ event: Event) {
        call = nil
        onEvent(event)
    }
}
