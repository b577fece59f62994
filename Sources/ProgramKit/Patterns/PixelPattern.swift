import Screens

/// Changes one pixel a frame: the least that makes a new picture.
///
/// Row by row the pixels turn white, and in the next pass to the background's colour again.
package struct PixelPattern: FramePattern {
    package let background: Color

    package init(background: Color) {
        self.background = background
    }

    package var isStill: Bool { false }

    package func draw(frame number: Int, isComplete: Bool, on view: borrowing ExternalView) {
        let bounds = view.bounds
        let count = bounds.width * bounds.height
        guard count > 0 else { return }
        let place = number % count
        let isWhitePass = number / count % 2 == 0
        if isComplete {
            let (old, new) = isWhitePass ? (background, ink) : (ink, background)
            let rows = place / bounds.width
            view.fill(bounds, with: old)
            view.fill(Rectangle(x: 0, y: 0, width: bounds.width, height: rows), with: new)
            view.fill(Rectangle(x: 0, y: rows, width: place % bounds.width, height: 1), with: new)
        }
        view.fill(
            Rectangle(x: place % bounds.width, y: place / bounds.width, width: 1, height: 1),
            with: isWhitePass ? ink : background)
    }

    /// Black on white, where the background is white.
    private var ink: Color { background == .white ? .black : .white }
}
