import ProgramKit
import Screens

/// A picture that stays as it is.
struct StillPainting: Painting {
    private let make: @Sendable (Screen) -> any FramePattern
    private var pattern: (any FramePattern)?

    /// - Parameter make: makes the pattern for a screen; it is of another mode each time that all is drawn.
    init(_ make: @escaping @Sendable (Screen) -> any FramePattern) {
        self.make = make
    }

    mutating func draw(isComplete: Bool, on view: borrowing ExternalView) -> NextUpdate {
        guard isComplete || pattern == nil else { return .whenNeeded }
        var pattern = make(view.screen)
        pattern.draw(frame: 0, isComplete: true, on: view)
        self.pattern = pattern
        return .whenNeeded
    }
}
