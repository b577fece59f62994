import Screens
import Testing

@testable import ScreensGraphics

@Suite struct TextLayoutTests {
    private static let font = Font("DejaVu Sans", size: 24)

    /// Texts of every kind, upright and slanted.
    private static let texts = [
        "Hamburgefonstiv", "Zürich Hbf – 21 °C", "fi ffl jjj", "one\ntwo\nthree", "שלום עולם", "مرحبا بالعالم",
        "Ελλάδα Москва",
        "a\u{308}\u{301}\u{330}", "\u{0} null",
    ]

    @Test(arguments: texts, Font.Style.allCases)
    func inkIsInsideItsBounds(text: String, style: Font.Style) {
        let layout = TextLayout(text, font: Font("DejaVu Sans", size: 31, weight: .bold, style: style))
        var board = Board(700, 260)
        let drawn = board.draw { $0.draw(layout, at: (60, 60)) }
        let extent = board.extent()
        #expect(!extent.isEmpty)
        var ink = layout.inkBounds
        ink.x += 60
        ink.y += 60
        #expect(ink.contains(extent))
        #expect(drawn.contains { $0.contains(extent) })
        // The extent is not much larger than the ink, either.
        #expect(ink.width <= extent.width + 10 && ink.height <= extent.height + 10)
        // Upright letters stay in the reserved place, except overhanging parts.
        let reserved = Rectangle(x: 60 - 12, y: 60 - 2, width: layout.size.width + 24, height: layout.size.height + 4)
        #expect(reserved.contains(extent), "\(extent) in \(reserved)")
    }

    @Test(arguments: texts + ["🎉"]) func aStrokeLiesAroundTheLetters(text: String) {
        let layout = TextLayout(text, font: Self.font, color: .white)
        var (plain, stroked) = (Board(700, 260), Board(700, 260))
        plain.draw { $0.draw(layout, at: (60, 60)) }
        let drawn = stroked.draw { context in
            context.stroke(layout, at: (60, 60), with: Color(rgb: 0xFF0000), width: 8)
            context.draw(layout, at: (60, 60))
        }
        let (inner, outer) = (plain.extent(), stroked.extent())
        #expect(outer.contains(inner) && drawn.contains { $0.contains(outer) })
        guard text != "🎉" else { return }
        let distances = [inner.x - outer.x, inner.y - outer.y, outer.maxX - inner.maxX, outer.maxY - inner.maxY]
        #expect(distances.allSatisfy { 3...5 ~= $0 }, "\(distances)")
    }

    @Test func aLongerTextIsWiderAndALargerFontHigher() {
        let short = TextLayout("abc", font: Self.font).size
        let long = TextLayout("abcabc", font: Self.font).size
        let large = TextLayout("abc", font: Font("DejaVu Sans", size: 48)).size
        #expect(abs(long.width - 2 * short.width) <= 2 && long.height == short.height)
        #expect(abs(large.width - 2 * short.width) <= 2 && abs(large.height - 2 * short.height) <= 2)
        #expect(TextLayout("", font: Self.font).size == Size(width: 0, height: short.height))
    }

    @Test func wordsAreWrappedWithinTheWidth() {
        let text = "The quick brown fox jumps over the lazy dog"
        let layout = TextLayout(text, font: Self.font, width: 160)
        let lines = layout.lines
        #expect(lines.count > 2)
        #expect(lines.allSatisfy { $0.bounds.width <= 160 })
        // Lines have whole words, without the space at the end, and no word is lost.
        let words = lines.flatMap { layout.text[$0.range].split(separator: " ") }
        #expect(words == text.split(separator: " "))
        #expect(layout.size.height == lines.last.map { $0.bounds.y + $0.bounds.height })
        #expect(lines.map(\.baseline) == lines.map(\.baseline).sorted())
        #expect(lines.first?.baseline == layout.baseline)
    }

    @Test func aWordThatIsTooLongIsBrokenBetweenLetters() {
        let layout = TextLayout("Donaudampfschifffahrt", font: Self.font, width: 100)
        #expect(layout.lines.count > 1)
        #expect(layout.lines.allSatisfy { $0.bounds.width <= 101 })
    }

    @Test func charactersAreWrappedAnywhere() {
        var layout = TextLayout("abc defghij", font: Self.font, width: 60)
        layout.wrapping = .characters
        let lines = layout.lines
        #expect(lines.count >= 2)
        #expect(lines[0].bounds.width > 40)
    }

    @Test(arguments: [(TextLayout.Ellipsis.start, "end"), (.middle, "begin end"), (.end, "begin")])
    func aTextThatDoesNotFitHasAnEllipsis(ellipsis: TextLayout.Ellipsis, kept: String) {
        var layout = TextLayout("begin and then a lot of words until the end", font: Self.font, width: 200)
        layout.ellipsis = ellipsis
        #expect(layout.isTruncated)
        #expect(layout.lines.count == 1)
        #expect(layout.size.width <= 200)
        layout.width = 2000
        #expect(!layout.isTruncated)
    }

    @Test func anEllipsisEndsTheLastLineThatFits() {
        var layout = TextLayout(String(repeating: "word ", count: 100), font: Self.font, width: 200)
        let whole = layout.size.height
        layout.ellipsis = .end
        layout.height = 100
        #expect(layout.isTruncated)
        #expect(layout.size.height <= 100 && layout.size.height > 50)
        #expect(whole > 500)
    }

    @Test func linesStandAtTheirAlignment() {
        var layout = TextLayout("wide wide wide\ni", font: Self.font, width: 400)
        func place() -> Int { layout.lines[1].bounds.x }
        #expect(place() == 0)
        layout.alignment = .center
        #expect(abs(place() - 197) <= 3)
        layout.alignment = .trailing
        #expect(place() > 385)
    }

    @Test(arguments: VerticalAlignment.allCases)
    func aTextStandsInARectangle(_ vertical: VerticalAlignment) {
        var layout = TextLayout("two words", font: Self.font, width: 5)
        layout.alignment = .center
        let place = Rectangle(x: 30, y: 20, width: 240, height: 101)
        var board = Board(300, 160)
        board.draw { $0.draw(layout, in: place, vertical: vertical) }
        let size = TextLayout("two words", font: Self.font, width: 240).size
        let y = [VerticalAlignment.top: 20, .center: 20 + (101 - size.height) / 2, .bottom: 121 - size.height][vertical]
        layout.width = 240
        var other = Board(300, 160)
        other.draw { $0.draw(layout, at: (30, Double(y ?? 0))) }
        #expect(board.pixels == other.pixels && !board.extent().isEmpty)
        // The distances on both sides of the middle are equal.
        #expect(abs(board.extent().x - 30 - (270 - board.extent().maxX)) <= 4)
    }

    @Test func aTextInARectangleIsCutOffIfItHasAnEllipsis() {
        var layout = TextLayout(String(repeating: "word ", count: 50), font: Self.font)
        layout.ellipsis = .end
        let place = Rectangle(x: 10, y: 10, width: 200, height: 70)
        var board = Board(300, 600)
        board.draw { $0.draw(layout, in: place) }
        #expect(place.contains(board.extent()))
        layout.ellipsis = .none
        var whole = Board(300, 600)
        whole.draw { context in
            context.draw(layout, in: place, vertical: .top)
            context.draw(layout, in: Rectangle(x: 10, y: 10, width: 0, height: 70))
        }
        #expect(whole.extent().maxY > 400)
    }

    @Test func arabicAndHebrewStandAtTheRight() {
        let layout = TextLayout("שלום\nabc", font: Self.font, width: 400)
        let lines = layout.lines
        #expect(lines.map(\.isRightToLeft) == [true, false])
        #expect(lines[0].bounds.x > 300)
        #expect(lines[1].bounds.x == 0)
    }

    @Test func aMarkSetsTheDirectionOfItsParagraph() {
        let lines = TextLayout("\u{200E}שלום\n\u{200F}abc", font: Self.font, width: 400).lines
        #expect(lines.map(\.isRightToLeft) == [false, true])
        #expect(lines[0].bounds.x == 0 && lines[1].bounds.x > 300)
    }

    /// The first letter is the rightmost one.
    @Test func lettersRunFromRightToLeft() throws {
        let layout = TextLayout("שלום", font: Self.font)
        let (width, y) = (Double(layout.size.width), 15.0)
        let text = layout.text
        #expect(layout.index(at: (width - 3, y)) == text.startIndex)
        #expect(layout.index(at: (3, y)) == text.index(before: text.endIndex))
        // Digits run from left to right in the text: 12 is left of the letters, and 1 left of 2.
        let mixed = TextLayout("אב12", font: Self.font)
        let indices = stride(from: 2.0, to: Double(mixed.size.width), by: 2).compactMap { mixed.index(at: ($0, y)) }
        var order: [Character] = []
        for index in indices where order.last != mixed.text[index] { order.append(mixed.text[index]) }
        #expect(order == ["1", "2", "ב", "א"])
    }

    @Test func thePlaceOfACharacterIsFound() {
        let layout = TextLayout("Wi\nmn", font: Self.font)
        let text = layout.text
        #expect(layout.index(at: (2, 5)).map { text[$0] } == "W")
        #expect(layout.index(at: (26, 5)).map { text[$0] } == "i")
        #expect(layout.index(at: (2, Double(layout.size.height) - 4)).map { text[$0] } == "m")
        #expect(layout.index(at: (-1, 5)) == nil)
        #expect(layout.index(at: (2, Double(layout.size.height) + 1)) == nil)
        #expect(layout.index(at: (.nan, 5)) == nil)
    }

    @Test func aLargerLineSpacingMovesLinesApart() {
        var layout = TextLayout("one\ntwo", font: Self.font)
        let lines = layout.lines
        layout.lineSpacing = 2
        let apart = layout.lines
        let (distance, doubled) = (lines[1].baseline - lines[0].baseline, apart[1].baseline - apart[0].baseline)
        #expect(abs(doubled - 2 * distance) <= 1.5)
    }

    @Test func runsHaveTheirOwnColorsAndFonts() {
        let layout = TextLayout(
            ["a", TextRun("b", font: Font("DejaVu Sans", size: 60), color: Color(rgb: 0xFF0000))], font: Self.font,
            color: Color(rgb: 0x00FF00))
        var board = Board(200, 120)
        board.draw { $0.draw(layout, at: (10, 10)) }
        let colors = Set(board.pixels)
        #expect(colors.contains(0x00FF00) && colors.contains(0xFF0000))
        #expect(layout.size.height > 60)
        #expect(layout.text == "ab")
    }

    @Test func aRunMayBeTransparent() {
        let layout = TextLayout([TextRun("\u{2588}\u{2588}", color: .white.opacity(0.5))], font: Self.font)
        var board = Board(60, 60)
        board.draw { $0.draw(layout, at: (10, 10)) }
        #expect(board.pixels.allSatisfy { $0 & 0xFF <= 0x81 })
        #expect(board.pixels.contains { (0x7E...0x81).contains($0 & 0xFF) })
    }

    @Test func underlinesAreDrawn() {
        var (plain, lined) = (Board(100, 60), Board(100, 60))
        plain.draw { $0.draw(TextLayout("no", font: Self.font), at: (10, 10)) }
        lined.draw { $0.draw(TextLayout([TextRun("no", isUnderlined: true)], font: Self.font), at: (10, 10)) }
        #expect(lined.extent().y + lined.extent().height > plain.extent().y + plain.extent().height)
    }

    /// DejaVu Sans lacks Devanagari and CJK; other fonts with these scripts may be missing.
    @Test func aCharacterThatTheFontLacksIsTakenFromAnother() {
        // DejaVu Sans Mono lacks Hebrew, and DejaVu Sans has it.
        let layout = TextLayout("aש", font: Font("DejaVu Sans Mono", size: 24))
        #expect(layout.missingGlyphCount == 0)
        // No font has a glyph for a private-use character.
        let unknown = TextLayout("a\u{10FFFD}", font: Self.font)
        #expect(unknown.missingGlyphCount == 1)
        var board = Board(100, 60)
        board.draw { $0.draw(unknown, at: (10, 10)) }
        #expect(board.extent().width > TextLayout("a", font: Self.font).size.width)
    }

    @Test(.enabled(if: TextLayout("\u{1F600}", font: Font(size: 20)).missingGlyphCount == 0, "a font with emoji"))
    func emojiHaveTheirColors() {
        var board = Board(100, 60)
        board.draw { $0.draw(TextLayout("\u{1F600}", font: Self.font), at: (10, 10)) }
        // Yellow, which no white text contains.
        #expect(board.pixels.contains { $0 >> 16 > 0xC0 && $0 & 0xFF < 0x60 })
        var faint = Board(100, 60)
        faint.draw { $0.draw(TextLayout("\u{1F600}", font: Self.font), at: (10, 10), opacity: 0.2) }
        #expect(faint.pixels.allSatisfy { $0 >> 16 < 0x60 })
        #expect(!faint.extent().isEmpty)
    }

    @Test func textFollowsTheTransform() {
        let layout = TextLayout("long word", font: Self.font)
        var (upright, turned, large) = (Board(300, 300), Board(300, 300), Board(300, 300))
        upright.draw { $0.draw(layout, at: (50, 50)) }
        turned.draw {
            $0.translate(x: 150, y: 50)
            $0.rotate(by: .degrees(90))
            $0.draw(layout, at: (0, 0))
        }
        large.draw {
            $0.scale(x: 2, y: 2)
            $0.draw(layout, at: (10, 10))
        }
        let (first, second, third) = (upright.extent(), turned.extent(), large.extent())
        #expect(abs(first.width - second.height) <= 3 && abs(first.height - second.width) <= 3)
        #expect(abs(2 * first.width - third.width) <= 4 && abs(2 * first.height - third.height) <= 4)
        // Afterwards, upright text is drawn as before.
        var again = Board(300, 300)
        again.draw { $0.draw(layout, at: (50, 50)) }
        #expect(again.pixels == upright.pixels)
    }

    @Test func theSameLayoutHasTheSamePixelsOnEveryThread() async {
        let layout = TextLayout("threads", font: Self.font)
        let pictures = await withTaskGroup(of: [UInt32].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var board = Board(150, 50)
                    for _ in 0..<20 { board.draw { $0.draw(layout, at: (5, 5)) } }
                    return board.pixels
                }
            }
            return await group.reduce(into: [[UInt32]]()) { $0.append($1) }
        }
        // If the text is drawn twenty times at one place, its edges are opaque, and all alike.
        #expect(Set(pictures).count == 1)
    }
}
