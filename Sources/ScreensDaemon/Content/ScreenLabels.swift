import Screens
import ScreensProgramKit

/// Shows screens their names for some time.
@MainLoop
final class ScreenLabels {
    private let kit: VideoKit
    private let painter: ContentPainter
    private var timer: LoopTimer?

    init(_ kit: VideoKit, _ painter: ContentPainter) {
        self.kit = kit
        self.painter = painter
    }

    /// Writes a line at the bottom of every screen, or removes it.
    func setNotice(_ text: String?) {
        if painter.setNotice(text) { kit.setNeedsDisplay() }
    }

    /// Labels one screen, or all; the labels from before go.
    func show(on screen: Screen? = nil, for duration: Duration) {
        painter.removeLabels()
        let screens = kit.screens
        for shown in screens where screen == nil || shown.id == screen?.id {
            // The whole picture of a video wall is drawn for the screen that leads it.
            let drawn = shown.wallPart.map { part in
                screens.first { $0.wallPart?.isLeader == true && $0.wallPart?.surface == part.surface } ?? shown
            }
            painter.place(of: (drawn ?? shown).qualifiedName).addLabel(ScreenLabel(of: shown))
        }
        kit.setNeedsDisplay()
        timer = LoopTimer(after: duration) { [weak self] in
            // Also from the places of disconnected screens: the label would return with them.
            self?.painter.removeLabels()
            self?.kit.setNeedsDisplay()
        }
    }
}

/// A line at the bottom of a screen.
struct ScreenNotice: Sendable, Hashable {
    let text: String

    func draw(on view: inout ExternalView) {
        let bounds = view.bounds
        // Small, and yet to be read by a person in front of the screen.
        let scale = max(1, bounds.height / 360)
        let size = ExternalView.size(of: text.printable, scale: scale)
        let panel = Rectangle(
            x: 0, y: bounds.height - size.height - 2 * scale, width: min(bounds.width, size.width + 4 * scale),
            height: size.height + 2 * scale)
        view.fill(panel, with: .black)
        view.draw(text.printable, at: (2 * scale, panel.y + scale), scale: scale, color: .white)
    }
}
