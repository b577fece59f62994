import Screens
import ScreensContents
import ScreensProgramKit

/// Draws the current slide, and fades from each into the next one.
struct SlidesPainting: Painting {
    private struct Fade {
        let former: Picture
        let next: Picture
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
            fade = Fade(former: former, next: view.picture(), start: view.timing.targetTimestamp)
        }
        guard let fade else { return .whenNeeded }
        let elapsed = fade.start.duration(to: view.timing.targetTimestamp) / duration
        let share = UInt32(min(max(elapsed, 0), 1) * 256)
        view.replacePixels { pixels, stride in
            CrossFade.mix(fade.former, fade.next, share: share, into: &pixels, stride: stride)
        }
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

/// Mixes two pictures of one size.
enum CrossFade {
    /// - Parameters:
    ///   - share: the share of the second one, 0 to 256.
    ///   - stride: pixels from one row of the target to the next.
    static func mix(
        _ first: Picture, _ second: Picture, share: UInt32, into target: inout MutableSpan<UInt32>, stride: Int
    ) {
        let size = first.size
        guard second.size == size, stride >= size.width, target.count >= stride * (size.height - 1) + size.width
        else { return }
        let rest = 256 - share
        first.pixels.withUnsafeBufferPointer { first in
            second.pixels.withUnsafeBufferPointer { second in
                target.withUnsafeMutableBufferPointer { target in
                    for row in 0..<size.height {
                        let source = row * size.width
                        let place = row * stride
                        for column in 0..<size.width {
                            let (one, other) = (first[source + column], second[source + column])
                            // Red and blue at once: sixteen bits are between them.
                            let outer = (one & 0xFF00FF) &* rest &+ (other & 0xFF00FF) &* share &+ 0x800080
                            let green = (one & 0xFF00) &* rest &+ (other & 0xFF00) &* share &+ 0x8000
                            target[place + column] = outer >> 8 & 0xFF00FF | green >> 8 & 0xFF00
                        }
                    }
                }
            }
        }
    }
}
