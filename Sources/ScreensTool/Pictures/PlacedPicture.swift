import Screens

/// A picture on a background, as a screen is to show it.
struct PlacedPicture: Sendable, Hashable {
    let picture: DecodedPicture
    let mode: ContentMode
    let background: Color

    /// - Returns: a bitmap of the screen's size.
    func bitmap(for screen: Size) -> Bitmap {
        var bitmap = Bitmap(size: screen, color: background)
        let place = mode.rectangle(for: picture.size, in: Rectangle(screen))
        // Only for what is seen: a strip that fills a screen reaches very far out of it.
        let seen = place.intersection(Rectangle(screen))
        let columns = Self.spans(of: picture.size.width, in: place.width, from: seen.x - place.x, count: seen.width)
        let rows = Self.spans(of: picture.size.height, in: place.height, from: seen.y - place.y, count: seen.height)
        var line: [Color] = []
        for (y, span) in rows.enumerated() {
            // Where the picture grows, lines are alike: each pixel of it is looked at once.
            if y == 0 || span != rows[y - 1] { line = self.line(columns, in: span) }
            for (x, color) in line.enumerated() { bitmap[seen.x + x, seen.y + y] = color }
        }
        return bitmap
    }

    private func line(_ columns: [Range<Int>], in rows: Range<Int>) -> [Color] {
        var line: [Color] = []
        line.reserveCapacity(columns.count)
        for (x, span) in columns.enumerated() {
            line.append(x > 0 && span == columns[x - 1] ? line[x - 1] : color(in: span, rows))
        }
        return line
    }

    /// What each pixel of a side is made of: one pixel where the picture grows, and all that fall together where it
    /// shrinks.
    private static func spans(of source: Int, in target: Int, from first: Int, count: Int) -> [Range<Int>] {
        func edge(_ index: Int) -> Int { Int(Double(index) * Double(source) / Double(target)) }
        return (first..<first + count).map { index in
            let start = min(edge(index), source - 1)
            return start..<min(max(edge(index + 1), start + 1), source)
        }
    }

    private func color(in columns: Range<Int>, _ rows: Range<Int>) -> Color {
        var (opacity, red, green, blue) = (0, 0, 0, 0)
        for y in rows {
            for x in columns {
                let pixel = picture.pixels[y * picture.size.width + x]
                opacity += Int(pixel >> 24)
                red += Int(pixel >> 16 & 0xFF)
                green += Int(pixel >> 8 & 0xFF)
                blue += Int(pixel & 0xFF)
            }
        }
        let count = columns.count * rows.count
        let rest = 255 * count - opacity
        func mean(_ sum: Int, over background: UInt8) -> UInt8 {
            UInt8((sum * 255 + rest * Int(background) + count * 255 / 2) / (count * 255))
        }
        return Color(
            red: mean(red, over: background.red), green: mean(green, over: background.green),
            blue: mean(blue, over: background.blue))
    }
}
