import Screens

/// A picture that is made once.
package struct StillPattern: FramePattern {
    private let make: @Sendable (Size) -> Bitmap
    private var bitmap: Bitmap?

    package init(_ make: @escaping @Sendable (Size) -> Bitmap) {
        self.make = make
    }

    package var isStill: Bool { true }

    package mutating func draw(frame number: Int, isComplete: Bool, on view: borrowing ExternalView) {
        guard isComplete else { return }
        let size = view.bounds.size
        if bitmap?.size != size { bitmap = make(size) }
        bitmap?.draw(on: view)
    }
}

extension StillPattern {
    /// Eight bars of full colours.
    package static let bars = StillPattern { size in
        var bitmap = Bitmap(size: size)
        ColorBars.draw(in: Rectangle(size), on: &bitmap)
        return bitmap
    }

    /// Ramps of white, red, green and blue, for banding and colour casts.
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

    /// Single pixels of black and white: grey as a whole, and uneven where a display scales.
    package static let checker = StillPattern { size in
        var bitmap = Bitmap(size: size)
        bitmap.paint(Rectangle(size)) { x, y in (x + y) % 2 == 0 ? .white : .black }
        return bitmap
    }
}
