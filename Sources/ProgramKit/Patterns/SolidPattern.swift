import Screens

/// One colour.
package struct SolidPattern: FramePattern {
    package let color: Color

    package init(color: Color) {
        self.color = color
    }

    package var isStill: Bool { true }

    package func draw(frame number: Int, isComplete: Bool, on view: borrowing ExternalView) {
        if isComplete { view.fill(view.bounds, with: color) }
    }
}
