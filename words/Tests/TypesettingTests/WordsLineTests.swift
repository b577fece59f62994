import Screens
import ScreensJSON
import Testing

@testable import Typesetting

/// Words in one line, which is cut into rows.
struct WordsLineTests {
    private static let row = Size(width: 64, height: 48)

    /// The columns of a line: the pixels of each from the top.
    private func columns(_ text: String, _ changes: [String: JSONValue] = [:], width: Int = row.width) throws
        -> [[UInt32]]
    {
        let height = Self.row.height
        let own: [String: JSONValue] = [
            "width": .int(Int64(width)), "height": .int(Int64(height)), "size": 30,
            "place": ["x": 0, "y": 0, "width": .int(Int64(width)), "height": .int(Int64(height))],
        ]
        let parameters = Sheet.parameters(text).merging(own) { $1 }.merging(changes) { $1 }
        let line = try WordsLine(try WordsOrder(.object(parameters)))
        #expect(line.size == Size(width: width, height: line.rowCount * height))
        #expect(line.rowCount == (line.length + width - 1) / width)
        var pixels = [UInt32](repeating: 0, count: line.size.width * line.size.height)
        try pixels.withUnsafeMutableBufferPointer { try line.draw(on: #require($0.baseAddress)) }
        let all = (0..<line.rowCount * width).map { column in
            (0..<height).map { y in pixels[(column / width * height + y) * width + column % width] }
        }
        #expect(all[line.length...].allSatisfy { $0.allSatisfy { $0 == 0 } }, "nothing is behind the line")
        return Array(all[..<line.length])
    }

    @Test(arguments: ["Hello, Grüße", "שלום עולם", "مرحبا بالعالم", "नमस्ते", "こんにちは", "👩‍🚀 🎉"])
    func rowsAreOneLine(text: String) throws {
        let (cut, whole) = (try columns(text), try columns(text, width: 2000))
        #expect(cut.count == whole.count && cut.count > Self.row.width)
        // Cairo leaves out letters outside of its picture, and with them the faintest pixels that reach into it.
        let steps = zip(cut.joined(), whole.joined()).map { Int($0 >> 24) - Int($1 >> 24) }
        #expect(steps.allSatisfy { -16...16 ~= $0 }, "\(steps.filter { $0 != 0 })")
        #expect(cut[0].allSatisfy { $0 == 0 } && cut.contains { $0.contains { $0 != 0 } })
    }

    @Test func longTextsHaveAllTheirLetters() throws {
        let word = "Lorem ipsum "
        let (one, many) = (try columns(word), try columns(String(repeating: word, count: 2000)))
        #expect(many.count > one.count * 1900, "\(one.count), \(many.count)")
        #expect(many.suffix(200).contains { $0.contains { $0 != 0 } })
    }

    @Test func aLineOfSeveralPartsRunsInTheDirectionOfItsWords() throws {
        let text = "שלום " + String(repeating: "אב ", count: 4000)
        let first = try columns("שלום", ["size": 20]).count
        let long = try columns(text, ["size": 20])
        let (begin, end) = (Array(long.suffix(first)), Array(long.prefix(first)))
        #expect(begin != end && begin.contains { $0.contains { $0 != 0 } }, "the first word is at the right")
    }

    /// The lines of some scripts are higher than the lines of other letters.
    @Test(arguments: ["top", "center", "bottom"]) func partsWithOtherScriptsHaveOneBaseline(vertical: String) throws {
        let text = String(repeating: "H ", count: 6000) + "नमस्ते 🎉 H"
        let columns = try columns(text, ["size": 20, "vertical": .string(vertical)])
        func lowest(_ part: ArraySlice<[UInt32]>) -> Int? {
            part.compactMap { column in column.lastIndex { $0 >> 24 > 127 } }.max()
        }
        let (first, last) = (lowest(columns.prefix(16)), lowest(columns.suffix(14)))
        #expect(first != nil && first == last)
    }

    /// The left columns of a text from right to left have its end, and the right ones its beginning.
    @Test(arguments: ["שלום", "سلام"]) func aTextFromRightToLeftBeginsAtTheRight(word: String) throws {
        let alone = try columns(word, ["size": 20])
        let long = try columns(word + " " + String(repeating: ". ", count: 6000), ["size": 20])
        func ink(_ columns: some Sequence<[UInt32]>) -> [[UInt32]] {
            Array(columns.drop { $0.allSatisfy { $0 == 0 } })
        }
        let half = alone.count / 2
        #expect(Array(ink(long.reversed()).prefix(half)) == Array(ink(alone.reversed()).prefix(half)))
        let other = try columns(word + " .", ["size": 20, "direction": "ltr"])
        #expect(Array(ink(other).prefix(half)) == Array(ink(alone).prefix(half)))
    }

    @Test func aLineThatIsTooLongIsRefused() throws {
        let text = String(repeating: "W", count: 30_000)
        let parameters = Sheet.parameters(text).merging(["width": 4096, "height": 200, "size": 150]) { $1 }
        let order = try WordsOrder(.object(parameters))
        let failure = #expect(throws: WordsPicture.Failure.self) { try WordsLine(order) }
        #expect(failure?.reason.contains("too many") == true)
    }

    @Test func lineFeedsAreSpaces() throws {
        #expect(try columns("a\nb") == columns("a b"))
    }

    @Test func damagedTextsAreDrawnAsFarAsTheyHaveForms() throws {
        for text in ["", "\0", "\u{202E}abc", String(repeating: "\u{0301}", count: 3000), "\n\n"] {
            _ = try columns(text)
        }
    }
}
