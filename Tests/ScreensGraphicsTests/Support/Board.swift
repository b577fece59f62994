import Screens

@testable import ScreensGraphics

/// Pixels to draw on, like the pixels of a view.
struct Board {
    let size: Size
    /// The pixels as `0xRRGGBB`, row by row.
    private(set) var pixels: [UInt32]

    init(_ width: Int, _ height: Int, _ color: Color = .black) {
        size = Size(width: width, height: height)
        pixels = [UInt32](repeating: color.rgb, count: width * height)
    }

    subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] }

    /// Draws, and returns the parts that the context reports as drawn on.
    @discardableResult
    mutating func draw<Failure: Error>(
        _ body: (inout GraphicsContext) throws(Failure) -> Void
    ) throws(Failure) -> [Rectangle] {
        let size = size
        let outcome = pixels.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { base in
                GraphicsContext.draw(
                    on: UnsafeSurface(baseAddress: base, size: size, bytesPerRow: size.width * 4, format: .xrgb8888),
                    inside: Rectangle(size), body)
            }
        }
        for index in pixels.indices { pixels[index] &= 0xFF_FFFF }
        guard let outcome else { return [] }
        try outcome.result.get()
        return (0..<outcome.drawn.count).map { outcome.drawn[$0] }
    }

    /// The smallest rectangle around all pixels that do not have a colour.
    func extent(besides color: Color = .black) -> Rectangle {
        var extent = Rectangle(x: 0, y: 0, width: 0, height: 0)
        for (index, pixel) in pixels.enumerated() where pixel != color.rgb {
            extent = extent.union(Rectangle(x: index % size.width, y: index / size.width, width: 1, height: 1))
        }
        return extent
    }

    /// The places of pixels that differ from another board's.
    func changes(since other: Board) -> [(x: Int, y: Int)] {
        pixels.indices.filter { pixels[$0] != other.pixels[$0] }.map { ($0 % size.width, $0 / size.width) }
    }

    /// The rows as text: a letter for each known colour, and `?` for others.
    func rows(_ letters: [UInt32: Character]) -> [String] {
        (0..<size.height).map { y in String((0..<size.width).map { letters[self[$0, y]] ?? "?" }) }
    }
}

extension Rectangle {
    func contains(_ other: Rectangle) -> Bool { other.isEmpty || intersection(other) == other }
}
