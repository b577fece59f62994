import Screens
import ScreensContents
import Synchronization

/// The chosen picture on every screen, and the frames of each screen.
struct ShownFrames: Sendable {
    /// An event that the screens' threads report.
    enum Event: Sendable {
        /// A screen is about to be drawn for the first time.
        case began
        /// A screen has drawn all of its frames.
        case finished
    }

    /// The counts of the contents that are drawn.
    private final class Counts: Sendable {
        private struct Count {
            /// The count of a content, which the content owns.
            weak var count: RequestedFrames?
        }

        private let counts = Mutex<[ContentID: Count]>([:])

        subscript(content: ContentID) -> RequestedFrames? { counts.withLock { $0[content]?.count } }

        func add(_ count: RequestedFrames, of content: ContentID) {
            counts.withLock { counts in
                counts = counts.filter { $0.value.count != nil }
                counts[content] = Count(count: count)
            }
        }
    }

    /// Draws the screens.
    let delegate: ContentDelegate
    private let counts: Counts

    /// - Parameter report: called on the threads of the screens.
    init(
        of choice: PictureChoice, redraws: Bool, frames: Int?, calibration: SharedCalibration,
        report: @escaping @Sendable (Event) -> Void
    ) {
        let counts = Counts()
        self.counts = counts
        delegate = ContentDelegate { content, screen, former in
            if let former { return former }
            calibration.begin(on: screen.layout)
            let count = RequestedFrames(limit: frames)
            let picture = choice.content(for: screen, calibration: calibration)
            counts.add(count, of: content)
            report(.began)
            return ScreenPlace(CountedContent(picture, count, redraws: redraws) { report(.finished) })
        }
    }

    /// Returns the frames on a screen; nil if none are drawn there.
    func count(on screen: Screen) -> RequestedFrames? {
        delegate.content(on: screen.id).flatMap { counts[$0] }
    }
}
