import ScreensRaster

extension VideoFormat {
    /// The bytes of a frame.
    public var byteCount: Int { VideoKernel(self).byteCount }

    /// The bytes of a row where gaps may follow it; nil where a frame is one piece.
    package var rowBytes: Int? { VideoKernel(self).rowBytes }
}

extension VideoKernel {
    init(_ format: VideoFormat) {
        let samples = VideoSamples(format.pixels)
        let (red, blue) = format.matrix.weights
        self.init(
            samples, width: format.size.width, height: format.size.height,
            YUVCoefficients(red: red, blue: blue, isFull: format.range == .full, bits: samples.bits))
    }
}

extension VideoSamples {
    fileprivate init(_ pixels: VideoPixelFormat) {
        self =
            switch pixels {
            case .xrgb8888: .xrgb8888
            case .rgb24: .rgb24
            case .bgr24: .bgr24
            case .rgb565: .rgb565
            case .gray8: .gray8
            case .yuv420p: .planar(.yuv420, bits: 8)
            case .yuv422p: .planar(.yuv422, bits: 8)
            case .yuv444p: .planar(.yuv444, bits: 8)
            case .yuv420p10: .planar(.yuv420, bits: 10)
            case .nv12: .nv12
            case .yuyv422: .yuyv422
            case .p010: .p010
            }
    }
}

extension ColorMatrix {
    /// The weights of red and blue in luma, as the recommendations have them.
    fileprivate var weights: (red: Double, blue: Double) {
        switch self {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
    }
}
