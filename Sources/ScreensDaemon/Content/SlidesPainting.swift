import Screens
import ScreensContents
import ScreensProgramKit

/// Draws the current slide, and fades from each into the next one.
struct SlidesPainting: Painting {
    private struct Fade {
        let mix: PictureMix
        let start: MonotonicTime
    }

    private let reader: SlideReader
    private let background: Color
    /// How long a fade takes.
    private let duration: Duration
    private var shown: Int?
    private var fade: Fade?

    init(_ reader: SlideReader, background: Color, fade: Duration) {
        self.reader = reader
        self.background = background
        duration = fade
    }

    mutating func draw(isComplete: Bool, on view: inout ExternalView) -> NextUpdate {
        guard let slide = reader.slide else {
            if isComplete { view.fill(view.bounds, with: background) }
            return .whenNeeded
        }
        if isComplete || shown == nil {
            // There is no picture that it could fade from.
            fade = nil
            put(slide, on: &view)
            return .whenNeeded
        }
        if slide.number != shown {
            guard duration > .zero else {
                put(slide, on: &view)
                return .whenNeeded
            }
            let former = view.picture()
            put(slide, on: &view)
            fade = Fade(mix: PictureMix(former, view.picture()), start: view.timing.targetTimestamp)
        }
        guard let fade else { return .whenNeeded }
        let elapsed = fade.start.duration(to: view.timing.targetTimestamp) / duration
        let share = Int(min(max(elapsed, 0), 1) * 256)
        fade.mix.draw(share: share, on: &view)
        guard share == 256 else { return .nextRefresh }
        self.fade = nil
        return .whenNeeded
    }

    private mutating func put(_ slide: SlideReader.Slide, on view: inout ExternalView) {
        var pattern = PicturePattern(slide.picture)
        pattern.draw(frame: 0, isComplete: true, on: &view)
        shown = slide.number
    }
}
