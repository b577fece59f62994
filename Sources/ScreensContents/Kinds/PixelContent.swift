import Screens

/// Changes one pixel per frame: the smallest new picture.
///
/// The pixels turn white row by row, and back to the background's colour in the next pass.
package struct PixelContent: Content {
    package let background: Color

    package init(background: Color) {
        self.background = background
    }

    package func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        let bounds = view.bounds
        let count = bounds.width * bounds.height
        guard count > 0 else { return .moving }
        let place = frame.number % count
        let isWhitePass = frame.number / count % 2 == 0
        if frame.isComplete {
            let (old, new) = isWhitePass ? (background, ink) : (ink, background)
            let rows = place / bounds.width
            view.fill(bounds, with: old)
            view.fill(Rectangle(x: 0, y: 0, width: bounds.width, height: rows), with: new)
            view.fill(Rectangle(x: 0, y: rows, width: place % bounds.width, height: 1), with: new)
        }
        view.fill(
            Rectangle(x: place % bounds.width, y: place / bounds.width, width: 1, height: 1),
            with: isWhitePass ? ink : background)
        return .moving
    }

    /// Black on a white background, else white.
    private var ink: Color { background == .white ? .black : .white }
}
