import Testing

@testable import Screens

@Suite struct TextTests {
    private static let ascii = (0x20...0x7E).compactMap { Unicode.Scalar(UInt32($0)) }

    private func shape(_ character: Unicode.Scalar) -> [String] {
        (0..<BitmapFont.glyphHeight).map { row in
            String((0..<BitmapFont.glyphWidth).map { BitmapFont.hasInk(character, column: $0, row: row) ? "#" : "." })
        }
    }

    @Test func allPrintableCharactersAreDifferent() {
        #expect(Set(Self.ascii.map(shape)).count == 95)
        #expect(Self.ascii.filter { !shape($0).contains { $0.contains("#") } } == [" "])
        let box = ["#####", "#...#", "#...#", "#...#", "#...#", "#...#", "#####", ".....", "....."]
        for character in ["\u{7F}", "\u{1F}", "\u{9F}", "\u{3A9}", "\u{1F600}", "\u{0}"] as [Unicode.Scalar] {
            #expect(shape(character) == box)
        }
        #expect(!Self.ascii.map(shape).contains(box))
    }

    @Test func accentedLettersAreDifferent() {
        let latin = (0xA0...0xFF).compactMap { Unicode.Scalar(UInt32($0)) } + "–‘’“”„…€•".unicodeScalars
        let shapes = Dictionary(grouping: Self.ascii + latin, by: shape).values.filter { $0.count > 1 }
        #expect(Set(shapes.map(Set.init)) == [[" ", "\u{A0}"], ["-", "\u{AD}", "–"]])
        #expect(!latin.contains { shape($0) == shape("\u{3A9}") } && shape("—") == shape("–"))
        #expect(shape("ü") == [".#.#.", ".....", "#...#", "#...#", "#...#", "#..##", ".##.#", ".....", "....."])
        #expect(shape("É") == ["...#.", "..#..", "#####", "#....", "####.", "#....", "#####", ".....", "....."])
        let low = latin.filter { shape($0)[BitmapFont.capitalHeight...].contains { $0.contains("#") } }
        #expect(String(String.UnicodeScalarView(low)) == "µ¸Ççýþÿ„")
    }

    @Test(arguments: [
        ("Zu\u{308}rich", "Zürich"), ("A\u{30A}o\u{300}n\u{303}C\u{327}", "ÅòñÇ"), ("y\u{308}Y\u{301}", "ÿÝ"),
        ("u\u{308}\u{301}", "ü\u{301}"), ("x\u{308}", "x\u{308}"), ("\u{308}u", "\u{308}u"), ("", ""),
        ("\u{200D}a\u{200D}\u{200C}b\u{200C}", "ab"), ("u\u{200D}\u{308}", "ü"),
    ])
    func lettersAndMarksAreOneCharacter(text: String, expected: String) {
        #expect(Array(ComposedScalars(text)) == Array(expected.unicodeScalars))
    }

    @Test func charactersLookAsTheyAreDrawn() {
        #expect(shape("1") == ["..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###.", ".....", "....."])
        #expect(shape("g") == [".....", ".....", ".####", "#...#", "#...#", "#...#", ".####", "....#", ".###."])
        #expect(shape("~") == [".....", ".....", ".#...", "#.#.#", "...#.", ".....", ".....", ".....", "....."])
    }

    @Test func onlyDescendersReachBelowTheBaseline() {
        let low = Self.ascii.filter { shape($0)[BitmapFont.capitalHeight...].contains { $0.contains("#") } }
        #expect(String(String.UnicodeScalarView(low)) == "gjpqy")
    }

    @Test(arguments: [
        ("", 0, 0), ("A", 5, 9), ("AB", 11, 9), ("A\nBCD", 17, 19), ("\n", 0, 0), ("A\n", 5, 19), ("é", 5, 9),
        ("e\u{301}", 5, 9), ("e\u{333}", 11, 9), ("\u{301}e", 11, 9),
    ])
    func aTextHasItsStatedSize(text: String, width: Int, height: Int) {
        #expect(ExternalView.size(of: text) == Size(width: width, height: height))
        #expect(ExternalView.size(of: text, scale: 3) == Size(width: width * 3, height: height * 3))
        #expect(ExternalView.size(of: text, scale: 0) == Size(width: 0, height: 0))
        #expect(ExternalView.size(of: text, scale: .max) == Size(width: width * 4096, height: height * 4096))
    }

    @Test func aTextIsDrawnGlyphByGlyph() {
        for scale in 1...3 {
            let board = DrawingBoard(13 * scale, 21 * scale)
            let damage = board.draw { $0.draw("Hi\ny", at: (scale, scale), scale: scale, color: .white) }
            let picture = board.picture
            for y in 0..<picture.size.height {
                for x in 0..<picture.size.width {
                    let (column, row) = (x / scale - 1, y / scale - 1)
                    let isSecond = row >= BitmapFont.lineHeight
                    let character: Unicode.Scalar = isSecond ? "y" : column < BitmapFont.advance ? "H" : "i"
                    let hasInk =
                        column >= 0 && row >= 0 && !(isSecond && column >= BitmapFont.advance)
                        && BitmapFont.hasInk(
                            character, column: column % BitmapFont.advance, row: row % BitmapFont.lineHeight)
                    #expect((picture[x, y] == .white) == hasInk)
                }
            }
            #expect(damage == [Rectangle(x: scale, y: scale, width: 11 * scale, height: 19 * scale)])
        }
    }

    @Test func aBackgroundCoversThePicture() {
        let board = DrawingBoard(12, 10)
        board.draw { $0.draw("8", at: (1, 0), color: .white, background: .black) }
        board.draw { $0.draw("1", at: (1, 0), color: .white, background: .black) }
        let fresh = DrawingBoard(12, 10)
        fresh.draw { $0.draw("1", at: (1, 0), color: .white) }
        #expect(board.picture == fresh.picture)
    }

    /// The ink of an `H`, which fills its capital height and width, in a rectangle.
    @Test(arguments: [
        (HorizontalAlignment.left, VerticalAlignment.top, 3, 5), (.center, .center, 15, 15), (.right, .bottom, 28, 24),
        (.left, .center, 3, 15), (.center, .top, 15, 5),
    ])
    func aTextStandsInARectangle(_ horizontal: HorizontalAlignment, _ vertical: VerticalAlignment, _ x: Int, _ y: Int) {
        let board = DrawingBoard(40, 40)
        let place = Rectangle(x: 3, y: 5, width: 30, height: 28)
        let damage = board.draw { view in
            view.draw("H", in: place, horizontal: horizontal, vertical: vertical, color: .white)
        }
        let ink = Rectangle(x: x, y: y, width: 5, height: 7)
        let picture = board.picture
        for y in 0..<40 {
            for x in 0..<40 where picture[x, y] == .white { #expect(ink.contains(x: x, y: y), "\(x), \(y)") }
        }
        #expect(picture[ink.minX, ink.minY] == .white && picture[ink.maxX - 1, ink.maxY - 1] == .white)
        #expect(damage.contains { $0.contains(ink) })
    }

    @Test(arguments: [(HorizontalAlignment.left, 0), (.center, 6), (.right, 12)])
    func eachLineOfATextStandsByItself(_ alignment: HorizontalAlignment, _ x: Int) {
        let board = DrawingBoard(40, 40)
        let place = Rectangle(x: 0, y: 0, width: 25, height: 27)
        board.draw { $0.draw("HHH\n\nH", in: place, horizontal: alignment, vertical: .top, color: .white) }
        let other = DrawingBoard(40, 40)
        let longest = [HorizontalAlignment.left: 0, .center: 4, .right: 8][alignment] ?? 0
        other.draw { view in
            view.draw("HHH", at: (longest, 0), color: .white)
            view.draw("H", at: (longest + x, 20), color: .white)
        }
        #expect(board.picture == other.picture)
    }

    @Test func aTextInARectangleOfAnyNumbersIsSafe() {
        let board = DrawingBoard(16, 16)
        for _ in 0..<500 {
            board.draw { view in
                let rectangle = WildNumbers.rectangle(around: Size(width: 16, height: 16))
                for horizontal in HorizontalAlignment.allCases {
                    for vertical in VerticalAlignment.allCases {
                        view.draw(
                            "Ab\nc", in: rectangle, horizontal: horizontal, vertical: vertical, scale: 2, color: .white)
                    }
                }
            }
        }
        let still = board.picture
        board.draw { $0.draw("A", in: .zero, color: .red) }
        #expect(board.picture == still)
    }
}
