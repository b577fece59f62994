import Glibc
import Screens
import ScreensGraphics
import ScreensPictures

/// Shows a clock, a picture and some lines of text, laid out for the size of a screen.
struct BoardPainter: ViewPainter {
    private let board: Board
    private var isFirst = true

    init(_ board: Board) {
        self.board = board
    }

    mutating func draw(on view: inout ExternalView) {
        // The time at which this frame will be on the screen.
        let shown = view.timing.wallTime.components.seconds
        var (second, local) = (time_t(shown), tm())
        localtime_r(&second, &local)
        view.drawGraphics { context in
            if isFirst { board.draw(on: &context) }
            board.drawClock(at: Int(local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec), on: &context)
        }
        isFirst = false
        // Nothing wakes until the next second.
        view.nextUpdate = .atWallTime(.seconds(shown + 1))
    }
}

final class Dashboard: PainterDelegate {
    private let picture: Image?

    init(picture: Image?) {
        self.picture = picture
    }

    func makePainter(for view: borrowing ExternalView) -> BoardPainter {
        BoardPainter(Board(size: view.bounds.size, picture: picture))
    }
}

///     dashboard [PICTURE]                        on the displays of this machine
///     dashboard PICTURE --simulate SIZE COPY     on a simulated display, with a copy of what it shows
@main struct Main {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        var settings = VideoKit.Settings()
        var simulated: SimulatedCard?
        if arguments.count == 4, arguments[1] == "--simulate", let size = ModeRequest(arguments[2]) {
            simulated = try SimulatedCard(screens: [SimulatedScreen("\(size)@60")])
        }
        if let simulated { settings.cards = .simulated(simulated) }
        let dashboard = Dashboard(picture: try arguments.first.map { try Image(contentsOf: $0) })
        let kit = try VideoKit(delegate: dashboard, settings: settings)
        try await kit.start()
        guard let simulated else {
            for card in kit.cards { print(card.path, card.problem?.description ?? "is used") }
            for await event in kit.events { print(event.screen?.name ?? "started", "changes") }
            return
        }
        while (kit.statistics().first?.presented ?? 0) < 1 { try await Task.sleep(for: .milliseconds(10)) }
        try simulated.picture(of: "Virtual-1")?.writePNG(to: arguments[3])
        await kit.stop()
    }
}
