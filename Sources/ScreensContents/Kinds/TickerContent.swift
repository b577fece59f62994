import Screens
import ScreensConfiguration
import ScreensLinux

/// Words in one line that move through their area. The screen's own thread moves them by the same whole pixels at each
/// refresh. Their end is followed by their beginning.
struct TickerContent: Content {
    private let ticker: DrawnTicker
    private let style: TextStyle
    private let speed: Double
    /// The number of the strip that was drawn last; nil before. Copies of the content stay elsewhere, and have none.
    private var version: Int?
    private let followsClock: Bool
    private var position = ScrollPosition()
    private var clock = ClockScroll()
    private var hasBegun = false

    init(_ ticker: DrawnTicker, _ kind: TickerKind) {
        self.ticker = ticker
        style = kind.style
        speed = kind.speed
        followsClock = kind.alignment == .clock
    }

    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        ticker.withStrip { strip in draw(strip.words, strip.version, frame, on: &view) }
    }

    private mutating func draw(
        _ strip: borrowing TickerStrip, _ version: Int, _ frame: ContentFrame, on view: inout ExternalView
    ) -> DrawOutcome {
        let (bounds, timing) = (view.bounds, view.timing)
        let hasChanged = version != self.version
        self.version = version
        let scale = scale(on: view)
        let length = strip.length(scale)
        let steps = ScrollPosition.Steps(speed: speed, period: timing.duration)
        let former = position.offset
        var rest = 1
        if followsClock, timing.duration > .zero, steps.pixels != 0 {
            let elapsed = hasBegun ? Int((timing.elapsed / timing.duration).rounded()) : 0
            let (offset, next) = clock.advance(
                to: timing.wallTime, elapsed: elapsed, period: timing.duration, steps, length: length)
            position = ScrollPosition(offset: offset)
            rest = next
        } else if !hasBegun {
            position = ScrollPosition(offset: start(length, steps, bounds.width, strip.gap(scale: scale)))
        } else if timing.duration > .zero {
            position.advance(refreshes: Int((timing.elapsed / timing.duration).rounded()), steps, length: length)
        }
        if frame.isComplete || !hasBegun || hasChanged || position.offset != former {
            view.clear(to: style.background)
            var x = -(position.offset % length)
            while x < bounds.width {
                strip.draw(on: &view, at: x, scale, style.ink)
                x += length
            }
        }
        hasBegun = true
        guard steps.pixels != 0 else { return .still }
        if !followsClock { rest = position.refreshes(until: steps) }
        return rest == 1 ? .moving : DrawOutcome(next: .after(timing.duration * rest))
    }

    /// The pixel of the strip with which it begins: words that move to the right begin with their right end.
    private func start(_ length: Int, _ steps: ScrollPosition.Steps, _ width: Int, _ gap: Int) -> Int {
        steps.pixels < 0 ? max(0, length - gap - width) : 0
    }

    /// The side of a pixel of the built-in font: as configured, or seven tenths of the height.
    private func scale(on view: borrowing ExternalView) -> Int {
        let height = view.bounds.height
        return style.scale(onScreenOf: view.screen.layout?.bounds.height ?? height)
            ?? max(1, height * 7 / 10 / BitmapFont.glyphHeight)
    }
}

extension TickerKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        TextContent(self, on: output, sources.words, files: sources)
    }

    func drawing(keepsPicture: Bool, warn: (String) -> Void) throws(Failure) -> any Content {
        guard !followsClock, template.files.isEmpty else {
            throw Failure(.usage, "only screensd shows a ticker that changes")
        }
        let figure = makeFigure()
        let text = template.text(
            at: nil, in: .ofProcess, TextTemplate.Values(host: TextContent.hostName, screen: ""))
        figure.set(text, as: nil, in: Size(width: 0, height: 0), onScreenOf: 0)
        return figure.content
    }
}
