import Screens

/// Where things are on the test card. Nothing moves but the bar in ``strip`` and the digits in ``number``.
struct TestCardLayout: Sendable {
    static let digitCount = 8

    let size: Size
    /// The side of a font's pixel.
    let scale: Int
    let bars: Rectangle
    let ramp: Rectangle
    /// Where the bar moves along.
    let strip: Rectangle
    let barWidth: Int
    /// Behind the text.
    let panel: Rectangle
    /// Where the three lines of text begin.
    let lines: [(x: Int, y: Int)]
    /// The eight digits of the frame number, cell by cell.
    let number: Rectangle
    /// Patches of single pixels: upright lines, level lines, a checkerboard.
    let patches: [Rectangle]

    init(size: Size) {
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
        panel = band(from: 66, to: 100)
        barWidth = max(2, strip.width / 40)

        let margin = 2 * scale
        let lineHeight = max((panel.height - margin) / 3, Font.glyphHeight * scale)
        let panel = panel
        lines = (0..<3).map { (panel.x + margin, panel.y + margin + $0 * lineHeight) }
        let labelWidth = "FRAME ".utf8.count * Font.advance * scale
        number = Rectangle(
            x: lines[2].x + labelWidth, y: lines[2].y, width: Self.digitCount * Font.advance * scale,
            height: Font.glyphHeight * scale)

        let side = max(0, (panel.height - 4 * margin) / 3)
        let patchLeft = panel.x + panel.width - margin - side
        patches = (0..<3).map {
            Rectangle(x: patchLeft, y: panel.y + margin + $0 * (side + margin), width: side, height: side)
        }
    }

    /// The rectangle that is left when this many thousandths of the picture are cut off at each edge.
    func cropped(permille: Int) -> Rectangle {
        let x = size.width * permille / 1000
        let y = size.height * permille / 1000
        return Rectangle(x: x, y: y, width: size.width - 2 * x, height: size.height - 2 * y)
    }

    /// The cell of one digit, the leftmost being 0.
    func digit(_ index: Int) -> Rectangle {
        Rectangle(
            x: number.x + index * Font.advance * scale, y: number.y, width: Font.glyphWidth * scale,
            height: number.height)
    }
}
