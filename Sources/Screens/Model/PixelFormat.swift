/// How a pixel lies in memory, as a number of the machine's byte order.
public enum PixelFormat: Sendable, Hashable, CaseIterable {
    /// Eight bits each, `0x00RRGGBB`; the highest byte means nothing (`DRM_FORMAT_XRGB8888`). The default.
    case xrgb8888
    /// Eight bits each, `0xAARRGGBB`, the colours multiplied by alpha (`DRM_FORMAT_ARGB8888`).
    case argb8888
    /// Five, six and five bits in sixteen (`DRM_FORMAT_RGB565`).
    case rgb565
    /// Ten bits each, red above green above blue; the highest two mean nothing (`DRM_FORMAT_XRGB2101010`).
    case xrgb2101010

    /// The code by which KMS and other libraries know it: four letters, the first one lowest.
    public var fourCC: UInt32 {
        switch self {
        case .xrgb8888: 0x3432_5258
        case .argb8888: 0x3432_5241
        case .rgb565: 0x3631_4752
        case .xrgb2101010: 0x3033_5258
        }
    }

    /// 2 or 4.
    public var bytesPerPixel: Int { self == .rgb565 ? 2 : 4 }

    /// The bits of a pixel that mean colours: what modesetting calls its depth.
    public var depth: Int {
        switch self {
        case .xrgb8888: 24
        case .argb8888: 32
        case .rgb565: 16
        case .xrgb2101010: 30
        }
    }
}

extension PixelFormat {
    /// As KMS has it, in small letters.
    package var name: String {
        switch self {
        case .xrgb8888: "xrgb8888"
        case .argb8888: "argb8888"
        case .rgb565: "rgb565"
        case .xrgb2101010: "xrgb2101010"
        }
    }
}

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
