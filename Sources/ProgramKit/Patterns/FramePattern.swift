import Screens

/// Draws the frames of one screen, one after the other.
///
/// The first frame may take its time and memory; those after it allocate nothing.
package protocol FramePattern: Sendable {
    /// Whether all frames are alike.
    var isStill: Bool { get }

    /// Draws a frame over the one before it.
    ///
    /// - Parameters:
    ///   - number: counts the frames from 0 without gaps.
    ///   - isComplete: whether everything has to be drawn, as for the first one, and not only what differs.
    mutating func draw(frame number: Int, isComplete: Bool, on view: borrowing ExternalView)
}
