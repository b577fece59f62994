import Screens

/// Shapes of test patterns.
extension Drawable where Self: ~Copyable {
    /// Draws a ring around the middle of an area.
    ///
    /// - Parameter radii: the radii of the outer edge.
    mutating func drawRing(in area: Rectangle, radii: Size, thickness: Int, with color: Color) {
        let middle = (x: 2 * area.x + area.width, y: 2 * area.y + area.height)
        let inner = Size(width: radii.width - thickness, height: radii.height - thickness)
        guard inner.width > 0, inner.height > 0 else { return }
        for y in 0..<bounds.height {
            // Twice the distance from the middle: a whole number for even sizes too.
            let dy = 2 * y + 1 - middle.y
            let reach = Ellipse.reach(at: dy, of: radii)
            guard reach >= 0 else { continue }
            let (left, right) = ((middle.x - reach) / 2, (middle.x + reach + 1) / 2)
            let hole = Ellipse.reach(at: dy, of: inner)
            guard hole >= 0 else {
                fill(Rectangle(x: left, y: y, width: right - left, height: 1), with: color)
                continue
            }
            // The columns of the hole: the pixels whose middle is in it.
            let (first, last) = ((middle.x - hole) >> 1, (middle.x - 1 + hole) >> 1)
            fill(Rectangle(x: left, y: y, width: first - left, height: 1), with: color)
            fill(Rectangle(x: last + 1, y: y, width: right - last - 1, height: 1), with: color)
        }
    }

    /// Draws every second column of a rectangle white, from the first on, and the others black.
    mutating func drawColumns(in area: Rectangle) {
        fill(area, with: .black)
        for x in stride(from: 0, to: area.width, by: 2) {
            fill(Rectangle(x: area.x + x, y: area.y, width: 1, height: area.height), with: .white)
        }
    }

    /// Draws every second row of a rectangle white, from the first on, and the others black.
    mutating func drawRows(in area: Rectangle) {
        fill(area, with: .black)
        for y in stride(from: 0, to: area.height, by: 2) {
            fill(Rectangle(x: area.x, y: area.y + y, width: area.width, height: 1), with: .white)
        }
    }

    /// Fills a rectangle with single pixels of white and black, white in the upper left corner.
    mutating func drawChecker(in area: Rectangle) {
        // The side is even, so that tiles continue each other.
        let side = 64
        guard var tile = try? Canvas(Size(width: side, height: side), isOpaque: true) else { return }
        for y in 0..<side {
            for x in stride(from: y % 2, to: side, by: 2) {
                tile.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: .white)
            }
        }
        let image = tile.makeImage()
        clipped(to: area) { target in
            for y in stride(from: 0, to: area.height, by: side) {
                for x in stride(from: 0, to: area.width, by: side) {
                    target.draw(image, at: (area.x + x, area.y + y))
                }
            }
        }
    }
}

private enum Ellipse {
    /// Twice the half-width of an ellipse in a row at twice the distance `dy` from its middle; below 0 outside of it.
    static func reach(at dy: Int, of radii: Size) -> Int {
        let height = 2 * radii.height
        guard abs(dy) <= height else { return -1 }
        let part = 1 - Double(dy * dy) / Double(height * height)
        return Int((part.squareRoot() * Double(2 * radii.width)).rounded())
    }
}
