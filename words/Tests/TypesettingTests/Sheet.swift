import Screens
import ScreensJSON
import Testing

@testable import Typesetting

/// A picture of words, and the pixels with ink.
struct Sheet {
    static let size = Size(width: 600, height: 200)

    let picture: WordsPicture
    let pixels: [UInt32]

    /// Draws words from the parameters of a call, in which `changes` replace the usual values.
    init(_ text: String, _ changes: [String: JSONValue] = [:]) throws {
        let order = try WordsOrder(.object(Self.parameters(text).merging(changes) { $1 }))
        let picture = try WordsPicture(order)
        var pixels = [UInt32](repeating: 0, count: Self.size.width * Self.size.height)
        try pixels.withUnsafeMutableBufferPointer { pixels in
            try picture.draw(on: #require(pixels.baseAddress), width: Self.size.width)
        }
        self.picture = picture
        self.pixels = pixels
    }

    static func parameters(_ text: String) -> [String: JSONValue] {
        [
            "text": .string(text), "width": .int(Int64(size.width)), "height": .int(Int64(size.height)),
            "place": ["x": 20, "y": 10, "width": 560, "height": 180], "horizontal": "center", "vertical": "center",
            "wrap": true, "size": 40, "color": "#FFFFFF",
        ]
    }

    /// The smallest rectangle with all ink.
    var ink: Rectangle {
        var ink = Rectangle.zero
        for (place, pixel) in pixels.enumerated() where pixel != 0 {
            ink = ink.union(
                Rectangle(x: place % Self.size.width, y: place / Self.size.width, width: 1, height: 1))
        }
        return ink
    }

    /// The colours of the opaque pixels.
    var colors: Set<UInt32> { Set(pixels.filter { $0 >> 24 == 255 }.map { $0 & 0xFFFFFF }) }
}
