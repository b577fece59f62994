import Screens

/// Draws what one screen shows, on that screen's thread.
protocol Painting: Sendable {
    /// Draws a frame over the one before it.
    ///
    /// - Parameter isComplete: whether everything has to be drawn, as for the first one, and not only what differs.
    /// - Returns: when the next frame is wanted.
    mutating func draw(isComplete: Bool, on view: borrowing ExternalView) -> NextUpdate
}
