import Screens

/// A pattern whose picture depends only on its size.
package enum PatternPicture: Sendable, Hashable {
    /// Eight bars of full colours.
    case bars
    /// Ramps of white, red, green and blue: they show banding and colour casts.
    case gradient
    /// Single pixels of black and white: an even grey, unless the display scales.
    case checker

    package func draw(on target: inout some Drawable & ~Copyable) {
        let area = target.bounds
        switch self {
        case .bars: ColorBars.draw(in: area, on: &target)
        case .gradient:
            let masks: [UInt32] = [0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF]
            for (index, mask) in masks.enumerated() {
                let top = area.height * index / masks.count
                let bottom = area.height * (index + 1) / masks.count
                Ramp.draw(
                    in: Rectangle(x: 0, y: top, width: area.width, height: bottom - top), mask: mask, on: &target)
            }
        case .checker: target.drawChecker(in: area)
        }
    }

    /// The picture in memory; nil if no image can have that size.
    package func image(of size: Size) -> Image? {
        guard var canvas = try? Canvas(size, isOpaque: true) else { return nil }
        draw(on: &canvas)
        return canvas.makeImage()
    }
}

/// The eight bars of full colours, the brightest first.
package enum ColorBars {
    package static let colors: [Color] = [
        0xFFFFFF, 0xFFFF00, 0x00FFFF, 0x00FF00, 0xFF00FF, 0xFF0000, 0x0000FF, 0x000000,
    ]
    .map { Color(rgb: $0) }

    /// The rectangle of each bar. Together they fill the area.
    package static func rectangles(in area: Rectangle) -> [Rectangle] {
        colors.indices.map { index in
            let left = area.width * index / colors.count
            let right = area.width * (index + 1) / colors.count
            return Rectangle(x: area.x + left, y: area.y, width: right - left, height: area.height)
        }
    }

    package static func draw(in area: Rectangle, on target: inout some Drawable & ~Copyable) {
        for (color, rectangle) in zip(colors, rectangles(in: area)) { target.fill(rectangle, with: color) }
    }
}

/// A ramp from black to a colour, with every step of a channel that the width allows.
package enum Ramp {
    /// - Parameter mask: the channels of the ramp, as `0xRRGGBB` with each 00 or FF.
    package static func draw(
        in area: Rectangle, mask: UInt32 = 0xFFFFFF, on target: inout some Drawable & ~Copyable
    ) {
        let span = max(area.width - 1, 1)
        let levelOf = { (column: Int) in UInt32((column * 255 + span / 2) / span) }
        var start = 0
        while start < area.width {
            // One fill covers the columns of a level.
            let level = levelOf(start)
            let end = (start + 1..<area.width).first { levelOf($0) != level } ?? area.width
            target.fill(
                Rectangle(x: area.x + start, y: area.y, width: end - start, height: area.height),
                with: Color(rgb: (level << 16 | level << 8 | level) & mask))
            start = end
        }
    }
}
