import Screens

/// The places of the parts of the test card. Only the bar in ``strip`` and the digits in ``number`` move.
///
/// The letters of each line are a twentieth of the picture high, if its shape has room for them, to be read from five
/// metres. A picture that is higher than wide has more and shorter lines, and the patches below them.
package struct TestCardLayout: Sendable {
    package static let digitCount = 8
    package static let numberLabel = "Frame "
    /// The height of the picture in heights of a capital letter.
    package static let capitalsInHeight = 20
    /// The characters of the longest line of a wide picture, `3840x2160@59.940`.
    private static let longestLine = 16
    /// The margin around the text, in pixels of the font.
    private static let margin = 3

    /// The places of bands, in percent of the picture inside its edges.
    private struct Bands {
        let bars: Range<Int>
        let ramp: Range<Int>
        let levels: Range<Int>
        let strip: Range<Int>
        let text: Range<Int>
        let patches: Range<Int>

        static let wide = Bands(
            bars: 0..<36, ramp: 36..<44, levels: 45..<53, strip: 55..<61, text: 64..<100, patches: 64..<100)
        static let high = Bands(
            bars: 0..<26, ramp: 26..<32, levels: 33..<38, strip: 40..<44, text: 46..<89, patches: 91..<100)
    }

    package let size: Size
    /// Whether the picture is higher than wide.
    package let isHigh: Bool
    /// The side of a font's pixel.
    package let scale: Int
    package let bars: Rectangle
    package let ramp: Rectangle
    /// The steps near black on the left, and near white on the right.
    package let levels: Rectangle
    /// The track of the bar.
    package let strip: Rectangle
    package let barWidth: Int
    /// The area behind the text.
    package let panel: Rectangle
    /// The origins of the lines of text: name, mode and frame; in a high picture name, size, rate and frame.
    package let lines: [(x: Int, y: Int)]
    /// The eight digits of the frame number, cell by cell.
    package let number: Rectangle
    /// Vertical lines, horizontal lines and a checkerboard of single pixels, and a grey of the same brightness.
    package let patches: [Rectangle]

    package init(size: Size) {
        self.size = size
        isHigh = size.height > size.width
        let bands = isHigh ? Bands.high : .wide
        let left = size.width * 8 / 100
        let top = size.height * 8 / 100
        let width = size.width - 2 * left
        let height = size.height - 2 * top
        func band(_ part: Range<Int>) -> Rectangle {
            Rectangle(
                x: left, y: top + height * part.lowerBound / 100, width: width,
                height: height * part.upperBound / 100 - height * part.lowerBound / 100)
        }
        bars = band(bands.bars)
        ramp = band(bands.ramp)
        levels = band(bands.levels)
        strip = band(bands.strip)
        barWidth = max(2, strip.width / 40)

        let text = band(bands.text)
        let lineCount = isHigh ? 4 : 3
        let columns = (isHigh ? Self.digitCount : Self.longestLine) * BitmapFont.advance - 1 + 2 * Self.margin
        let rows = lineCount * BitmapFont.lineHeight - 1 + 2 * Self.margin
        let least = Self.capitalsInHeight * BitmapFont.capitalHeight
        let wanted = (size.height + least - 1) / least
        let scale = max(1, min(wanted, text.height / rows, text.width / columns))
        self.scale = scale
        let panelWidth = isHigh ? max(text.width, columns * scale) : columns * scale
        panel = Rectangle(
            x: (size.width - panelWidth) / 2, y: text.y, width: panelWidth, height: rows * scale)
        let origin = (x: panel.x + Self.margin * scale, y: panel.y + Self.margin * scale)
        lines = (0..<lineCount).map { (origin.x, origin.y + $0 * BitmapFont.lineHeight * scale) }
        let label = isHigh ? 0 : Self.numberLabel.utf8.count
        number = Rectangle(
            x: origin.x + label * BitmapFont.advance * scale, y: lines[lineCount - 1].y,
            width: Self.digitCount * BitmapFont.advance * scale, height: BitmapFont.capitalHeight * scale)
        patches =
            isHigh ? Self.row(in: band(bands.patches)) : Self.corners(of: band(bands.patches), beside: panel, scale)
    }

    /// Four squares side by side.
    private static func row(in area: Rectangle) -> [Rectangle] {
        let side = max(0, min(area.height, area.width / 5))
        return (0..<4).map { Rectangle(x: area.x + $0 * (area.width - side) / 3, y: area.y, width: side, height: side) }
    }

    /// Two squares on each side of the text.
    private static func corners(of area: Rectangle, beside panel: Rectangle, _ gap: Int) -> [Rectangle] {
        let side = max(0, min(area.height * 45 / 100, panel.x - gap - area.x))
        return [(0, 0), (1, 0), (0, 1), (1, 1)].map { column, row in
            Rectangle(
                x: column == 0 ? area.x : area.x + area.width - side,
                y: row == 0 ? area.y : area.y + area.height - side, width: side, height: side)
        }
    }

    /// Whether the picture is large enough for a text.
    package var hasText: Bool {
        let inside = cropped(permille: 50)
        return panel.intersection(inside) == panel
    }

    /// The side of a font's pixel in a line. A text that is too long for the panel gets a smaller one.
    package func scale(of text: String) -> Int {
        let columns = max(1, ComposedScalars(text).reduce(0) { count, _ in count + 1 } * BitmapFont.advance - 1)
        return max(1, min(scale, (panel.width - 2 * Self.margin * scale) / columns))
    }

    /// The rectangle that is left after a number of thousandths of the picture are cut off at each edge.
    package func cropped(permille: Int) -> Rectangle {
        let x = size.width * permille / 1000
        let y = size.height * permille / 1000
        return Rectangle(x: x, y: y, width: size.width - 2 * x, height: size.height - 2 * y)
    }

    /// The cell of one digit, from the left; the first has index 0.
    package func digit(_ index: Int) -> Rectangle {
        Rectangle(
            x: number.x + index * BitmapFont.advance * scale, y: number.y, width: BitmapFont.glyphWidth * scale,
            height: number.height)
    }
}
