import Glibc
import Screens
import ScreensGraphics
import ScreensPictures
import Synchronization

/// Shows a clock, a picture and some lines of text, laid out for the size of each screen.
final class Dashboard: VideoKitDelegate {
    private let picture: Image?
    /// The second that each content shows.
    private let shown = Mutex<[ContentID: Int]>([:])

    init(picture: Image?) {
        self.picture = picture
    }

    func updateExternalView(_ view: inout ExternalView) {
        var (now, local) = (time(nil), tm())
        localtime_r(&now, &local)
        let second = Int(local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec)
        let content = view.content
        let former = shown.withLock { $0.updateValue(second, forKey: content) }
        guard former != second else { return }
        let board = Board(size: view.bounds.size, picture: picture)
        view.drawGraphics { context in
            if former == nil { board.draw(on: &context) }
            board.drawClock(at: second, on: &context)
        }
    }

    func contentDidEnd(_ content: ContentID) {
        shown.withLock { $0[content] = nil }
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
            let mode = try SimulatedMode(width: size.width, height: size.height, millihertz: 60_000)
            simulated = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])])
        }
        if let simulated { settings.cards = .simulated(simulated) }
        let dashboard = Dashboard(picture: try arguments.first.map { try Image(contentsOf: $0) })
        let kit = try VideoKit(delegate: dashboard, settings: settings)
        try await kit.start()
        guard let simulated else {
            for await event in kit.events { print(event.kind.rawValue) }
            return
        }
        while (kit.statistics().first?.presented ?? 0) < 1 { try await Task.sleep(for: .milliseconds(10)) }
        try simulated.picture(of: "Virtual-1")?.writePNG(to: arguments[3])
        await kit.stop()
    }
}
