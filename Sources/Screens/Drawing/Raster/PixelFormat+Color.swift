extension PixelFormat {
    /// The colour of a pixel, `0x00RRGGBB`: of five and six bits the highest are repeated below, of ten the lowest are left
    /// out.
    func rgb(of pixel: UInt32) -> UInt32 {
        switch self {
        case .xrgb8888, .argb8888: return pixel & 0xFF_FFFF
        case .rgb565:
            let (red, green, blue) = (pixel >> 11 & 31, pixel >> 5 & 63, pixel & 31)
            return (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | blue << 3 | blue >> 2
        case .xrgb2101010:
            return (pixel >> 22 & 0xFF) << 16 | (pixel >> 12 & 0xFF) << 8 | pixel >> 2 & 0xFF
        }
    }
}
