import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents

struct PlacedTextTests {
    private func lines(_ text: String, _ columns: Int) -> [String] {
        let letters = Array(text.unicodeScalars)
        return WrappedText(letters, columns: columns).lines.map { String(String.UnicodeScalarView(letters[$0])) }
    }

    @Test(arguments: [
        ("Hello", 5, ["Hello"]), ("Hello", 3, ["Hel", "lo"]), ("a bc def", 4, ["a bc", "def"]),
        ("a bc def", 3, ["a", "bc", "def"]), ("one\ntwo", 9, ["one", "two"]), ("", 4, [""]),
        ("ab cd", 2, ["ab", "cd"]), ("a\n\nb", 1, ["a", "", "b"]), ("abcdef gh", 4, ["abcd", "ef", "gh"]),
    ])
    func aTextIsBrokenAtSpaces(_ text: String, _ columns: Int, _ expected: [String]) {
        #expect(lines(text, columns) == expected)
    }

    private func placed(_ text: String, _ place: Rectangle, scale: Int? = nil, wraps: Bool = true) -> PlacedText {
        PlacedText(text, in: place, .center, scale: scale, wraps: wraps)
    }

    /// A letter has 5x9 pixels, with a pixel between letters and between lines.
    @Test func aTextWithoutASizeIsAsLargeAsFits() {
        let place = Rectangle(x: 10, y: 20, width: 290, height: 90)
        #expect(placed("Hello", place).scale == 10)
        #expect(placed("Hello", place).rectangle.width == 290)
        #expect(placed("Hello you", place, wraps: false).scale == 5)
        // Two lines of 19 rows.
        #expect(placed("Hello you", place).scale == 5)
        #expect(placed("Hello\nyou", place).scale == 4)
        // Words are not broken to be larger, and a text that fits in no size is small.
        #expect(placed("Pneumonoultramicroscopic", Rectangle(x: 0, y: 0, width: 30, height: 90)).scale == 1)
    }

    @Test func linesHaveTheirAlignment() {
        let place = Rectangle(x: 0, y: 0, width: 101, height: 47)
        func rectangle(_ horizontal: HorizontalAlignment, _ vertical: VerticalAlignment) -> Rectangle {
            let alignment = TextPlace(horizontal: horizontal, vertical: vertical)
            return PlacedText("ab", in: place, alignment, scale: 1, wraps: true).rectangle
        }
        #expect(rectangle(.left, .top) == Rectangle(x: 0, y: 0, width: 11, height: 9))
        #expect(rectangle(.right, .bottom) == Rectangle(x: 90, y: 38, width: 11, height: 9))
        // The seven rows of capitals are in the middle.
        #expect(rectangle(.center, .center) == Rectangle(x: 45, y: 20, width: 11, height: 9))
    }

    /// The two rows below the baseline are in the place, too, though they move the capitals out of the middle.
    @Test func aTextThatFillsItsPlaceIsInsideOfIt() {
        for side in 9...60 {
            let place = Rectangle(x: 3, y: 4, width: 500, height: side)
            #expect(place.contains(placed("Py", place).rectangle), "\(side)")
        }
    }

    @Test func longTextsOfAllSizesHaveAPlace() {
        for count in [1, 100, 4000] {
            for side in [1, 8, 300] {
                let text = String(repeating: "lorem ", count: count)
                let place = Rectangle(x: 0, y: 0, width: side, height: side)
                let words = placed(text, place)
                #expect(words.scale == 1 || place.contains(words.rectangle))
            }
        }
    }

    @Test func aMessageIsInsideOfAnyPicture() throws {
        for bounds in [Size(width: 1920, height: 1080), Size(width: 480, height: 1920), Size(width: 64, height: 48)] {
            for text in ["Closing in ten minutes", String(repeating: "long words ", count: 40)] {
                let words = try ScreenMessage(text).placed(in: bounds)
                #expect(Rectangle(bounds).contains(words.place))
                #expect(words.image.size == words.place.size)
            }
        }
    }
}
