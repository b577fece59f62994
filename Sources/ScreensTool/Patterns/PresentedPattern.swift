import Screens
import ScreensContents
import ScreensProgramKit

/// The frames of a presenter, which sets when the next one is due.
struct PresentedPattern: FramePattern {
    let presenter: Presenter

    var isStill: Bool { false }

    func draw(frame number: Int, isComplete: Bool, on view: inout ExternalView) {
        presenter.draw(on: &view, isAlone: true)
    }
}
