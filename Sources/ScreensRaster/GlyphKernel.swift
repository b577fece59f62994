/// Draws glyphs of a bitmap font.
package enum GlyphKernel {
    /// - Parameters:
    ///   - bits: the pixels of the glyph, row by row, the upper left one in the highest of `columns * rows` bits.
    ///   - scale: the size of a pixel of the glyph, at least 1.
    ///   - place: the place of the glyph in the target; it may be partly outside, by less than 2⁵⁰ pixels.
    ///   - pixel: the colour, premultiplied ARGB8888.
    package static func draw(
        _ target: PixelRows, _ bits: UInt64, columns: Int, rows: Int, scale: Int, at place: (x: Int, y: Int),
        with pixel: UInt32, _ composition: Composition
    ) {
        guard place.x < target.width, place.x &+ columns &* scale > 0, place.y < target.height else { return }
        for row in 0..<rows {
            let top = max(place.y &+ row &* scale, 0)
            let bottom = min(place.y &+ (row &+ 1) &* scale, target.height)
            guard top < bottom else { continue }
            let line = bits >> UInt64((rows &- 1 &- row) &* columns)
            var column = 0
            while column < columns {
                let begun = column
                while column < columns, line >> UInt64(columns &- 1 &- column) & 1 == 1 { column &+= 1 }
                let left = max(place.x &+ begun &* scale, 0)
                let right = min(place.x &+ column &* scale, target.width)
                if left < right {
                    let area = PixelArea(x: left, y: top, width: right &- left, height: bottom &- top)
                    PutKernel.fill(target.part(area), with: pixel, composition)
                }
                column &+= 1
            }
        }
    }
}
