import Screens

/// The places of the parts of the test card. Only the bar in ``strip`` and the digits in ``number`` move.
package struct TestCardLayout: Sendable {
    package static let digitCount = 8
    package static let numberLabel = "FRAME "

    package let size: Size
    /// The side of a font's pixel.
    package let scale: Int
    package let bars: Rectangle
    package let ramp: Rectangle
    /// The track of the bar.
    package let strip: Rectangle
    package let barWidth: Int
    /// Behind the text.
    package let panel: Rectangle
    /// The origins of the three lines of text.
    package let lines: [(x: Int, y: Int)]
    /// The eight digits of the frame number, cell by cell.
    package let number: Rectangle
    /// Vertical lines, horizontal lines and a checkerboard of single pixels, and a grey of the same brightness.
    package let patches: [Rectangle]

    package init(size: Size) {
        self.size = size
        scale = max(1, min(size.width / 240, size.height / 240))
        let left = size.width * 8 / 100
        let top = size.height * 8 / 100
        let width = size.width - 2 * left
        let height = size.height - 2 * top
        func band(from start: Int, to end: Int) -> Rectangle {
            Rectangle(
                x: left, y: top + height * start / 100, width: width, height: height * end / 100 - height * start / 100)
        }
        bars = band(from: 0, to: 42)
        ramp = band(from: 42, to: 54)
        strip = band(from: 56, to: 64)
        barWidth = max(2, strip.width / 40)

        // Below the strip: the text inside the circle, the patches outside.
        let below = band(from: 67, to: 100)
        panel = Rectangle(
            x: (size.width - 110 * scale) / 2, y: below.y, width: 110 * scale, height: 34 * scale)
        let origin = (x: panel.x + 4 * scale, y: panel.y + 4 * scale)
        let lineHeight = 10 * scale
        lines = (0..<3).map { (origin.x, origin.y + $0 * lineHeight) }
        number = Rectangle(
            x: lines[2].x + Self.numberLabel.utf8.count * BitmapFont.advance * scale, y: lines[2].y,
            width: Self.digitCount * BitmapFont.advance * scale, height: BitmapFont.capitalHeight * scale)

        let side = max(0, min(below.height * 45 / 100, size.width * 12 / 100))
        patches = [(0, 0), (1, 0), (0, 1), (1, 1)].map { column, row in
            Rectangle(
                x: column == 0 ? below.x : below.x + below.width - side,
                y: row == 0 ? below.y : below.y + below.height - side, width: side, height: side)
        }
    }

    /// Whether the picture is large enough for a text.
    package var hasText: Bool {
        let inside = cropped(permille: 50)
        return panel.intersection(inside) == panel
    }

    /// The rectangle that is left when this many thousandths of the picture are cut off at each edge.
    package func cropped(permille: Int) -> Rectangle {
        let x = size.width * permille / 1000
        let y = size.height * permille / 1000
        return Rectangle(x: x, y: y, width: size.width - 2 * x, height: size.height - 2 * y)
    }

    /// The cell of one digit, the leftmost being 0.
    package func digit(_ index: Int) -> Rectangle {
        Rectangle(
            x: number.x + index * BitmapFont.advance * scale, y: number.y, width: BitmapFont.glyphWidth * scale,
            height: number.height)
    }
}
