import Screens

/// The eight bars of full colours, the brightest first.
package enum ColorBars {
    package static let colors: [Color] = [
        0xFFFFFF, 0xFFFF00, 0x00FFFF, 0x00FF00, 0xFF00FF, 0xFF0000, 0x0000FF, 0x000000,
    ]
    .map { Color(rgb: $0) }

    /// Where each bar is; together they fill the rectangle.
    package static func rectangles(in area: Rectangle) -> [Rectangle] {
        colors.indices.map { index in
            let left = area.width * index / colors.count
            let right = area.width * (index + 1) / colors.count
            return Rectangle(x: area.x + left, y: area.y, width: right - left, height: area.height)
        }
    }

    package static func draw(in area: Rectangle, on bitmap: inout Bitmap) {
        for (color, rectangle) in zip(colors, rectangles(in: area)) { bitmap.fill(rectangle, with: color) }
    }
}
