import Screens
import ScreensLinux

/// A content of a screen, or a part of one: the kinds are in `Kinds`.
///
/// One that only draws is a value. One that changes over time is an object of the main loop, and shows others by its
/// ``ContentOutput``: the screen draws those, so that a content that is made of contents costs a frame nothing.
package protocol Content: Sendable {
    /// Takes the circumstances of its screen: at the start, when they have changed, and at ``nextChange``.
    @MainLoop
    func update(_ circumstances: Circumstances)

    /// When it has something to do though nothing happens; nil while it has not.
    @MainLoop
    var nextChange: MonotonicTime? { get }

    /// Draws a frame over the one before it, on the thread of the screen.
    ///
    /// In the frame path: the first frame, and one that is complete, may take its time and memory; those after it allocate nothing.
    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawnContent
}

extension Content {
    @MainLoop
    package func update(_ circumstances: Circumstances) {}

    @MainLoop
    package var nextChange: MonotonicTime? { nil }

    /// A content that shows others is not drawn by itself.
    package func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawnContent {
        DrawnContent(hasPicture: false, next: .whenNeeded)
    }
}

/// The circumstances in which a content is shown.
package struct Circumstances: Sendable, Equatable {
    /// The use of a screen by another program.
    package enum Use: Sendable, Hashable {
        case free
        /// A program has it, and has shown no picture so far. It is the content of the screen, or any other one.
        case leased(Lessee, isContent: Bool)
        /// Another program's picture is on it.
        case drawn
    }

    /// The time of the update.
    package var now: MonotonicTime
    /// The size that pictures are decoded for.
    package var size: Size
    /// Whether the screen is off for longer than until its picture changes.
    package var isOff: Bool
    package var use: Use
    /// Another number requests that files which may have changed are read again.
    package var reading: Int

    package init(now: MonotonicTime, size: Size, isOff: Bool = false, use: Use = .free, reading: Int = 0) {
        self.now = now
        self.size = size
        self.isOff = isOff
        self.use = use
        self.reading = reading
    }
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
