import Screens
import ScreensConfiguration
import Synchronization

/// The strip of a ticker. The main loop sets it, and the screen's thread takes and draws it.
final class DrawnTicker: WordsFigure {
    private struct State {
        var strip: TickerStrip
        /// The strip before it, which ends on the main thread: no memory is freed in the frame path.
        var former: TickerStrip?
    }

    /// The width of a row of a line that another program draws.
    private static let rowWidth = 4096

    private let kind: TickerKind
    private let changes = Atomic(0)
    private let state = Mutex(State(strip: .letters([" "])))

    init(_ kind: TickerKind) {
        self.kind = kind
    }

    var content: any Content { TickerContent(self, kind) }

    func set(_ text: String, as picture: DrawnWords?, in size: Size, onScreenOf height: Int) {
        let strip =
            picture.map { words in
                TickerStrip.rows(
                    words, Size(width: Self.rowWidth, height: size.height),
                    gap: max(1, Int(3 * kind.letterSize(in: size, onScreenOf: height))))
            } ?? TickerStrip(text.inOneLine)
        let former = state.withLock { state in
            defer { state = State(strip: strip) }
            return state
        }
        changes.add(1, ordering: .releasing)
        withExtendedLifetime(former) {}
    }

    /// Takes the strip if it is another one. It is called in the frame path, and locks only then.
    ///
    /// - Returns: whether it is another one.
    func take(_ strip: inout TickerStrip, _ version: inout Int) -> Bool {
        let latest = changes.load(ordering: .acquiring)
        guard latest != version else { return false }
        version = latest
        state.withLock { state in
            // The state is taken twice if it was set between the two readings: the strip is this one already then, and
            // the former one must not end here.
            if state.former == nil { state.former = strip }
            strip = state.strip
        }
        return true
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
