import Screens
import ScreensConfiguration

/// Words on a screen, in the form that they have now. The main loop sets them, and the screen's thread draws them.
protocol WordsFigure: Sendable {
    /// The content that draws them.
    var content: any Content { get }

    /// Shows words.
    ///
    /// - Parameters:
    ///   - picture: their picture; nil for the built-in font.
    ///   - size: the size of the whole picture.
    ///   - height: the height of the screen's picture.
    func set(_ text: String, as picture: DrawnWords?, in size: Size, onScreenOf height: Int)
}

/// A kind of content with words.
protocol WordsKind: ContentKind {
    var template: TextTemplate { get }
    /// Whether the built-in font has another look than the words.
    var needsFonts: Bool { get }
    /// Whether the daemon draws them itself if no program does.
    var isBuiltIn: Bool { get }

    /// The words as another program is to draw them.
    func order(_ text: String, in size: Size, onScreenOf height: Int) -> WordsOrder

    /// Makes the words of one screen.
    func makeFigure() -> any WordsFigure
}
