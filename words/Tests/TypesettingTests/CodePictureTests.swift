import Screens
import ScreensJSON
import Testing

@testable import Typesetting

/// QR codes: their form, and what a reader finds in them.
struct CodePictureTests {
    private static let size = Size(width: 600, height: 400)

    private func code(_ text: String, _ changes: [String: JSONValue] = [:]) throws -> (CodePicture, [UInt32]) {
        let own: [String: JSONValue] = [
            "width": 600, "height": 400, "place": ["x": 100, "y": 50, "width": 400, "height": 300],
        ]
        let parameters = Sheet.parameters(text).merging(own) { $1 }.merging(changes) { $1 }
        let picture = try CodePicture(try WordsOrder(.object(parameters)))
        var pixels = [UInt32](repeating: 0, count: Self.size.width * Self.size.height)
        try pixels.withUnsafeMutableBufferPointer { picture.draw(on: try #require($0.baseAddress), width: 600) }
        return (picture, pixels)
    }

    @Test func aCodeHasItsQuietZoneAndItsCorners() throws {
        let (picture, pixels) = try code("https://example.org")
        let ink = picture.ink
        // 25 modules and two times four, each of nine pixels.
        #expect(ink == Rectangle(x: 300 - 297 / 2 - 1, y: 50 + 1, width: 297, height: 297))
        for (place, pixel) in pixels.enumerated() {
            let (x, y) = (place % 600, place / 600)
            #expect(ink.contains(Rectangle(x: x, y: y, width: 1, height: 1)) == (pixel != 0))
            if pixel == 0 { continue }
            let (column, row) = ((x - ink.x) / 9 - 4, (y - ink.y) / 9 - 4)
            if !(0..<25 ~= column && 0..<25 ~= row) { #expect(pixel == 0xFFFF_FFFF) }
            // The outer ring of the finder at the upper left.
            if (column == 0 || column == 6) && 0..<7 ~= row { #expect(pixel == 0xFF00_0000) }
        }
    }

    @Test(arguments: ["https://example.org", "Grüße, שלום 🎉", "0123456789", "A-1", "a"])
    func aReaderFindsTheWords(text: String) throws {
        for correction in ["low", "medium", "quartile", "high"] {
            let (picture, pixels) = try code(text, ["correction": .string(correction)])
            let ink = picture.ink
            let reader = CodeReader(size: ink.width) { x, y in
                pixels[(ink.y + y) * Self.size.width + ink.x + x] == 0xFF00_0000
            }
            #expect(reader?.text == text, "\(correction)")
        }
    }

    @Test func moreCorrectionNeedsMoreModules() throws {
        let text = String(repeating: "a", count: 60)
        let sizes = try ["low", "medium", "quartile", "high"].map { correction in
            let (picture, _) = try code(
                text, ["correction": .string(correction), "place": ["x": 0, "y": 0, "width": 100, "height": 100]])
            return picture.ink.width
        }
        #expect(Set(sizes).count > 1 && sizes[0] != sizes[3], "\(sizes)")
    }

    @Test(arguments: ["left", "right"]) func aCodeIsAtItsEdge(edge: String) throws {
        let ink = try code("Hello", ["horizontal": .string(edge), "vertical": "top"]).0.ink
        #expect(edge == "left" ? ink.x == 100 : ink.maxX == 500)
        #expect(ink.y == 50)
    }

    @Test func wordsThatAreTooLongAndPlacesThatAreTooSmallAreRefused() throws {
        let long = #expect(throws: WordsPicture.Failure.self) { try code(String(repeating: "ä", count: 2000)) }
        #expect(long?.reason.contains("4000 bytes") == true && long?.remedy?.contains("shorten") == true)
        let small = #expect(throws: WordsPicture.Failure.self) {
            try code("Hello", ["place": ["x": 0, "y": 0, "width": 28, "height": 300]])
        }
        #expect(small?.reason == "the QR code has 29 modules a side, and its place 28x300 pixels")
        #expect(throws: WordsPicture.Failure.self) { try code("") }
        let order = #expect(throws: WordsOrder.Problem.self) { try code("x", ["correction": "best"]) }
        #expect(order?.parameter == "correction")
    }
}
