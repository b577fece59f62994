import Screens

/// A content of a screen, or a part of one.
package protocol Content: Sendable {
    /// Draws a frame over the one before it, on the thread of the screen.
    ///
    /// In the frame path: the first frame, and one that is complete, may take its time and memory; those after it allocate nothing.
    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawnContent
}

/// A frame that a content has to draw.
package struct ContentFrame: Sendable, Hashable {
    /// Counts the frames of the content from 0.
    package var number: Int
    /// Whether everything has to be drawn, as for the first frame, and not only what differs from the frame before.
    package var isComplete: Bool
    /// Whether nothing else is drawn over it: a plane may show it then without a copy.
    package var isAlone: Bool

    package init(number: Int = 0, isComplete: Bool = true, isAlone: Bool = true) {
        self.number = number
        self.isComplete = isComplete
        self.isAlone = isAlone
    }
}

/// The outcome of drawing a frame.
package struct DrawnContent: Sendable, Hashable {
    /// Whether the view has the picture of the content. Without one, the content below is drawn.
    package let hasPicture: Bool
    /// When the next frame is due.
    package let next: NextUpdate

    package init(hasPicture: Bool = true, next: NextUpdate) {
        self.hasPicture = hasPicture
        self.next = next
    }

    /// The picture stays until another one is requested.
    package static let still = DrawnContent(next: .whenNeeded)
    /// Each refresh has another picture.
    package static let moving = DrawnContent(next: .nextRefresh)
}
