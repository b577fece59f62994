/// The layout of a pixel in memory, as an integer in the machine's byte order.
public enum PixelFormat: Sendable, Hashable, CaseIterable {
    /// Eight bits per channel, `0x00RRGGBB`; the highest byte is ignored (`DRM_FORMAT_XRGB8888`). The default.
    case xrgb8888
    /// Eight bits per channel, `0xAARRGGBB`, the colours premultiplied by alpha (`DRM_FORMAT_ARGB8888`).
    case argb8888
    /// Eight bits per channel in three bytes, in memory blue, green and red (`DRM_FORMAT_RGB888`).
    case rgb888
    /// Eight bits per channel in three bytes, in memory red, green and blue (`DRM_FORMAT_BGR888`).
    case bgr888
    /// Five, six and five bits in sixteen (`DRM_FORMAT_RGB565`).
    case rgb565
    /// Ten bits per channel, red in the highest bits and blue in the lowest; the highest two bits are ignored
    /// (`DRM_FORMAT_XRGB2101010`).
    case xrgb2101010

    /// The code that KMS and other libraries use for it: four letters, the first one in the lowest byte.
    public var fourCC: UInt32 {
        switch self {
        case .xrgb8888: 0x3432_5258
        case .argb8888: 0x3432_5241
        case .rgb888: 0x3432_4752
        case .bgr888: 0x3432_4742
        case .rgb565: 0x3631_4752
        case .xrgb2101010: 0x3033_5258
        }
    }

    /// The number of bytes of a pixel: 2, 3 or 4.
    public var bytesPerPixel: Int {
        switch self {
        case .rgb565: 2
        case .rgb888, .bgr888: 3
        case .xrgb8888, .argb8888, .xrgb2101010: 4
        }
    }

    /// The number of bits of a pixel that carry colour or alpha: the `depth` of `drmModeAddFB`.
    public var depth: Int {
        switch self {
        case .xrgb8888, .rgb888, .bgr888: 24
        case .argb8888: 32
        case .rgb565: 16
        case .xrgb2101010: 30
        }
    }

    /// The KMS name in lower case.
    package var name: String {
        switch self {
        case .xrgb8888: "xrgb8888"
        case .argb8888: "argb8888"
        case .rgb888: "rgb888"
        case .bgr888: "bgr888"
        case .rgb565: "rgb565"
        case .xrgb2101010: "xrgb2101010"
        }
    }

    /// The colour of a pixel, `0x00RRGGBB`. Channels of five and six bits repeat their highest bits below; channels of
    /// ten bits drop their lowest two.
    func rgb(of pixel: UInt32) -> UInt32 {
        switch self {
        case .xrgb8888, .argb8888, .rgb888: return pixel & 0xFF_FFFF
        case .bgr888: return (pixel & 0xFF) << 16 | pixel & 0xFF00 | pixel >> 16 & 0xFF
        case .rgb565:
            let (red, green, blue) = (pixel >> 11 & 31, pixel >> 5 & 63, pixel & 31)
            return (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | blue << 3 | blue >> 2
        case .xrgb2101010:
            return (pixel >> 22 & 0xFF) << 16 | (pixel >> 12 & 0xFF) << 8 | pixel >> 2 & 0xFF
        }
    }
}
