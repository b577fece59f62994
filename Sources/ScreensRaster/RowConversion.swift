/// The format that rows of XRGB8888 are converted to.
package enum RowConversion: Sendable {
    case xrgb8888, argb8888, xrgb2101010, rgb888, bgr888, rgb565, ditheredRGB565

    var bytesPerPixel: Int {
        switch self {
        case .xrgb8888, .argb8888, .xrgb2101010: 4
        case .rgb888, .bgr888: 3
        case .rgb565, .ditheredRGB565: 2
        }
    }

    /// - Parameter place: the place of the row on the screen, for the dither pattern.
    @inline(__always)
    func convert(
        _ target: UnsafeMutableRawPointer, _ source: UnsafePointer<UInt32>, count: Int, at place: (x: Int, y: Int)
    ) {
        let long = target.assumingMemoryBound(to: UInt32.self)
        let short = target.assumingMemoryBound(to: UInt16.self)
        switch self {
        case .xrgb8888: target.copyMemory(from: source, byteCount: count &* 4)
        case .argb8888: ConversionKernel.toARGB(long, source, count: count)
        case .xrgb2101010: ConversionKernel.toXRGB2101010(long, source, count: count)
        case .rgb888: ConversionKernel.toRGB888(target, source, count: count)
        case .bgr888: ConversionKernel.toBGR888(target, source, count: count)
        case .rgb565: ConversionKernel.toRGB565(short, source, count: count)
        case .ditheredRGB565: ConversionKernel.toRGB565Dithered(short, source, count: count, at: place)
        }
    }
}
