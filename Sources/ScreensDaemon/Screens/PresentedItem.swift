import Screens
import ScreensConfiguration
import ScreensContents
import ScreensJSON
import ScreensLinux

/// An item of a content that another program draws: the call of the program, and the frames of its client.
///
/// The item owns the surface, so its last frame stays when the program has left.
@MainLoop
final class PresentedItem {
    /// How long the program may take until it has passed its first frame.
    private static let timeout = Duration.seconds(30)

    /// A number that only the program of the item knows, which is its right to draw it.
    let id: String
    /// The qualified name of the screen on which it may be drawn.
    let screen: String
    /// The frames of the program's client; nil before the first call of `Draw`.
    private(set) var drawing: ItemDrawing?
    private let redraw: @MainLoop () -> Void
    private let onReport: @MainLoop (ItemReport) -> Void
    private var link: PresenterLink?
    private var surface: ClientSurface?
    private var timer: LoopTimer?
    private var hasEnded = false

    init(
        on screen: String, redraw: @escaping @MainLoop () -> Void, onReport: @escaping @MainLoop (ItemReport) -> Void
    ) {
        let (high, low) = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
        id = String(high, radix: 16) + String(low, radix: 16)
        self.screen = screen
        self.redraw = redraw
        self.onReport = onReport
    }

    /// Calls the program for films.
    ///
    /// - Parameter path: the path of the program's socket.
    func begin(_ video: VideoKind, _ file: PresentedFile, at path: String) {
        let parameters: [String: JSONValue] = [
            "item": .string(id), "screen": .string(screen),
            "video": .object([
                "title": .string(video.path), "fit": .string(Spelling.call.spell(video.placed.mode.name)),
                "loop": .bool(video.loops),
            ]),
        ]
        link = PresenterLink(path, parameters, passing: file) { [weak self] in self?.take($0) }
        timer = LoopTimer(after: Self.timeout) { [weak self] in
            self?.take(.lost("the player has not begun with it for \(Self.timeout.components.seconds) s"))
        }
    }

    private func take(_ event: PresenterLink.Event) {
        guard !hasEnded else { return }
        switch event {
        // A player that stops after these has drawn nothing yet.
        case .ready, .playing: break
        case .ended: onReport(.ended)
        case .failed(let reason):
            end()
            onReport(.failed(reason))
        case .lost(let reason):
            end()
            onReport(.lost(reason))
        }
    }

    /// Ends the item. Its last frame stays for as long as a content draws it.
    func end() {
        hasEnded = true
        (link, timer) = (nil, nil)
        drawing?.stream.end()
    }

    // MARK: Frames

    /// Takes the buffers of the program's client, which may be another one than before.
    func draw(_ buffers: ClientBuffers, by client: UInt64, on record: ScreenRecord) throws(DrawRefusal) {
        guard !hasEnded else { throw .ended }
        if let drawing, drawing.client == client {
            drawing.stream.use(buffers)
            return
        }
        drawing?.stream.end()
        let surface: ClientSurface
        if let former = self.surface {
            surface = former
        } else {
            do throws(SystemError) {
                surface = try ClientSurface { [weak self] in self?.drawing?.stream.takeAnswer() }
            } catch {
                throw .system(error)
            }
        }
        self.surface = surface
        drawing = ItemDrawing(buffers, on: surface, of: record, by: client, redraw: redraw) { [weak self] in
            self?.timer = nil
            self?.onReport(.picture(SurfaceContent(surface)))
        }
    }
}
