import Screens
import ScreensConfiguration
import ScreensLinux

/// Lets another program draw words, in the fonts of the machine.
@MainLoop
package protocol WordsDrawer: AnyObject {
    /// Requests a picture of words. The end of the returned object ends the request.
    ///
    /// - Parameter take: called once with the outcome; never before this function returns.
    func draw(_ order: WordsOrder, then take: @escaping @MainLoop (WordsOutcome) -> Void) -> any Sendable
}

/// Words to draw, and their place.
package struct WordsOrder: Sendable, Hashable {
    /// The form of the words.
    package enum Form: Sendable, Hashable {
        case paragraphs
        /// One line, however long, in rows of the size of the picture, one below the other.
        case line
        case code(CodeKind.Correction)
    }

    package let form: Form
    package let text: String
    /// The size of the picture, or of a row.
    package let size: Size
    /// The part of the picture in which the words are placed.
    package let place: Rectangle
    package let alignment: TextPlace
    package let wraps: Bool
    /// The height of letters in pixels; nil for as large as fits.
    package let letterSize: Double?
    /// The largest height of letters that are as large as fits; nil for no limit.
    package let largestSize: Double?
    package let color: Color
    package let fonts: FontStyle

    package init(
        _ text: String, in place: Rectangle, of size: Size, _ alignment: TextPlace, wraps: Bool, letterSize: Double?,
        largestSize: Double? = nil, color: Color, _ fonts: FontStyle, form: Form = .paragraphs
    ) {
        self.form = form
        self.text = text
        self.size = size
        self.place = place.intersection(Rectangle(size))
        self.alignment = alignment
        self.wraps = wraps
        self.letterSize = letterSize
        self.largestSize = largestSize
        self.color = color
        self.fonts = fonts
    }
}

/// The outcome of a request for words.
package enum WordsOutcome: Sendable {
    case drawn(DrawnWords)
    /// The program cannot draw these words. The value is a sentence for people.
    case refused(String)
    /// The program cannot be reached, has left, or does not answer. The value is a sentence for people.
    case lost(String)
    /// No program is installed. The value is a sentence for people.
    case missing(String)
}

/// A picture of words, transparent around the letters.
package struct DrawnWords: Sendable {
    /// The part with letters, or all rows of a line; nil if there is none.
    let image: Image?
    /// Its place.
    let place: Rectangle
    /// The columns of a line; 0 for paragraphs.
    let length: Int
    /// The number of letters for which no installed font has a form.
    let missing: Int
    /// The grant for the memory of the image.
    private let memory: MemoryGrant

    package init(_ image: Image?, at place: Rectangle, length: Int = 0, missing: Int, _ memory: MemoryGrant) {
        self.image = image
        self.length = length
        self.place = place
        self.missing = missing
        self.memory = memory
    }
}
