import Screens

/// A content of the daemon over the picture of a screen.
public struct OverlayDocument: Codable, Sendable, Equatable {
    /// A word for people: the name of the content, a path or a colour.
    public let title: String
    /// Its rectangle of the picture, in pixels.
    public let rectangle: LayerDocument.Place
    /// Its opacity, 0 to 1.
    public let opacity: Double
    /// Whether it is shown.
    public let state: ContentDocument.State
    /// The reason why it is not shown, for people.
    @Nullable public private(set) var message: String?

    package init(
        _ title: String, at rectangle: Rectangle, opacity: Double, _ state: ContentDocument.State, _ message: String?
    ) {
        self.title = title
        self.rectangle = LayerDocument.Place(rectangle)
        self.opacity = opacity
        self.state = state
        self.message = message
    }

    /// The title, the place and the state, such as `menu, 640x40 at 0,1040`.
    package var text: String {
        let place = "\(rectangle.width)x\(rectangle.height) at \(rectangle.x),\(rectangle.y)"
        return "\(title), \(place)" + (state == .shown ? "" : ", \(state.rawValue)") + (message.map { ": \($0)" } ?? "")
    }
}
