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
