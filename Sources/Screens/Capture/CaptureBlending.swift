/// How a plane's transparency counts (`pixel blend mode`).
enum CaptureBlending: Sendable, Hashable {
    /// Its colours are multiplied by it already.
    case premultiplied
    /// They are not.
    case coverage
    /// It does not count.
    case opaque

    /// - Parameter mode: `DRM_MODE_BLEND_*`.
    init(mode: UInt64) {
        self = mode == 1 ? .coverage : mode == 2 ? .opaque : .premultiplied
    }

    /// A pixel over another one.
    ///
    /// - Parameters:
    ///   - pixel: ARGB8888.
    ///   - below: XRGB8888.
    ///   - opacity: of the whole plane, 0 to 0xFFFF.
    func blend(_ pixel: UInt32, over below: UInt32, opacity: UInt32) -> UInt32 {
        let own = self == .opaque ? 255 : pixel >> 24
        if own == 255, opacity == 0xFFFF { return pixel & 0xFF_FFFF }
        let weight = self == .coverage ? own * opacity / 255 : opacity
        let rest = 0xFFFF - own * opacity / 255
        var result: UInt32 = 0
        for shift in [0, 8, 16] as [UInt32] {
            let sum = (pixel >> shift & 0xFF) * weight + (below >> shift & 0xFF) * rest
            // Colours above their own alpha would be more than white.
            result |= min((sum + 0x7FFF) / 0xFFFF, 255) << shift
        }
        return result
    }
}
