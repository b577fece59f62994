import Screens
import ScreensConfiguration
import ScreensLinux

// A QR code is words of another form: `TextContent` requests and shows it.
extension CodeKind: WordsKind {
    func order(_ text: String, in size: Size, onScreenOf height: Int) -> WordsOrder {
        WordsOrder(
            text, in: Rectangle(size, withMargin: margin, onScreenOf: height), of: size, alignment, wraps: false,
            letterSize: nil, color: .black, .plain, form: .code(correction))
    }

    func makeFigure() -> any WordsFigure { DrawnText(on: background) }

    var needsFonts: Bool { true }
    var isBuiltIn: Bool { false }
}

extension CodeKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        TextContent(self, on: output, sources.words, files: sources)
    }
}
