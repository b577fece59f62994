import Screens
import ScreensJSON
import Testing

@testable import Typesetting

/// Pictures of words in the installed fonts. The exact pixels depend on the versions of these.
struct WordsPictureTests {
    private static let place = Rectangle(x: 20, y: 10, width: 560, height: 180)

    @Test(arguments: ["Grüße", "Привет", "שלום עולם", "مرحبا بالعالم", "नमस्ते", "こんにちは", "👩‍🚀 🎉"])
    func inkIsInsideOfTheStatedRectangle(text: String) throws {
        let sheet = try Sheet(text)
        // A machine may lack a font for a script.
        #expect(!sheet.ink.isEmpty && Self.place.contains(sheet.ink) && sheet.picture.ink.contains(sheet.ink))
    }

    @Test func installedFontsHaveTheScriptsOfTheirLanguages() throws {
        for text in ["Grüße", "Привет", "שלום", "مرحبا"] { #expect(try Sheet(text).picture.missing == 0, "\(text)") }
        #expect(try Sheet("\u{10A7D}\u{10A7C}").picture.missing == 2, "no font has Old South Arabian numbers")
    }

    @Test(arguments: ["left", "right"], ["Hello", "שלום", "مرحبا"])
    func leftAndRightAreEdgesInEveryScript(edge: String, text: String) throws {
        for wrap in [true, false] {
            let ink = try Sheet(text, ["horizontal": .string(edge), "wrap": .bool(wrap)]).ink
            let distances = (left: ink.x - Self.place.x, right: Self.place.maxX - ink.maxX)
            #expect(edge == "left" ? distances.left < 8 : distances.right < 8, "\(distances)")
            #expect(edge == "left" ? distances.right > 300 : distances.left > 300, "\(distances)")
        }
    }

    @Test func theDirectionPlacesWhatFollowsAWord() throws {
        // The stop at the end is at the left of a paragraph from right to left.
        let usual = try Sheet("Hello .", ["horizontal": "left"]).ink
        let turned = try Sheet("Hello .", ["horizontal": "left", "direction": "rtl"])
        func columns(_ sheet: Sheet) -> [Int] {
            sheet.pixels.indices.filter { sheet.pixels[$0] != 0 }.map { $0 % Sheet.size.width }
        }
        let first = try #require(columns(turned).min())
        let highest = turned.pixels.indices.filter { turned.pixels[$0] != 0 && $0 % Sheet.size.width < first + 4 }
            .map { $0 / Sheet.size.width }.min()
        #expect(try #require(highest) > usual.y + usual.height / 2, "only a stop is at the left")
    }

    /// Nothing is left out for which the picture has room.
    @Test func aParagraphThatIsTooLongForItsLettersIsRefused() throws {
        let text = String(repeating: "word ", count: 3000)
        func picture(_ text: String, _ size: JSONValue) throws -> WordsPicture {
            let place: JSONValue = ["x": 0, "y": 0, "width": 7680, "height": 7680]
            let own: [String: JSONValue] = ["width": 7680, "height": 7680, "place": place, "size": size]
            return try WordsPicture(WordsOrder(.object(Sheet.parameters(text).merging(own) { $1 })))
        }
        let failure = #expect(throws: WordsPicture.Failure.self) { try picture(text, 100) }
        #expect(failure?.reason == "a paragraph of 15000 bytes is too long for letters of 100 pixels")
        _ = try picture(text, 50)
        _ = try picture(text.replacing("word word ", with: "word\n"), 100)
        #expect(try picture(text, .null).ink.maxY > 5000)
        // The end is outside of the picture.
        _ = try Sheet(text, ["size": 100])
    }

    @Test func emojiHaveColorsOfTheirOwn() throws {
        let emoji = try Sheet("🎉")
        try #require(emoji.picture.missing == 0, "fonts-noto-color-emoji is missing")
        #expect(emoji.colors.count > 4)
        #expect(try Sheet("Hello").colors == [0xFFFFFF])
        #expect(!(try Sheet("🎉", ["outline": "#FF0000"]).ink.isEmpty))
    }

    @Test func anOutlineLiesAroundTheLetters() throws {
        let (plain, outlined) = (try Sheet("Hello"), try Sheet("Hello", ["outline": "#FF0000"]))
        #expect(outlined.colors.isSuperset(of: [0xFFFFFF, 0xFF0000]))
        #expect(outlined.ink.contains(plain.ink.inset(by: -2)) && outlined.picture.ink.contains(outlined.ink))
    }

    @Test func heavierLettersHaveMoreInk() throws {
        let counts = try [400, 700].map { weight in
            try Sheet("Hello", ["weight": .int(Int64(weight))]).pixels.count { $0 >> 24 > 127 }
        }
        #expect(counts[1] > counts[0] * 5 / 4, "\(counts)")
    }

    @Test func withoutASizeTheWordsFillTheirPlace() throws {
        for text in ["A", "Hello", "One two three four five six seven eight nine ten"] {
            let ink = try Sheet(text, ["size": .null]).ink
            #expect(Self.place.contains(ink), "\(text)")
            #expect(ink.height > 80 || ink.width > 450, "\(text): \(ink)")
        }
        let word = try Sheet("Donaudampfschifffahrtsgesellschaftskapitän", ["size": .null])
        #expect(word.ink.height < 60, "a word is not broken")
    }

    @Test func wordsFillTheirPlaceUpToALargestSize() throws {
        let (few, many) = ("Closing", String(repeating: "Closing in ten minutes. ", count: 20))
        let limits: [String: JSONValue] = ["size": .null, "largest": 40]
        #expect(try Sheet(few, limits).ink == Sheet(few, ["size": 40]).ink)
        #expect(try Self.place.contains(Sheet(many, limits).ink))
    }

    @Test func linesAreBrokenIfTheyMayBe() throws {
        let text = String(repeating: "word ", count: 20)
        let (broken, whole) = (try Sheet(text), try Sheet(text, ["wrap": false]))
        #expect(broken.ink.height > 80 && Self.place.insetForOverhang.contains(broken.ink))
        #expect(whole.ink.height < 50 && whole.ink.width > Sheet.size.width - 20)
    }

    @Test func damagedTextsAreDrawnAsFarAsTheyHaveForms() throws {
        for text in [
            "\0", "a\0b", "\u{1}\u{2}\u{1B}[31m", "\u{202E}abc\u{202D}", "\u{FFFD}\u{FFFF}",
            String(repeating: "\u{0301}", count: 3000), String(repeating: "\n", count: 5000),
            String(repeating: "𒐫", count: 500), String(repeating: "\u{202B}", count: 200) + "x",
        ] {
            let sheet = try Sheet(text)
            #expect(Rectangle(Sheet.size).contains(sheet.picture.ink) || sheet.picture.ink.isEmpty)
            _ = try Sheet(text, ["size": .null])
        }
    }

    @Test(arguments: [1, 4000]) func lettersOfEverySizeAreDrawn(size: Int) throws {
        let text = String(repeating: "Lorem ipsum dolor ", count: 3000)
        let sheet = try Sheet(text, ["size": .int(Int64(size))])
        #expect(Rectangle(Sheet.size).contains(sheet.picture.ink))
    }

    @Test func aFontThatIsNotInstalledIsReplaced() throws {
        #expect(!(try Sheet("Hello", ["font": "No Such Font, Nor This One"]).ink.isEmpty))
    }
}

extension Rectangle {
    /// A letter may be wider than its place in the line.
    fileprivate var insetForOverhang: Rectangle { inset(by: -4) }
}
