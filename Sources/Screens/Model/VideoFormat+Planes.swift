extension VideoPixelFormat {
    /// The kernel's code for the format, `DRM_FORMAT_*`; nil if none has the same meaning.
    var fourCC: UInt32? {
        switch self {
        case .xrgb8888: PixelFormat.xrgb8888.fourCC
        case .rgb24: PixelFormat.bgr888.fourCC
        case .bgr24: PixelFormat.rgb888.fourCC
        case .rgb565: PixelFormat.rgb565.fourCC
        case .yuv420p: 0x3231_5559
        case .yuv422p: 0x3631_5559
        case .yuv444p: 0x3432_5559
        case .nv12: 0x3231_564E
        case .yuyv422: 0x5659_5559
        case .p010: 0x3031_3050
        case .argb8888, .gray8, .yuv420p10: nil
        }
    }
}

extension ColorMatrix {
    /// The value of a plane's `COLOR_ENCODING`.
    var planeChoice: String {
        switch self {
        case .bt601: "ITU-R BT.601 YCbCr"
        case .bt709: "ITU-R BT.709 YCbCr"
        case .bt2020: "ITU-R BT.2020 YCbCr"
        }
    }
}

extension ColorRange {
    /// The value of a plane's `COLOR_RANGE`.
    var planeChoice: String {
        switch self {
        case .full: "YCbCr full range"
        case .limited: "YCbCr limited range"
        }
    }
}
