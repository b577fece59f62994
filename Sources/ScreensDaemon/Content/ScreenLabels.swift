import ProgramKit
import Screens

/// Shows each screen its name and number for some time.
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

    func show(for duration: Duration) {
        painter.removeLabels()
        for (index, screen) in kit.screens.enumerated() {
            painter.place(of: screen.qualifiedName).setLabel(ScreenLabel(number: index + 1, name: screen.name))
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

    func draw(on view: borrowing ExternalView) {
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

/// A screen's name and number, large enough to be read from across a room.
struct ScreenLabel: Sendable, Hashable {
    let number: Int
    let name: String

    func draw(on view: borrowing ExternalView) {
        let bounds = view.bounds
        let figure = String(number)
        // A third of the height, and the name below in a size that fits.
        let unit = ExternalView.size(of: figure)
        let scale = max(1, bounds.height / 3 / max(1, unit.height))
        let size = ExternalView.size(of: figure, scale: scale)
        let caption = name + "  " + (view.screen.currentMode?.description ?? "")
        let nameUnit = ExternalView.size(of: caption)
        let nameScale = max(1, min(scale / 3, bounds.width * 4 / 5 / max(1, nameUnit.width)))
        let nameSize = ExternalView.size(of: caption, scale: nameScale)
        let margin = scale * 2
        let panel = Rectangle(
            x: (bounds.width - max(size.width, nameSize.width)) / 2 - margin,
            y: (bounds.height - size.height - nameSize.height - margin) / 2 - margin,
            width: max(size.width, nameSize.width) + 2 * margin, height: size.height + nameSize.height + 3 * margin)
        view.fill(panel, with: .black)
        view.frame(panel, thickness: max(1, scale / 2), with: .white)
        view.draw(figure, at: ((bounds.width - size.width) / 2, panel.y + margin), scale: scale, color: .white)
        view.draw(
            caption, at: ((bounds.width - nameSize.width) / 2, panel.y + 2 * margin + size.height), scale: nameScale,
            color: .white)
    }
}
