import CScreensPango
import Screens

/// A layout that Pango has shaped on the thread of its engine, with its measurements.
final class ShapedText {
    /// The margin around outlines: glyphs are drawn at whole pixels, with antialiased edges.
    private static let margin = 2

    /// The `PangoLayout`; nil if no font is installed, because Pango would then measure with uninitialized values.
    let pango: OpaquePointer?
    /// The length of the text in bytes.
    let length: Int
    let size: Size
    /// The pixels that are drawn on, from the upper left corner.
    let ink: Rectangle
    /// The number of characters without a glyph.
    let missingGlyphCount: Int

    /// A text for which there is no font.
    init(withoutFont layout: TextLayout) {
        pango = nil
        length = 0
        size = Size(width: 0, height: 0)
        ink = Rectangle(x: 0, y: 0, width: 0, height: 0)
        missingGlyphCount = layout.text.unicodeScalars.count { !$0.properties.isWhitespace }
    }

    /// Takes the reference to a `PangoLayout`.
    ///
    /// - Parameter length: the bytes of its text.
    init(_ pango: OpaquePointer, length: Int) {
        self.pango = pango
        self.length = length
        missingGlyphCount = Int(pango_layout_get_unknown_glyphs_count(pango))
        var (drawn, logical) = (PangoRectangle(), PangoRectangle())
        pango_layout_get_extents(pango, &drawn, &logical)
        let place = logical.pixels(margin: 0)
        size = Size(width: max(place.x + place.width, 0), height: max(place.y + place.height, 0))
        ink =
            drawn.width > 0 && drawn.height > 0
            ? drawn.pixels(margin: Self.margin) : Rectangle(x: 0, y: 0, width: 0, height: 0)
    }

    deinit {
        // The last reference to a font closes its file.
        if let pango { FontAccess.during { g_object_unref(UnsafeMutableRawPointer(pango)) } }
    }

    var baseline: Double {
        var units: Int32 = 0
        if let pango { FontAccess.during { units = pango_layout_get_baseline(pango) } }
        return Double(units) / 1024
    }

    var isTruncated: Bool { pango.map { pango_layout_is_ellipsized($0) != 0 } ?? false }

    /// - Parameter text: the text, whose end the layout may lack.
    func lines(of text: String) -> [TextLine] {
        var lines: [TextLine] = []
        if let pango { FontAccess.during { lines = self.lines(of: text, in: pango) } }
        return lines
    }

    private func lines(of text: String, in pango: OpaquePointer) -> [TextLine] {
        let iterator = pango_layout_get_iter(pango)
        defer { pango_layout_iter_free(iterator) }
        var lines: [TextLine] = []
        repeat {
            let line = pango_layout_iter_get_line_readonly(iterator)
            var logical = PangoRectangle()
            pango_layout_iter_get_line_extents(iterator, nil, &logical)
            let start = Int(pango_layout_line_get_start_index(line))
            let end = start + Int(pango_layout_line_get_length(line))
            lines.append(
                TextLine(
                    range: text.place(ofByte: start)..<text.place(ofByte: end), bounds: logical.pixels(margin: 0),
                    baseline: Double(pango_layout_iter_get_baseline(iterator)) / 1024,
                    // `PANGO_DIRECTION_RTL`, and its weak form.
                    isRightToLeft: [1, 5].contains(pango_layout_line_get_resolved_direction(line))))
        } while pango_layout_iter_next_line(iterator) != 0
        return lines
    }

    func index(at place: (x: Double, y: Double), in text: String) -> String.Index? {
        guard let pango, 0..<Double(size.width) ~= place.x, 0..<Double(size.height) ~= place.y else { return nil }
        var (index, trailing, isFound) = (Int32(0), Int32(0), Int32(0))
        FontAccess.during {
            isFound = pango_layout_xy_to_index(
                pango, Int32(place.x * 1024), Int32(place.y * 1024), &index, &trailing)
        }
        guard isFound != 0, index < length else { return nil }
        return text.place(ofByte: Int(index))
    }
}

extension String {
    /// The index of a byte, limited to the end.
    fileprivate func place(ofByte offset: Int) -> String.Index {
        utf8.index(startIndex, offsetBy: offset, limitedBy: endIndex) ?? endIndex
    }
}

extension PangoRectangle {
    /// The whole pixels that the rectangle reaches.
    fileprivate func pixels(margin: Int) -> Rectangle {
        let (left, top) = (Int(x) >> 10, Int(y) >> 10)
        let (right, bottom) = ((Int(x) + Int(width) + 1023) >> 10, (Int(y) + Int(height) + 1023) >> 10)
        return Rectangle(
            x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin)
    }
}
