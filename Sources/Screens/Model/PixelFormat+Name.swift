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
