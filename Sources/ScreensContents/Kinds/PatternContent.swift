import Screens
import ScreensConfiguration
import ScreensLinux

/// A test pattern, drawn for the current mode of the screen.
package struct PatternContent: Content {
    private let pattern: TestPattern
    private let moves: Bool
    private let keepsPicture: Bool
    private var card: TestCardContent?
    private var image: Image?

    /// - Parameters:
    ///   - moves: whether the card's moving parts move.
    ///   - keepsPicture: whether to keep the picture in memory, because it is drawn completely more than once.
    package init(_ pattern: TestPattern, moves: Bool = false, keepsPicture: Bool = false) {
        self.pattern = pattern
        self.moves = moves
        self.keepsPicture = keepsPicture
    }

    package mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        switch pattern {
        case .card: return drawCard(frame, on: &view)
        case .bars: draw(.bars, frame, on: &view)
        case .gradient: draw(.gradient, frame, on: &view)
        case .checker: draw(.checker, frame, on: &view)
        }
        return .still
    }

    private mutating func drawCard(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        guard moves || frame.isComplete else { return .still }
        // The mode may have changed by each complete frame.
        if card == nil || frame.isComplete && !keepsPicture {
            card = TestCardContent(of: view.screen, keepsPicture: keepsPicture)
        }
        var frame = frame
        if !moves { frame.number = 0 }
        let drawn = card?.draw(frame, on: &view)
        return moves ? drawn ?? .moving : .still
    }

    private mutating func draw(_ picture: PatternPicture, _ frame: ContentFrame, on view: inout ExternalView) {
        guard frame.isComplete else { return }
        if keepsPicture, image?.size != view.bounds.size { image = picture.image(of: view.bounds.size) }
        if let image { view.draw(image, at: (0, 0)) } else { picture.draw(on: &view) }
    }
}

extension PatternKind: DrawnKind {
    var drawn: any Content { PatternContent(pattern) }

    func drawing(keepsPicture: Bool, warn: (String) -> Void) throws(Failure) -> any Content {
        PatternContent(pattern, moves: true, keepsPicture: keepsPicture)
    }
}
