import Screens

/// How much of a screen changes with each frame.
enum DamageShare: String {
    case pixel, tenth, full

    /// The changed part, at the top left; a tenth has the shape of the whole.
    func rectangle(in bounds: Rectangle) -> Rectangle {
        switch self {
        case .pixel: Rectangle(x: 0, y: 0, width: 1, height: 1)
        case .tenth:
            // √0.1, as all the programs that are compared have it.
            Rectangle(x: 0, y: 0, width: bounds.width * 316 / 1000, height: bounds.height * 316 / 1000)
        case .full: bounds
        }
    }
}
