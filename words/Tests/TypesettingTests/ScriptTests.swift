import Screens
import Testing

@testable import Typesetting

/// The forms of scripts that other ways of drawing get wrong. They do not depend on the version of a font: letters that
/// join or not, their order, and equal widths.
struct ScriptTests {
    /// Ink that is apart from other ink, by columns.
    private struct Ink {
        /// The ranges of columns with ink.
        private(set) var parts: [Range<Int>] = []
        /// The pixels with ink.
        let rectangle: Rectangle
        let sheet: Sheet

        /// - Parameter package: the package of a font with the letters.
        init(_ text: String, from package: String) throws {
            sheet = try Sheet(text, ["size": 60, "wrap": false])
            try #require(sheet.picture.missing == 0, "\(package) is missing")
            rectangle = sheet.ink
            for x in rectangle.x..<rectangle.maxX {
                guard (0..<Sheet.size.height).contains(where: { sheet.pixels[$0 * Sheet.size.width + x] != 0 }) else {
                    continue
                }
                if let last = parts.last, last.upperBound == x {
                    parts[parts.count - 1] = last.lowerBound..<x + 1
                } else {
                    parts.append(x..<x + 1)
                }
            }
        }

        /// The columns of ink from the left or from the right end, each as its pixels.
        func columns(_ count: Int, fromRight: Bool) -> [[UInt32]] {
            (0..<count).map { place in
                let x = fromRight ? rectangle.maxX - 1 - place : rectangle.x + place
                return (0..<Sheet.size.height).map { sheet.pixels[$0 * Sheet.size.width + x] }
            }
        }
    }

    @Test func lettersOfLatinStandInTheirOrder() throws {
        let (both, first) = (try Ink("HI", from: "fonts-dejavu-core"), try Ink("H", from: "fonts-dejavu-core"))
        #expect(both.parts.count == 2 && both.columns(8, fromRight: false) == first.columns(8, fromRight: false))
    }

    @Test func lettersOfHebrewBeginAtTheRight() throws {
        let (both, first) = (try Ink("בל", from: "fonts-dejavu-core"), try Ink("ב", from: "fonts-dejavu-core"))
        #expect(both.parts.count == 2 && both.columns(8, fromRight: true) == first.columns(8, fromRight: true))
    }

    /// U+200C keeps letters apart.
    @Test func lettersOfArabicJoin() throws {
        let joined = try Ink("سسس", from: "fonts-dejavu-core")
        let apart = try Ink("س\u{200C}س\u{200C}س", from: "fonts-dejavu-core")
        #expect(joined.parts.count == 1 && apart.parts.count == 3 && joined.rectangle.width < apart.rectangle.width)
    }

    /// Letters hang from one line, two may become one, and a vowel that is spoken after its letter stands before it.
    @Test func lettersOfDevanagariJoinAndChangePlaces() throws {
        func ink(_ text: String) throws -> Ink { try Ink(text, from: "fonts-lohit-deva") }
        #expect(try ink("नमस्ते").parts.count == 1)
        #expect(try ink("क्ष").rectangle.width < ink("कष").rectangle.width * 4 / 5)
        let (letter, vowel) = (try ink("क"), try ink("कि"))
        #expect(vowel.columns(8, fromRight: true) == letter.columns(8, fromRight: true))
        #expect(vowel.columns(8, fromRight: false) != letter.columns(8, fromRight: false))
    }

    @Test func lettersOfJapaneseHaveOneWidth() throws {
        func width(_ text: String) throws -> Int { try Ink("日\(text)日", from: "fonts-vlgothic").rectangle.width }
        let widths = try ["", "本", "の", "ア", "日本"].map(width)
        let step = widths[1] - widths[0]
        #expect((45...80).contains(step))
        #expect(zip(widths, [0, 1, 1, 1, 2]).allSatisfy { abs($0 - widths[0] - step * $1) <= 2 }, "\(widths)")
    }

    @Test func emojiOfSeveralSignsAreOnePicture() throws {
        func ink(_ text: String) throws -> Ink { try Ink(text, from: "fonts-noto-color-emoji") }
        let (one, joined) = (try ink("👩"), try ink("👩‍🚀"))
        #expect(joined.sheet.colors.count > 20 && joined.sheet.colors != one.sheet.colors)
        #expect(joined.rectangle.width < one.rectangle.width * 3 / 2)
        #expect(try ink("👩🚀").rectangle.width > one.rectangle.width * 3 / 2)
    }
}
