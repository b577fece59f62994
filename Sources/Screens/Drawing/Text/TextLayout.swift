import ScreensRaster

/// The places of the glyphs of a text in the built-in font, line by line.
struct TextLayout {
    let text: String
    /// The size of a pixel of the font, at most 4096; below 1 nothing is drawn.
    let scale: Int

    private static let largestScale = 4096
    /// Text that far outside is never visible.
    private static let farthest = 1 << 40

    init(_ text: String, scale: Int) {
        self.text = text
        self.scale = min(scale, Self.largestScale)
    }

    /// The size in pixels: to the right edge of the longest line, and to the lowest pixel that a letter of the last line
    /// can have.
    var size: Size {
        guard scale > 0, !text.isEmpty else { return Size(width: 0, height: 0) }
        var (lines, columns, longest) = (1, 0, 0)
        for character in ComposedScalars(text) {
            if character == "\n" {
                lines += 1
                columns = 0
            } else {
                columns += 1
                longest = max(longest, columns)
            }
        }
        guard longest > 0 else { return Size(width: 0, height: 0) }
        return Size(
            width: (longest * BitmapFont.advance - (BitmapFont.advance - BitmapFont.glyphWidth)) * scale,
            height: ((lines - 1) * BitmapFont.lineHeight + BitmapFont.glyphHeight) * scale)
    }

    /// The rectangle of the whole text, or nil if nothing is visible.
    func rectangle(at place: (x: Int, y: Int)) -> Rectangle? {
        guard place.x > -Self.farthest, place.x < Self.farthest, place.y > -Self.farthest, place.y < Self.farthest
        else { return nil }
        let size = size
        let rectangle = Rectangle(x: place.x, y: place.y, width: size.width, height: size.height)
        return rectangle.isEmpty ? nil : rectangle
    }

    /// Draws the glyphs.
    ///
    /// - Parameter color: premultiplied ARGB8888.
    func draw(on rows: PixelRows, at place: (x: Int, y: Int), color: UInt32, _ composition: Composition) {
        guard rectangle(at: place) != nil else { return }
        var (x, y) = place
        for character in ComposedScalars(text) {
            if character == "\n" {
                x = place.x
                y += BitmapFont.lineHeight * scale
                continue
            }
            GlyphKernel.draw(
                rows, BitmapFont.glyph(character), columns: BitmapFont.glyphWidth, rows: BitmapFont.glyphHeight,
                scale: scale, at: (x, y), with: color, composition)
            x += BitmapFont.advance * scale
        }
    }
}
