import Screens

/// A run from black to a colour that shows every step a channel has, as far as the width allows.
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
