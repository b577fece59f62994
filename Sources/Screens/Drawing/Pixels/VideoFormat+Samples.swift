import ScreensRaster

extension VideoFormat {
    /// The number of bytes of a frame.
    public var byteCount: Int { VideoKernel(self).byteCount }

    /// The planes of a frame: for each the bytes of a row without a gap after it, and the number of rows.
    package var planeShapes: [(rowBytes: Int, rows: Int)] {
        let kernel = VideoKernel(self)
        return (0..<kernel.planeCount).map { (kernel.plane($0).rowBytes, kernel.plane($0).rows) }
    }

    /// The places of the planes of a frame without gaps: the first byte of each, and the bytes from one of its rows to
    /// the next.
    package var packedPlanes: [(offset: Int, stride: Int)] {
        var end = 0
        return planeShapes.map { shape in
            defer { end += shape.rowBytes * shape.rows }
            return (end, shape.rowBytes)
        }
    }

    /// A frame with its planes at these places; there must be as many as there are shapes.
    package func frame(at places: [(base: UnsafeRawPointer, stride: Int)]) -> VideoPlanes? {
        let planes = places.map { VideoPlane(base: $0.base, stride: $0.stride) }
        guard planes.count == planeShapes.count, let first = planes.first else { return nil }
        return VideoPlanes(first, planes.count > 1 ? planes[1] : nil, planes.count > 2 ? planes[2] : nil)
    }
}

extension VideoKernel {
    /// - Parameter isOpaque: whether the pixels of the target have no alpha.
    init(_ format: VideoFormat, isOpaque: Bool = true) {
        let samples = isOpaque && format.pixels.hasAlpha ? .xrgb8888 : VideoSamples(format.pixels)
        let (red, blue) = format.matrix.weights
        self.init(
            samples, width: format.size.width, height: format.size.height, ChromaPosition(format.siting),
            YUVCoefficients(red: red, blue: blue, isFull: format.range == .full, bits: samples.bits))
    }
}

extension VideoSamples {
    fileprivate init(_ pixels: VideoPixelFormat) {
        self =
            switch pixels {
            case .xrgb8888: .xrgb8888
            case .argb8888: .argb8888
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

extension ChromaPosition {
    fileprivate init(_ siting: ChromaSiting) {
        self.init(isBetweenColumns: siting == .center, isBetweenRows: siting != .topLeft)
    }
}

extension ColorMatrix {
    /// The weights of red and blue in luma, by the recommendations.
    fileprivate var weights: (red: Double, blue: Double) {
        switch self {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
    }
}
