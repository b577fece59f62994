import Screens

/// Shows the frames on one screen, as large as they fit.
struct FilmPainter: ViewPainter {
    private let player: Player
    private var shown: Int?

    init(_ player: Player) {
        self.player = player
    }

    mutating func draw(on view: inout ExternalView) {
        // The picture of a view stays: another refresh of the same frame draws nothing and costs no flip.
        guard let frame = player.frame(for: view.timing), frame.number != shown else { return }
        shown = frame.number
        let size = Size(width: player.format.width, height: player.format.height)
        let area = ContentMode.fit.rectangle(for: size, in: view.bounds)
        view.replaceUnsafePixels { frame.write(to: $0, in: area, player.format) }
    }
}

final class Video: PainterDelegate {
    private let player: Player

    init(_ player: Player) {
        self.player = player
    }

    func makePainter(for view: borrowing ExternalView) -> FilmPainter { FilmPainter(player) }
}
