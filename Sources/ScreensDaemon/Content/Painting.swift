import Screens
import ScreensConfiguration
import ScreensContents
import ScreensProgramKit

/// Draws what one screen shows, on that screen's thread.
protocol Painting: Sendable {
    /// Draws a frame over the one before it.
    ///
    /// - Parameter isComplete: whether everything has to be drawn, as for the first one, and not only what differs.
    /// - Returns: when the next frame is drawn.
    mutating func draw(isComplete: Bool, on view: inout ExternalView) -> NextUpdate
}

/// A picture that stays as it is.
struct StillPainting: Painting {
    private let make: @Sendable (Screen) -> any FramePattern
    private var pattern: (any FramePattern)?

    /// - Parameter make: makes the pattern for a screen, which may have another mode each time that all is drawn.
    init(_ make: @escaping @Sendable (Screen) -> any FramePattern) {
        self.make = make
    }

    init(_ pattern: TestPattern) {
        self.init { pattern.picture(for: $0, keepsBitmap: false) }
    }

    mutating func draw(isComplete: Bool, on view: inout ExternalView) -> NextUpdate {
        guard isComplete || pattern == nil else { return .whenNeeded }
        var pattern = make(view.screen)
        pattern.draw(frame: 0, isComplete: true, on: &view)
        self.pattern = pattern
        return .whenNeeded
    }
}
