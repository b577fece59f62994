import Screens

/// One colour.
struct SolidPattern: FramePattern {
    let color: Color

    var isStill: Bool { true }

    func draw(frame number: Int, isComplete: Bool, on view: borrowing ExternalView) {
        if isComplete { view.fill(view.bounds, with: color) }
    }
}
