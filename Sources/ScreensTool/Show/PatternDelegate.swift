import Screens
import Synchronization

/// Draws the chosen picture on every screen.
final class PatternDelegate: VideoKitDelegate {
    /// What is told to the one who waits for it, from the screens' threads.
    enum News: Sendable {
        /// A screen is about to be drawn for the first time.
        case began
        /// A screen has drawn all of its frames.
        case finished
    }

    private let choice: PictureChoice
    private let redraws: Bool
    private let frames: Int?
    private let tell: @Sendable (News) -> Void
    private let state = Mutex<[ScreenPainter]>([])

    init(_ choice: PictureChoice, redraws: Bool, frames: Int?, tell: @escaping @Sendable (News) -> Void) {
        self.choice = choice
        self.redraws = redraws
        self.frames = frames
        self.tell = tell
    }

    func updateExternalView(_ view: inout ExternalView) {
        let painter = view.frame.number == 0 ? addPainter(for: view.screen) : painter(for: view.screen)
        if painter.draw(on: &view) { tell(.finished) }
    }

    /// Of each connector the screen that was drawn last.
    var painters: [ScreenPainter] { state.withLock(\.self) }

    private func painter(for screen: Screen) -> ScreenPainter {
        let known = state.withLock { painters in painters.first { $0.screen.id == screen.id } }
        return known ?? addPainter(for: screen)
    }

    /// A new one for each time that a screen is lit: its view is blank then, and may have another size.
    private func addPainter(for screen: Screen) -> ScreenPainter {
        let pattern = choice.makePattern(for: screen, redraws: redraws)
        let painter = ScreenPainter(screen: screen, pattern: pattern, redraws: redraws, limit: frames)
        state.withLock { painters in
            painters.removeAll { $0.screen.qualifiedName == screen.qualifiedName }
            painters.append(painter)
        }
        tell(.began)
        return painter
    }
}
