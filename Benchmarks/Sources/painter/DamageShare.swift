import Screens

/// The part of a screen that changes with each frame.
enum DamageShare: String {
    case pixel, tenth, full

    /// Returns the changed part, at the top left. A tenth has the aspect ratio of the screen.
    func rectangle(in bounds: Rectangle) -> Rectangle {
        switch self {
        case .pixel: Rectangle(x: 0, y: 0, width: 1, height: 1)
        case .tenth:
            // √0.1, as in all programs of the comparison.
            Rectangle(x: 0, y: 0, width: bounds.width * 316 / 1000, height: bounds.height * 316 / 1000)
        case .full: bounds
        }
    }
}
