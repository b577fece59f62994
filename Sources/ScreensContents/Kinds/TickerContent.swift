import Screens
import ScreensConfiguration

/// Words in one line that move through their area. The screen's own thread moves them by the same whole pixels at each
/// refresh. Their end is followed by their beginning.
struct TickerContent: Content {
    /// The space between the end of the words and their beginning, in letters.
    private static let gap = 6

    private let style: TextStyle
    private let speed: Double
    /// The letters, each as a text that needs no memory of its own.
    private let letters: [String]
    private var position = ScrollPosition()
    private var hasBegun = false

    init(_ ticker: TickerKind) {
        style = ticker.style
        speed = ticker.speed
        letters = ComposedScalars(ticker.text).map { String($0) } + [String](repeating: " ", count: Self.gap)
    }

    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        let (bounds, timing) = (view.bounds, view.timing)
        let scale = scale(on: view)
        let advance = PlacedText.advance(scale)
        let steps = ScrollPosition.Steps(speed: speed, period: timing.duration)
        let former = position.offset
        if hasBegun, timing.duration > .zero {
            position.advance(
                refreshes: Int((timing.elapsed / timing.duration).rounded()), steps, length: letters.count * advance)
        }
        if frame.isComplete || !hasBegun || position.offset != former {
            view.clear(to: style.background)
            let y = (bounds.height - BitmapFont.capitalHeight * scale) / 2
            var (index, x) = (position.offset / advance % letters.count, -(position.offset % advance))
            while x < bounds.width {
                view.draw(letters[index], at: (x, y), scale: scale, color: style.ink)
                index = index + 1 == letters.count ? 0 : index + 1
                x += advance
            }
        }
        hasBegun = true
        guard steps.pixels != 0 else { return .still }
        let rest = position.refreshes(until: steps)
        return rest == 1 ? .moving : DrawOutcome(next: .after(timing.duration * rest))
    }

    /// The side of a pixel of the font: as configured, or seven tenths of the height.
    private func scale(on view: borrowing ExternalView) -> Int {
        let height = view.bounds.height
        return style.scale(onScreenOf: view.screen.layout?.bounds.height ?? height)
            ?? max(1, height * 7 / 10 / BitmapFont.glyphHeight)
    }
}

extension TickerKind: DrawnKind {
    var drawn: any Content { TickerContent(self) }
}
