import Screens
import ScreensContents
import ScreensProgramKit
import Synchronization

/// Draws the chosen picture on every screen.
final class PatternDelegate: VideoKitDelegate {
    /// Reported from the screens' threads.
    enum Event: Sendable {
        /// A screen is about to be drawn for the first time.
        case began
        /// A screen has drawn all of its frames.
        case finished
    }

    private let choice: PictureChoice
    private let redraws: Bool
    private let frames: Int?
    private let calibration: SharedCalibration
    private let report: @Sendable (Event) -> Void
    private let state = Mutex<[ScreenPainter]>([])

    init(
        _ choice: PictureChoice, redraws: Bool, frames: Int?, calibration: SharedCalibration,
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.choice = choice
        self.redraws = redraws
        self.frames = frames
        self.calibration = calibration
        self.report = report
    }

    func updateExternalView(_ view: inout ExternalView) {
        let content = view.content
        let known = state.withLock { painters in painters.first { $0.content == content } }
        let painter = known ?? addPainter(for: content, on: view.screen)
        if painter.draw(on: &view) { report(.finished) }
    }

    func contentDidEnd(_ content: ContentID) {
        state.withLock { painters in painters.removeAll { $0.content == content } }
    }

    /// The painters of the screens that are drawn, or were a moment ago.
    var painters: [ScreenPainter] { state.withLock(\.self) }

    private func addPainter(for content: ContentID, on screen: Screen) -> ScreenPainter {
        calibration.begin(on: screen.layout)
        let pattern = choice.makePattern(for: screen, redraws: redraws, calibration: calibration)
        let painter = ScreenPainter(content: content, screen: screen, pattern: pattern, redraws: redraws, limit: frames)
        state.withLock { painters in painters.append(painter) }
        report(.began)
        return painter
    }
}

/// Draws what one display shows, from the first frame until its content ends.
///
/// The screen's own thread draws; others only read the counts and request the picture. The lock is free whenever that
/// thread takes it, except at the end of the run.
final class ScreenPainter: Sendable {
    private struct State {
        /// Another value of it at each connection.
        var screen: Screen
        var pattern: any FramePattern
        /// Frames drawn so far.
        var drawn = 0
        /// Frames to draw, or nil for no end.
        var limit: Int?
        var isPictureRequested = false
        var picture: Picture?
    }

    let content: ContentID
    private let redraws: Bool
    private let state: Mutex<State>

    init(content: ContentID, screen: Screen, pattern: any FramePattern, redraws: Bool, limit: Int?) {
        self.content = content
        self.redraws = redraws
        state = Mutex(State(screen: screen, pattern: pattern, limit: limit))
    }

    /// Draws a frame.
    ///
    /// - Returns: whether it was the last one.
    func draw(on view: inout ExternalView) -> Bool {
        state.withLock { state in
            if state.screen.id != view.screen.id { state.screen = view.screen }
            if state.isPictureRequested {
                if state.picture == nil { state.picture = view.picture() }
                view.nextUpdate = .whenNeeded
                return false
            }
            if let limit = state.limit, state.drawn >= limit {
                view.nextUpdate = .whenNeeded
                return false
            }
            let isComplete = state.drawn == 0 || redraws
            state.pattern.draw(frame: state.drawn, isComplete: isComplete, on: &view)
            if !isComplete, state.pattern.isStill || state.limit != nil {
                // The same picture as a new frame, as frames were requested: a pattern may be still, or its moving part may not
                // change in each frame of a tiny picture.
                view.withPixels(damage: Rectangle(x: 0, y: 0, width: 1, height: 1)) { _, _ in }
            }
            state.drawn += 1
            let isLast = state.drawn == state.limit
            if isLast || state.pattern.isStill && !redraws && state.limit == nil {
                view.nextUpdate = .whenNeeded
            }
            return isLast
        }
    }

    /// The screen that it drew last.
    var screen: Screen { state.withLock(\.screen) }

    /// Whether all frames have been drawn.
    var isDone: Bool { state.withLock { state in state.limit.map { state.drawn >= $0 } ?? false } }

    /// Draws some more frames, where not all of the former have reached the screen.
    func add(frames: Int) {
        state.withLock { state in state.limit = state.limit.map { $0 + frames } }
    }

    /// Ends the drawing; the next call of ``draw(on:)`` takes the picture instead.
    func requestPicture() {
        state.withLock { $0.isPictureRequested = true }
    }

    var picture: Picture? { state.withLock(\.picture) }
}
