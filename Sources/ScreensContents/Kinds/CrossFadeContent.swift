import Screens
import Synchronization

/// Draws the content of a sequence whose turn it is, and fades from each into the next one.
struct CrossFadeContent: Content {
    private struct Fade {
        let mix: PictureMix
        let start: MonotonicTime
    }

    private let entry: ShownEntry
    private let background: Color
    /// The length of a fade.
    private let duration: Duration
    /// The number of the content that was drawn last; nil before the first one.
    private var drawn: Int?
    private var fade: Fade?

    init(_ entry: ShownEntry, on background: Color, fade: Duration) {
        self.entry = entry
        self.background = background
        duration = fade
    }

    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        guard let number = entry.number else {
            if frame.isComplete { view.fill(view.bounds, with: background) }
            return .still
        }
        if frame.isComplete || drawn == nil {
            // There is no picture to fade from.
            fade = nil
            drawn = entry.draw(on: &view)
            return .still
        }
        if number != drawn {
            guard duration > .zero else {
                drawn = entry.draw(on: &view)
                return .still
            }
            let former = view.picture()
            drawn = entry.draw(on: &view)
            fade = Fade(mix: PictureMix(former, view.picture()), start: view.timing.targetTimestamp)
        }
        guard let fade else { return .still }
        let elapsed = fade.start.duration(to: view.timing.targetTimestamp) / duration
        let share = Int(min(max(elapsed, 0), 1) * 256)
        fade.mix.draw(share: share, on: &view)
        guard share == 256 else { return .moving }
        self.fade = nil
        return .still
    }
}

/// The content of a sequence whose turn it is. The main loop changes it, and the screen's thread draws it.
final class ShownEntry: Sendable {
    private let state = Mutex<(number: Int, content: any Content)?>(nil)

    /// The number of the content, another one each time that it has another picture; nil before the first one.
    var number: Int? { state.withLock { $0?.number } }

    var isEmpty: Bool { state.withLock { $0 == nil } }

    func show(_ content: any Content) {
        // The former content ends on this thread, as the screen's thread keeps no copy of it, and without the lock.
        _ = state.withLock { state in
            let former = state
            state = ((former?.number ?? 0) + 1, content)
            return former
        }
    }

    /// Draws the content again, because its picture has changed.
    func showAgain() {
        state.withLock { $0?.number += 1 }
    }

    /// Draws the content completely, on the screen's thread. Its copy of a picture is not kept: it is drawn once.
    ///
    /// - Returns: its number; nil before the first content.
    func draw(on view: inout ExternalView) -> Int? {
        state.withLock { state in
            guard let (number, content) = state else { return nil }
            var copy = content
            _ = copy.draw(ContentFrame(), on: &view)
            return number
        }
    }
}
