import ProgramKit
import Screens

/// Shows the slide that it is the turn of, and has each pass into the next one.
struct SlidesPainting: Painting {
    private struct Fade {
        let former: Picture
        let next: Picture
        let start: Int64
    }

    private let show: SlideShow
    private let background: Color
    /// How long a slide passes into the next one, in nanoseconds.
    private let duration: Int64
    private var shown: Int?
    private var fade: Fade?

    init(_ show: SlideShow, background: Color, fade: Int64) {
        self.show = show
        self.background = background
        duration = fade
    }

    mutating func draw(isComplete: Bool, on view: borrowing ExternalView) -> NextUpdate {
        guard let slide = show.slide else {
            if isComplete { view.fill(view.bounds, with: background) }
            return .whenNeeded
        }
        if isComplete || shown == nil {
            // Nothing is there that it could pass from.
            fade = nil
            put(slide, on: view)
            return .whenNeeded
        }
        if slide.number != shown {
            guard duration > 0 else {
                put(slide, on: view)
                return .whenNeeded
            }
            let former = view.picture()
            put(slide, on: view)
            fade = Fade(former: former, next: view.picture(), start: view.frame.targetTimestamp)
        }
        guard let fade else { return .whenNeeded }
        let elapsed = max(0, view.frame.targetTimestamp - fade.start)
        let share = min(256, elapsed * 256 / duration)
        view.replacePixels { pixels, stride in
            CrossFade.mix(fade.former, fade.next, share: UInt32(share), into: &pixels, stride: stride)
        }
        guard share == 256 else { return .nextRefresh }
        self.fade = nil
        return .whenNeeded
    }

    private mutating func put(_ slide: SlideShow.Slide, on view: borrowing ExternalView) {
        var pattern = PicturePattern(slide.picture)
        pattern.draw(frame: 0, isComplete: true, on: view)
        shown = slide.number
    }
}
