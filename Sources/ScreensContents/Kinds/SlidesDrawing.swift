import Screens

/// Draws the current slide, and fades from each slide into the next one.
struct SlidesDrawing: Content {
    private struct Fade {
        let mix: PictureMix
        let start: MonotonicTime
    }

    private let reader: SlideReader
    private let background: Color
    /// The length of a fade.
    private let duration: Duration
    private var shown: Int?
    private var fade: Fade?

    init(_ reader: SlideReader, background: Color, fade: Duration) {
        self.reader = reader
        self.background = background
        duration = fade
    }

    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawnContent {
        guard let slide = reader.slide else {
            if frame.isComplete { view.fill(view.bounds, with: background) }
            return .still
        }
        if frame.isComplete || shown == nil {
            // There is no picture to fade from.
            fade = nil
            put(slide, on: &view)
            return .still
        }
        if slide.number != shown {
            guard duration > .zero else {
                put(slide, on: &view)
                return .still
            }
            let former = view.picture()
            put(slide, on: &view)
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

    private mutating func put(_ slide: SlideReader.Slide, on view: inout ExternalView) {
        var picture = PictureContent(slide.picture)
        _ = picture.draw(ContentFrame(), on: &view)
        shown = slide.number
    }
}
