import Screens

/// A picture in ordinary memory, drawn once and shown often.
package struct Bitmap: Sendable, Hashable {
    package let size: Size
    /// XRGB8888, row by row, without gaps.
    package private(set) var pixels: [UInt32]

    package init(size: Size, color: Color = .black) {
        self.size = size
        pixels = [UInt32](repeating: color.rgb, count: max(size.width, 0) * max(size.height, 0))
    }

    package subscript(x: Int, y: Int) -> Color {
        get { Color(rgb: pixels[y * size.width + x]) }
        set { pixels[y * size.width + x] = newValue.rgb }
    }

    /// Fills a rectangle, clipped to the picture.
    package mutating func fill(_ rectangle: Rectangle, with color: Color) {
        let inside = rectangle.intersection(Rectangle(size))
        guard !inside.isEmpty else { return }
        for y in inside.y..<inside.y + inside.height {
            let start = y * size.width + inside.x
            for index in start..<start + inside.width { pixels[index] = color.rgb }
        }
    }

    /// Draws the inner edge of a rectangle, `thickness` pixels wide.
    package mutating func frame(_ rectangle: Rectangle, thickness: Int, with color: Color) {
        let lower = rectangle.y + rectangle.height - thickness
        let right = rectangle.x + rectangle.width - thickness
        fill(Rectangle(x: rectangle.x, y: rectangle.y, width: rectangle.width, height: thickness), with: color)
        fill(Rectangle(x: rectangle.x, y: lower, width: rectangle.width, height: thickness), with: color)
        fill(Rectangle(x: rectangle.x, y: rectangle.y, width: thickness, height: rectangle.height), with: color)
        fill(Rectangle(x: right, y: rectangle.y, width: thickness, height: rectangle.height), with: color)
    }

    /// Sets each pixel of a rectangle to the result of `color` for its place in the rectangle.
    package mutating func paint(_ rectangle: Rectangle, _ color: (_ x: Int, _ y: Int) -> Color) {
        let inside = rectangle.intersection(Rectangle(size))
        guard !inside.isEmpty else { return }
        for y in inside.y..<inside.y + inside.height {
            for x in inside.x..<inside.x + inside.width {
                pixels[y * size.width + x] = color(x - rectangle.x, y - rectangle.y).rgb
            }
        }
    }

    /// Draws a ring around the middle of an area, or else of the picture.
    ///
    /// - Parameter radii: to its outer edge.
    package mutating func ring(in area: Rectangle? = nil, radii: Size, thickness: Int, with color: Color) {
        let area = area ?? Rectangle(size)
        let middle = (x: 2 * area.x + area.width, y: 2 * area.y + area.height)
        let (outer, inner) = (radii, Size(width: radii.width - thickness, height: radii.height - thickness))
        guard inner.width > 0, inner.height > 0 else { return }
        for y in 0..<size.height {
            // Twice the distance from the middle, a whole number for even sizes too.
            let dy = 2 * y + 1 - middle.y
            let reach = Self.reach(at: dy, of: outer)
            guard reach >= 0 else { continue }
            let hole = Self.reach(at: dy, of: inner)
            let (left, right) = (max(0, (middle.x - reach) / 2), min(size.width, (middle.x + reach + 1) / 2))
            for x in left..<max(left, right) where abs(2 * x + 1 - middle.x) > hole {
                pixels[y * size.width + x] = color.rgb
            }
        }
    }

    /// Twice the half-width of an ellipse in a row at twice the distance `dy` from its middle; below 0 outside of it.
    private static func reach(at dy: Int, of radii: Size) -> Int {
        let height = 2 * radii.height
        guard abs(dy) <= height else { return -1 }
        let part = 1 - Double(dy * dy) / Double(height * height)
        return Int((part.squareRoot() * Double(2 * radii.width)).rounded())
    }

    /// Draws a text; see ``BitmapFont``.
    package mutating func text(_ text: String, at origin: (x: Int, y: Int), scale: Int, with color: Color) {
        var x = origin.x
        for character in ComposedScalars(text) {
            for row in 0..<BitmapFont.glyphHeight {
                for column in 0..<BitmapFont.glyphWidth where BitmapFont.hasInk(character, column: column, row: row) {
                    fill(
                        Rectangle(x: x + column * scale, y: origin.y + row * scale, width: scale, height: scale),
                        with: color)
                }
            }
            x += BitmapFont.advance * scale
        }
    }

    /// Copies all of the picture into a view.
    package func draw(on view: inout ExternalView) {
        let width = min(size.width, view.bounds.width)
        let height = min(size.height, view.bounds.height)
        view.withPixels { target, stride in
            pixels.withUnsafeBufferPointer { source in
                // Row by row as memory: element by element through a span takes several times as long.
                target.withUnsafeMutableBufferPointer { target in
                    for y in 0..<height {
                        let row = UnsafeBufferPointer(rebasing: source[y * size.width..<y * size.width + width])
                        _ = UnsafeMutableBufferPointer(rebasing: target[(y * stride)...]).update(from: row)
                    }
                }
            }
        }
    }
}
