import Screens
import ScreensContents
import Synchronization

/// A content that draws a given number of frames, and returns its picture at the end.
struct CountedContent: Content {
    private var content: any Content
    private let count: RequestedFrames
    private let redraws: Bool
    private let onLast: @Sendable () -> Void

    /// - Parameters:
    ///   - redraws: whether each frame is drawn completely.
    ///   - onLast: called with the last frame, on the thread of the screen.
    init(_ content: any Content, _ count: RequestedFrames, redraws: Bool, onLast: @escaping @Sendable () -> Void) {
        self.content = content
        self.count = count
        self.redraws = redraws
        self.onLast = onLast
    }

    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        if count.takesPicture {
            count.take(from: view)
            return .still
        }
        guard let number = count.begin() else { return .still }
        var frame = frame
        frame.number = number
        frame.isComplete = number == 0 || redraws
        let drawn = content.draw(frame, on: &view)
        guard count.isLimited else { return redraws ? .moving : drawn }
        if !frame.isComplete {
            // The same picture counts as a new frame, since frames were requested: a content may be still, or its
            // moving part may not change in each frame of a tiny picture.
            view.withPixels(damage: Rectangle(x: 0, y: 0, width: 1, height: 1)) { _, _ in }
        }
        guard count.isDone else { return .moving }
        onLast()
        return .still
    }
}

/// The counts of the frames that a content has drawn, and must draw.
///
/// The screen's thread counts. Other threads read, request more frames or request the picture. No thread waits for
/// another.
final class RequestedFrames: Sendable {
    private static let unlimited = -1

    /// The number of frames that were drawn.
    private let drawn = Atomic<Int>(0)
    /// The number of frames to draw.
    private let limit: Atomic<Int>
    private let isPictureRequested = Atomic<Bool>(false)
    private let taken = Mutex<Picture?>(nil)

    /// - Parameter limit: the number of frames to draw; nil for no limit.
    init(limit: Int?) {
        self.limit = Atomic(limit ?? Self.unlimited)
    }

    var isLimited: Bool { limit.load(ordering: .relaxed) != Self.unlimited }

    /// Whether all frames have been drawn.
    var isDone: Bool { isLimited && drawn.load(ordering: .relaxed) >= limit.load(ordering: .relaxed) }

    /// Requests more frames, if some of the former have not reached the screen.
    func add(frames: Int) {
        if isLimited { limit.add(frames, ordering: .relaxed) }
    }

    /// Ends the drawing. The next call takes the picture instead.
    func requestPicture() {
        isPictureRequested.store(true, ordering: .relaxed)
    }

    /// The requested picture; nil until it was taken.
    var picture: Picture? { taken.withLock(\.self) }

    // MARK: The screen's thread

    fileprivate var takesPicture: Bool { isPictureRequested.load(ordering: .relaxed) }

    fileprivate func take(from view: borrowing ExternalView) {
        guard picture == nil else { return }
        let picture = view.picture()
        taken.withLock { $0 = picture }
    }

    /// - Returns: the number of the frame to draw; nil if all are drawn.
    fileprivate func begin() -> Int? {
        isDone ? nil : drawn.add(1, ordering: .relaxed).oldValue
    }
}
