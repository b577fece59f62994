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
    private let calibration: SharedCalibration
    private let tell: @Sendable (News) -> Void
    private let state = Mutex<[ScreenPainter]>([])

    init(
        _ choice: PictureChoice, redraws: Bool, frames: Int?, calibration: SharedCalibration,
        tell: @escaping @Sendable (News) -> Void
    ) {
        self.choice = choice
        self.redraws = redraws
        self.frames = frames
        self.calibration = calibration
        self.tell = tell
    }

    func updateExternalView(_ view: inout ExternalView) {
        let content = view.content
        let known = state.withLock { painters in painters.first { $0.content == content } }
        let painter = known ?? addPainter(for: content, on: view.screen)
        if painter.draw(on: &view) { tell(.finished) }
    }

    func contentDidEnd(_ content: ContentID) {
        state.withLock { painters in painters.removeAll { $0.content == content } }
    }

    /// Those of the screens that are drawn, or were a moment ago.
    var painters: [ScreenPainter] { state.withLock(\.self) }

    private func addPainter(for content: ContentID, on screen: Screen) -> ScreenPainter {
        calibration.begin(on: screen.layout)
        let pattern = choice.makePattern(for: screen, redraws: redraws, calibration: calibration)
        let painter = ScreenPainter(content: content, screen: screen, pattern: pattern, redraws: redraws, limit: frames)
        state.withLock { painters in painters.append(painter) }
        tell(.began)
        return painter
    }
}
