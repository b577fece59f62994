import Screens

/// A picture that is drawn once.
package struct StillPattern: FramePattern {
    private let make: @Sendable (Size) -> Bitmap
    private var bitmap: Bitmap?

    package init(_ make: @escaping @Sendable (Size) -> Bitmap) {
        self.make = make
    }

    package var isStill: Bool { true }

    package mutating func draw(frame number: Int, isComplete: Bool, on view: inout ExternalView) {
        guard isComplete else { return }
        let size = view.bounds.size
        if bitmap?.size != size { bitmap = make(size) }
        bitmap?.draw(on: &view)
    }
}

extension StillPattern {
    /// Eight bars of full colours.
    package static let bars = StillPattern { size in
        var bitmap = Bitmap(size: size)
        ColorBars.draw(in: Rectangle(size), on: &bitmap)
        return bitmap
    }

    /// Ramps of white, red, green and blue: they show banding and colour casts.
    package static let gradient = StillPattern { size in
        var bitmap = Bitmap(size: size)
        let masks: [UInt32] = [0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF]
        for (index, mask) in masks.enumerated() {
            let top = size.height * index / masks.count
            let bottom = size.height * (index + 1) / masks.count
            Ramp.draw(
                in: Rectangle(x: 0, y: top, width: size.width, height: bottom - top), mask: mask, on: &bitmap)
        }
        return bitmap
    }

    /// Single pixels of black and white: an even grey, unless the display scales.
    package static let checker = StillPattern { size in
        var bitmap = Bitmap(size: size)
        bitmap.paint(Rectangle(size)) { x, y in (x + y) % 2 == 0 ? .white : .black }
        return bitmap
    }
}

/// The eight bars of full colours, the brightest first.
package enum ColorBars {
    package static let colors: [Color] = [
        0xFFFFFF, 0xFFFF00, 0x00FFFF, 0x00FF00, 0xFF00FF, 0xFF0000, 0x0000FF, 0x000000,
    ]
    .map { Color(rgb: $0) }

    /// The place of each bar; together they fill the rectangle.
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

/// A ramp from black to a colour, with every step of a channel that the width allows.
package enum Ramp {
    /// - Parameter mask: the channels that take part, as `0xRRGGBB` with each 00 or FF.
    package static func draw(in area: Rectangle, mask: UInt32 = 0xFFFFFF, on bitmap: inout Bitmap) {
        let span = max(area.width - 1, 1)
        bitmap.paint(area) { x, _ in
            let level = UInt32((x * 255 + span / 2) / span)
            return Color(rgb: (level << 16 | level << 8 | level) & mask)
        }
    }
}
