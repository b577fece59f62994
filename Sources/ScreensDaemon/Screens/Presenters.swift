import ScreensConfiguration
import ScreensContents
import ScreensLinux

/// The items of contents that other programs draw.
///
/// The daemon starts no program: the service manager does, when the daemon connects to the program's socket.
@MainLoop
final class Presenters: ItemPresenter {
    /// The path of the socket of the program for films.
    private let player: String
    private var items: [PresentedItem] = []

    /// - Parameter socket: the path of the daemon's socket for all calls, beside which the programs have theirs.
    nonisolated init(beside socket: String) {
        player = ProgramCall.path(of: "screens.Player", beside: socket)
    }

    func begin(
        _ video: VideoKind, from file: PresentedFile, on screen: String, redraw: @escaping @MainLoop () -> Void,
        onReport: @escaping @MainLoop (ItemReport) -> Void
    ) -> any Sendable {
        let item = PresentedItem(on: screen, redraw: redraw, onReport: onReport)
        items.append(item)
        item.begin(video, file, at: player)
        return CallLife { [weak self, weak item] in
            item?.end()
            self?.items.removeAll { $0 === item }
        }
    }

    /// The item with an id that belongs to a screen; nil if it is not wanted there.
    func item(_ id: String, on screen: String) -> PresentedItem? {
        items.first { $0.id == id && $0.screen == screen }
    }

    /// The frames of a client for its item; nil if it draws none.
    func drawing(of client: UInt64) -> ItemDrawing? {
        for item in items {
            if let drawing = item.drawing, drawing.client == client { return drawing }
        }
        return nil
    }

    /// Called when a client has hung up, or its connection is over. The last frame stays.
    func clientLeft(_ client: UInt64) {
        drawing(of: client)?.stream.end()
    }
}
