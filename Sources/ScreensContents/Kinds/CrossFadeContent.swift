import Screens

/// Draws the content of a sequence whose turn it is, and fades from each into the next one.
struct CrossFadeContent: Content {
    private struct Fade {
        let mix: PictureMix
        /// The picture that it leads to.
        let picture: PictureNumber?
        let start: MonotonicTime
        let length: Duration
    }

    private let entry: ShownEntry
    /// The number of the content that was drawn last; nil before the first one.
    private var drawn: PictureNumber?
    private var fade: Fade?

    /// - Parameter entry: the contents, the first of which is shown already.
    init(_ entry: ShownEntry) {
        self.entry = entry
    }

    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        let target = view.timing.targetTimestamp
        guard let (number, start, length) = entry.due(at: target) else { return .still }
        if frame.isComplete || drawn == nil {
            // There is no picture to fade from.
            fade = nil
            drawn = number
            return entry.draw(isComplete: true, on: &view)
        }
        if number != drawn {
            drawn = number
            guard length > .zero else { return entry.draw(isComplete: true, on: &view) }
            let former = view.picture()
            let outcome = entry.draw(isComplete: true, on: &view)
            fade = Fade(
                mix: PictureMix(former, view.picture()), picture: outcome.picture, start: start ?? target,
                length: length)
        }
        guard let fade else { return entry.draw(isComplete: false, on: &view) }
        let elapsed = fade.start.duration(to: target) / fade.length
        let share = Int(min(max(elapsed, 0), 1) * 256)
        fade.mix.draw(share: share, on: &view)
        guard share == 256 else { return DrawOutcome(next: .nextRefresh, picture: fade.picture) }
        self.fade = nil
        return entry.draw(isComplete: false, on: &view)
    }
}
