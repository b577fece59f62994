import Screens
import ScreensConfiguration
import Synchronization

/// The strip of a ticker. The main loop sets it, and the screen's thread draws it.
final class DrawnTicker: WordsFigure {
    /// A strip, and its number.
    struct Strip {
        fileprivate(set) var words: TickerStrip
        fileprivate(set) var version = 0
    }

    /// The width of a row of a line that another program draws.
    private static let rowWidth = 4096

    private let kind: TickerKind
    private let strip = Mutex(Strip(words: .letters([" "])))

    init(_ kind: TickerKind) {
        self.kind = kind
    }

    var content: any Content { TickerContent(self, kind) }

    func set(_ text: String, as picture: DrawnWords?, in size: Size, onScreenOf height: Int) {
        let words =
            picture.map { words in
                TickerStrip.rows(
                    words, Size(width: Self.rowWidth, height: size.height),
                    gap: max(1, Int(3 * kind.letterSize(in: size, onScreenOf: height))))
            } ?? TickerStrip(text.inOneLine)
        // The former strip ends here, after the lock: no memory is freed in the frame path.
        let former = strip.withLock { strip in
            let former = strip.words
            strip = Strip(words: words, version: strip.version + 1)
            return former
        }
        withExtendedLifetime(former) {}
    }

    /// Lends the strip to the screen's thread, which keeps no copy, so that its memory ends with the next one. It is
    /// called in the frame path. A change waits for the drawing.
    func withStrip<Outcome>(_ body: (borrowing Strip) -> Outcome) -> Outcome {
        strip.withLock { body($0) }
    }
}

extension TickerKind: WordsKind {
    func order(_ text: String, in size: Size, onScreenOf height: Int) -> WordsOrder {
        let letters = letterSize(in: size, onScreenOf: height)
        let row = DrawnTicker.row(in: size, letters: letters)
        return WordsOrder(
            text.inOneLine, in: Rectangle(row), of: row, .center, wraps: false, letterSize: letters, color: style.ink,
            fonts, form: .line)
    }

    func makeFigure() -> any WordsFigure { DrawnTicker(self) }

    var needsFonts: Bool { !fonts.isPlain }
    var isBuiltIn: Bool { true }

    /// The height of letters: as configured, or seven tenths of the height.
    fileprivate func letterSize(in size: Size, onScreenOf height: Int) -> Double {
        style.size.map { $0 / 100 * Double(height) } ?? Double(size.height) * 0.7
    }
}

extension DrawnTicker {
    /// The size of a row: as high as the area, but not much higher than letters, whose lines have up to 2.5 times their
    /// height in some scripts.
    fileprivate static func row(in size: Size, letters: Double) -> Size {
        Size(width: rowWidth, height: max(1, min(size.height, Int((3 * letters).rounded(.up)))))
    }
}

extension String {
    /// The lines of a text, one after the other.
    fileprivate var inOneLine: String {
        split(separator: "\n").map { String($0) }.joined(separator: "   \u{B7}   ").cut(to: TextTemplate.longestWords)
    }
}
