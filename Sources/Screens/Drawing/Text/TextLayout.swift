import ScreensRaster

/// The places of the glyphs of a text in the built-in font, line by line.
struct TextLayout {
    let text: String
    /// The size of a pixel of the font, at most 4096. Below 1 nothing is drawn.
    let scale: Int
    /// The place of shorter lines beside the longest one.
    let alignment: HorizontalAlignment

    private static let largestScale = 4096
    /// The distance at which text is never visible.
    private static let farthest = 1 << 40

    init(_ text: String, scale: Int, alignment: HorizontalAlignment = .left) {
        self.text = text
        self.alignment = alignment
        self.scale = min(scale, Self.largestScale)
    }

    /// The size in pixels: to the right edge of the longest line, and to the lowest pixel that a letter of the last
    /// line can have.
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
            width: width(ofColumns: longest),
            height: ((lines - 1) * BitmapFont.lineHeight + BitmapFont.glyphHeight) * scale)
    }

    private func width(ofColumns columns: Int) -> Int {
        max(columns * BitmapFont.advance - (BitmapFont.advance - BitmapFont.glyphWidth), 0) * scale
    }

    /// The upper left corner of the text in a rectangle of any numbers. The capitals are centred: the rows below the
    /// last baseline do not count.
    func place(in rectangle: Rectangle, _ vertical: VerticalAlignment) -> (x: Int, y: Int) {
        func near(_ number: Int) -> Int { min(max(number, -Self.farthest), Self.farthest) }
        let (left, right) = (near(rectangle.minX), near(rectangle.maxX))
        let (top, bottom) = (near(rectangle.minY), near(rectangle.maxY))
        let size = size
        let capitals = size.height - (BitmapFont.glyphHeight - BitmapFont.capitalHeight) * max(scale, 0)
        let x =
            switch alignment {
            case .left: left
            case .center: (left + right - size.width) >> 1
            case .right: right - size.width
            }
        let y =
            switch vertical {
            case .top: top
            case .center: (top + bottom - capitals) >> 1
            case .bottom: bottom - size.height
            }
        return (x, y)
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
        guard let all = rectangle(at: place) else { return }
        // A second iterator, one line ahead of the glyphs.
        var lines = ComposedScalars(text)
        var (x, y) = (place.x + indent(within: all.width, &lines), place.y)
        for character in ComposedScalars(text) {
            if character == "\n" {
                x = place.x + indent(within: all.width, &lines)
                y += BitmapFont.lineHeight * scale
                continue
            }
            GlyphKernel.draw(
                rows, BitmapFont.glyph(character), columns: BitmapFont.glyphWidth, rows: BitmapFont.glyphHeight,
                scale: scale, at: (x, y), with: color, composition)
            x += BitmapFont.advance * scale
        }
    }

    /// The distance of a line from the left edge of the text.
    ///
    /// - Parameter lines: the text at the beginning of the line; afterwards at the beginning of the next line.
    private func indent(within width: Int, _ lines: inout ComposedScalars) -> Int {
        guard alignment != .left else { return 0 }
        var columns = 0
        while let character = lines.next(), character != "\n" { columns += 1 }
        let room = width - self.width(ofColumns: columns)
        return alignment == .center ? room / 2 : room
    }
}
