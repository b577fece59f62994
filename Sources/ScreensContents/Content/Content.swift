import Screens
import ScreensLinux

/// A content of a screen, or of a part of one. The kinds are in `Kinds`.
///
/// A content that only draws is a value. A content that changes over time is an object of the main loop, and shows
/// other contents through its ``ContentOutput``. The screen draws the shown contents directly, so a content that is
/// made of contents costs a frame nothing.
package protocol Content: Sendable {
    /// Takes the circumstances of the content's screen: at the start, after each change, and at ``nextChange``.
    @MainLoop
    func update(_ circumstances: Circumstances)

    /// The time of the next update if nothing else happens; nil if none is due.
    @MainLoop
    var nextChange: MonotonicTime? { get }

    /// Draws a frame over the one before it, on the thread of the screen.
    ///
    /// It is called in the frame path: the first frame and each complete frame may take time and memory; later frames
    /// allocate nothing.
    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome
}

extension Content {
    @MainLoop
    package func update(_ circumstances: Circumstances) {}

    @MainLoop
    package var nextChange: MonotonicTime? { nil }

    /// Draws nothing. A content that shows others is not drawn itself.
    package func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        DrawOutcome(hasPicture: false, next: .whenNeeded)
    }
}

/// The circumstances in which a content is shown.
package struct Circumstances: Sendable, Equatable {
    /// The use of a screen by another program.
    package enum Use: Sendable, Hashable {
        case free
        /// A program has the screen, by a lease or to draw its content, and has shown no picture so far.
        case leased(Lessee, isContent: Bool)
        /// The picture of a program is on the screen.
        case drawn
    }

    /// The time of the update.
    package var now: MonotonicTime
    /// The time since 1970-01-01 00:00:00 UTC at `now`; nil while the machine does not know it.
    package var wallTime: Duration?
    /// The beginning of the content's turn, before which it is only made ready; nil if it is shown now.
    package var start: MonotonicTime?
    /// The beginning of the content's turn in a list that all machines compute alike, also if it is over; nil without
    /// such a list.
    package var alignedStart: AlignedTime?
    /// The size that pictures are decoded for.
    package var size: Size
    /// The size of the whole picture that the content is a part of.
    package var screenSize: Size
    /// Whether the screen is off, and a change of its picture would not turn it on.
    package var isOff: Bool
    package var use: Use
    /// The number of the request to read changed files again. A new number is a new request.
    package var reading: Int

    package init(
        now: MonotonicTime, wallTime: Duration? = nil, start: MonotonicTime? = nil, size: Size,
        screenSize: Size? = nil, isOff: Bool = false, use: Use = .free, reading: Int = 0
    ) {
        self.now = now
        self.wallTime = wallTime
        self.start = start
        self.size = size
        self.screenSize = screenSize ?? size
        self.isOff = isOff
        self.use = use
        self.reading = reading
    }
}

extension Circumstances {
    /// The same circumstances at another time.
    func moved(to time: MonotonicTime) -> Circumstances {
        var moved = self
        moved.now = time
        moved.wallTime = wallTime.map { $0 + now.duration(to: time) }
        return moved
    }
}

/// A time by the clock of the machine.
package struct AlignedTime: Sendable, Hashable {
    package let time: MonotonicTime
    /// The time since 1970-01-01 00:00:00 UTC at `time`.
    package let wallTime: Duration
    /// How far lists are from the clock after a small change of it.
    package var slew = ClockSlew()
}

/// A difference from the clock that is made up for slowly.
package struct ClockSlew: Sendable, Hashable {
    /// How far a scale of time is ahead of the clock at `start`, in nanoseconds.
    var lead: Int64 = 0
    var start = MonotonicTime.zero

    /// How many times as long it takes to make up for the difference: a frame of 60 Hz in a second.
    static let share: Int64 = 60

    /// How far the scale is ahead of the clock, in nanoseconds.
    func lead(at time: MonotonicTime) -> Int64 {
        let change = max(0, time.nanoseconds - start.nanoseconds) / Self.share
        return lead > 0 ? max(0, lead - change) : min(0, lead + change)
    }
}

/// A frame that a content has to draw.
package struct ContentFrame: Sendable, Hashable {
    /// The frame's number in the content, from 0.
    package var number: Int
    /// Whether everything has to be drawn, as for the first frame, and not only the difference from the frame before.
    package var isComplete: Bool

    package init(number: Int = 0, isComplete: Bool = true) {
        self.number = number
        self.isComplete = isComplete
    }
}

/// The outcome of drawing a frame.
package struct DrawOutcome: Sendable, Hashable {
    /// Whether the view has the picture of the content. If not, the content below is drawn.
    package let hasPicture: Bool
    /// The time at which the next frame is due.
    package let next: NextUpdate
    /// The number of the picture, if the content shows several.
    package var picture: PictureNumber?

    package init(hasPicture: Bool = true, next: NextUpdate, picture: PictureNumber? = nil) {
        self.hasPicture = hasPicture
        self.next = next
        self.picture = picture
    }

    /// The picture stays until another one is requested.
    package static let still = DrawOutcome(next: .whenNeeded)
    /// Each refresh has another picture.
    package static let moving = DrawOutcome(next: .nextRefresh)
}
