import ProgramKit
import Screens

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
