import Screens
import ScreensContents

/// The frames of a presenter, which determines when the next frame is due.
struct PresentedContent: Content {
    let presenter: Presenter

    func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        presenter.draw(on: &view, isAlone: true)
        return DrawOutcome(next: view.nextUpdate)
    }
}
