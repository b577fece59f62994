import Synchronization

/// The picture of a screen and the number of its next frame, which outlive a pause.
///
/// Unchecked: one session at a time has it, and its thread is the only user until the session's end is done; then it is
/// the next one's.
final class ScreenContent: @unchecked Sendable {
    let canvas: Canvas
    /// The number that the next frame gets.
    var nextFrame: UInt64 = 0
    private let latestBackground = Atomic<UInt32>(0)

    init(id: ContentID, screen: Screen, size: Size) {
        canvas = Canvas(content: id, screen: screen, size: size)
    }

    var id: ContentID { canvas.content }

    /// The background as of the last frame, `0x00RRGGBB`, for any thread: what a screen shows while its delegate takes too
    /// long for a first picture.
    var background: UInt32 {
        get { latestBackground.load(ordering: .relaxed) }
        set { latestBackground.store(newValue, ordering: .relaxed) }
    }
}
