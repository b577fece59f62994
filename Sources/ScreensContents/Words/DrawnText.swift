import Screens
import ScreensConfiguration
import Synchronization

/// The words that a screen draws now: a picture of another program, or letters of the built-in font. The main loop sets
/// them, and the screen's thread draws them.
final class DrawnText: WordsFigure {
    private struct State {
        var text = ""
        var picture: DrawnWords?
        var placed: PlacedText?
        /// The size that the places are for.
        var size = Size(width: 0, height: 0)
        var height = 0
        var version = 0

        /// The part of the picture that the words take.
        var rectangle: Rectangle { picture?.place ?? placed?.rectangle ?? .zero }
    }

    private let background: Color
    private let ink: Color
    /// The places of the words in the built-in font, by the words, the size of the picture, and the height of the
    /// screen's picture; nil if they are not drawn in it.
    private let placed: @Sendable (String, Size, Int) -> PlacedText?
    private let state = Mutex(State())

    init(
        on background: Color, ink: Color = .black,
        placed: @escaping @Sendable (String, Size, Int) -> PlacedText? = { _, _, _ in nil }
    ) {
        self.background = background
        self.ink = ink
        self.placed = placed
    }

    var content: any Content { DrawnTextContent(self) }

    func set(_ text: String, as picture: DrawnWords?, in size: Size, onScreenOf height: Int) {
        let placed = picture == nil ? placed(text, size, height) : nil
        // The former words end on this thread.
        let former = state.withLock { state in
            let former = state
            state = State(
                text: text, picture: picture, placed: placed, size: size, height: height, version: former.version + 1)
            return former
        }
        withExtendedLifetime(former) {}
    }

    /// Draws the words, if they have changed or everything has to be drawn. Only a complete frame of another size than
    /// the main loop knows allocates memory.
    ///
    /// - Parameter drawn: the words as drawn last; nil before.
    func draw(
        _ drawn: inout (version: Int, rectangle: Rectangle)?, isComplete: Bool, on view: inout ExternalView
    ) {
        state.withLock { state in
            guard isComplete || state.version != drawn?.version else { return }
            if isComplete, state.size != view.bounds.size {
                state.size = view.bounds.size
                // A picture that is still inside has its words. The next one is on its way.
                if state.picture.map({ !view.bounds.contains($0.place) }) ?? true {
                    state.picture = nil
                    state.placed = placed(state.text, state.size, state.height)
                }
            }
            let former = isComplete ? view.bounds : drawn?.rectangle ?? view.bounds
            view.clipped(to: former.union(state.rectangle)) { view in
                view.clear(to: background)
                if let image = state.picture?.image {
                    view.draw(image, at: (state.rectangle.x, state.rectangle.y))
                } else {
                    state.placed?.draw(on: &view, color: ink)
                }
            }
            drawn = (state.version, state.rectangle)
        }
    }
}

/// Draws words on their background.
private struct DrawnTextContent: Content {
    private let text: DrawnText
    private var drawn: (version: Int, rectangle: Rectangle)?

    init(_ text: DrawnText) {
        self.text = text
    }

    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        text.draw(&drawn, isComplete: frame.isComplete, on: &view)
        return .still
    }
}

extension TextKind: WordsKind {
    func order(_ text: String, in size: Size, onScreenOf height: Int) -> WordsOrder {
        WordsOrder(
            text, in: place(in: size, onScreenOf: height), of: size, alignment, wraps: wraps,
            letterSize: style.size.map { $0 / 100 * Double(height) }, color: style.ink, fonts)
    }

    func makeFigure() -> any WordsFigure {
        DrawnText(on: background, ink: style.ink) { text, size, height in
            PlacedText(
                text, in: place(in: size, onScreenOf: height), alignment, scale: style.scale(onScreenOf: height),
                wraps: wraps)
        }
    }

    var needsFonts: Bool { !fonts.isPlain }
    var isBuiltIn: Bool { true }

    private func place(in size: Size, onScreenOf height: Int) -> Rectangle {
        Rectangle(size, withMargin: margin, onScreenOf: height)
    }
}

extension Rectangle {
    /// The part of a picture in which words are placed.
    ///
    /// - Parameters:
    ///   - margin: the space around it in percent of the height of the screen's picture.
    ///   - height: that height.
    init(_ size: Size, withMargin margin: Double, onScreenOf height: Int) {
        self = Rectangle(size).inset(by: Int(margin / 100 * Double(height)))
    }
}
