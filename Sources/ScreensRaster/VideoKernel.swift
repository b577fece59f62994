/// The samples of a frame of video in memory: rows from the top, without gaps.
package enum VideoSamples: Sendable, Hashable {
    /// 32 bits per pixel; the highest byte is ignored.
    case xrgb8888
    /// 32 bits per pixel; the highest byte is alpha, by which the colours are already multiplied.
    case argb8888
    /// Three bytes per pixel, red first.
    case rgb24
    /// Three bytes per pixel, blue first.
    case bgr24
    /// 16 bits per pixel, red in the highest bits.
    case rgb565
    /// One byte of luma per pixel.
    case gray8
    /// Three planes: Y, U, V. Codes of more than 8 bits have two bytes, the lower byte first.
    case planar(ChromaSampling, bits: Int)
    /// A plane of Y, and a plane of alternating U and V for two by two pixels.
    case nv12
    /// The layout of `nv12` with two bytes per code, the lower byte first, and ten bits in the highest places.
    case p010
    /// Y, U, Y, V for two pixels.
    case yuyv422

    /// The bits of a code of luma or chroma.
    package var bits: Int {
        switch self {
        case .planar(_, let bits): bits
        case .p010: 10
        default: 8
        }
    }

    /// The pixels that share a sample of chroma; without chroma, each has its own.
    var sampling: ChromaSampling {
        switch self {
        case .planar(let sampling, _): sampling
        case .nv12, .p010: .yuv420
        case .yuyv422: .yuv422
        default: .yuv444
        }
    }
}

/// Converts frames of video to XRGB8888, or to ARGB8888 if they have alpha. Chroma with fewer samples than pixels is
/// interpolated (``ChromaFilter``).
package struct VideoKernel: Sendable {
    /// The size of a plane in memory.
    package struct PlaneShape: Sendable, Hashable {
        /// The bytes of a row without a gap after it.
        package let rowBytes: Int
        package let rows: Int
    }

    private let samples: VideoSamples
    private let width: Int
    private let height: Int
    private let columns: ChromaFilter
    private let rows: ChromaFilter
    private let yuv: YUVKernel

    /// - Parameters:
    ///   - width: the width of the frame; an odd one has a sample of chroma for its last column.
    ///   - height: the height of the frame; the same holds for its last row.
    ///   - position: the position of chroma in a direction in which pixels share it.
    ///   - coefficients: the coefficients for the bits of the samples; red, green and blue are used unchanged.
    package init(
        _ samples: VideoSamples, width: Int, height: Int, _ position: ChromaPosition, _ coefficients: YUVCoefficients
    ) {
        self.samples = samples
        self.width = width
        self.height = height
        columns = ChromaFilter(isBetween: position.isBetweenColumns)
        rows = ChromaFilter(isBetween: position.isBetweenRows)
        yuv = YUVKernel(coefficients)
    }

    /// The number of planes.
    package var planeCount: Int {
        switch samples {
        case .planar: 3
        case .nv12, .p010: 2
        default: 1
        }
    }

    /// Returns the shape of an existing plane.
    package func plane(_ number: Int) -> PlaneShape {
        let (halfWidth, halfHeight) = ((width &+ 1) / 2, (height &+ 1) / 2)
        switch samples {
        case .xrgb8888, .argb8888: return PlaneShape(rowBytes: width &* 4, rows: height)
        case .rgb24, .bgr24: return PlaneShape(rowBytes: width &* 3, rows: height)
        case .rgb565: return PlaneShape(rowBytes: width &* 2, rows: height)
        case .gray8: return PlaneShape(rowBytes: width, rows: height)
        case .planar(let sampling, let bits):
            let bytes = bits > 8 ? 2 : 1
            guard number > 0 else { return PlaneShape(rowBytes: width &* bytes, rows: height) }
            return PlaneShape(
                rowBytes: (sampling.halvesColumns ? halfWidth : width) &* bytes,
                rows: sampling.halvesRows ? halfHeight : height)
        case .nv12, .p010:
            let bytes = samples == .p010 ? 2 : 1
            return number == 0
                ? PlaneShape(rowBytes: width &* bytes, rows: height)
                : PlaneShape(rowBytes: halfWidth &* 2 &* bytes, rows: halfHeight)
        case .yuyv422: return PlaneShape(rowBytes: halfWidth &* 4, rows: height)
        }
    }

    /// The number of bytes of a frame without gaps.
    package var byteCount: Int {
        var count = 0
        for number in 0..<planeCount { count &+= plane(number).rowBytes &* plane(number).rows }
        return count
    }

    /// Returns the planes of a frame that stores them one after the other, without gaps.
    package func planes(of frame: UnsafeRawPointer) -> VideoPlanes {
        let (first, second, third) = (plane(0), plane(1), plane(2))
        let chroma = frame + first.rowBytes &* first.rows
        return VideoPlanes(
            VideoPlane(base: frame, stride: first.rowBytes),
            planeCount > 1 ? VideoPlane(base: chroma, stride: second.rowBytes) : nil,
            planeCount > 2 ? VideoPlane(base: chroma + second.rowBytes &* second.rows, stride: third.rowBytes) : nil)
    }

    /// Converts a whole frame. Its bytes may change meanwhile, because they only affect colours.
    ///
    /// - Parameters:
    ///   - frame: the planes of the frame, with the bytes of the gaps.
    ///   - target: the target, as large as the frame; it is only written.
    package func convert(_ frame: VideoPlanes, to target: PixelRows) {
        switch samples {
        case .xrgb8888, .argb8888, .rgb24, .bgr24, .rgb565:
            for y in 0..<height { convertColors(frame.first.row(y), to: target.row(y)) }
        default:
            // The array is on the stack: the codes of a part of a line stay in the first-level cache.
            var scratch = InlineArray<4128, Int16>(repeating: 0)
            var span = scratch.mutableSpan
            span.withUnsafeMutableBufferPointer { scratch in
                guard let memory = scratch.baseAddress else { return }
                let lines = VideoLines(memory)
                for y in 0..<height { convertCodes(row: y, of: frame, to: target.row(y), lines) }
            }
        }
    }

    private func convertColors(_ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt32>) {
        switch samples {
        case .argb8888:
            // The bytes of the source may change, so the copied pixels are limited.
            UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: width &* 4)
            NormalKernel.limitToAlpha(target, target, count: width)
        case .rgb24: PackedKernel.fromRGB24(target, source, count: width)
        case .bgr24: PackedKernel.fromBGR24(target, source, count: width)
        case .rgb565: PackedKernel.fromRGB565(target, source, count: width)
        default: PackedKernel.fromXRGB8888(target, source, count: width)
        }
    }

    private func convertCodes(
        row: Int, of frame: VideoPlanes, to target: UnsafeMutablePointer<UInt32>, _ lines: VideoLines
    ) {
        var x = 0
        while x < width {
            let count = min(YUVKernel.length, width &- x)
            unpackLuma(row, x, count, of: frame, lines.y)
            if samples == .gray8 {
                yuv.convertGray(target + x, lines.y, count: count)
            } else if samples.sampling.halvesColumns {
                let scale = unpackShared(row, x, count, of: frame, lines)
                yuv.convertShared(target + x, lines.y, lines.uv + 2, count: count, columns, scale: scale)
            } else {
                unpackChroma(row, x, count, of: frame, lines.uv)
                yuv.convert(target + x, lines.y, lines.uv, count: count)
            }
            x &+= count
        }
    }

    /// Separates the codes of chroma that pixels share, for a part of a row whose `x` is even. The sample before the
    /// part comes first, the sample behind it last.
    ///
    /// - Returns: the factor from the samples to quarters of a code.
    private func unpackShared(_ row: Int, _ x: Int, _ count: Int, of frame: VideoPlanes, _ lines: VideoLines) -> Int16 {
        let start = x / 2 &- 1
        let first = max(start, 0)
        let end = min(start &+ (count &+ 1) / 2 &+ 2, (width &+ 1) / 2)
        let (place, length) = (first &- start, end &- first)
        let (uv, other) = (lines.uv + 2 &* place, lines.otherUV + 2 &* place)
        let pair =
            samples.sampling.halvesRows
            ? rows.samples(of: row, count: (height &+ 1) / 2)
            : (own: row, other: row, weights: ChromaFilter.Weights(own: 4, other: 0))
        unpackChroma(pair.own, first, length, of: frame, uv)
        if pair.other != pair.own {
            unpackChroma(pair.other, first, length, of: frame, other)
            CodeLines.mix(uv, other, count: 2 &* length, pair.weights)
        }
        // Beyond the border, the sample at the border is repeated.
        if place > 0 { (uv[-2], uv[-1]) = (uv[0], uv[1]) }
        (uv[2 &* length], uv[2 &* length &+ 1]) = (uv[2 &* length &- 2], uv[2 &* length &- 1])
        return pair.other == pair.own ? 4 : 1
    }

    /// Separates the codes of luma of a part of a row, whose `x` is even.
    private func unpackLuma(
        _ row: Int, _ x: Int, _ count: Int, of frame: VideoPlanes, _ y: UnsafeMutablePointer<Int16>
    ) {
        let luma = frame.first.row(row)
        switch samples {
        case .planar(_, let bits) where bits > 8: CodeLines.fromWords(y, luma + x &* 2, count: count, shift: 0)
        case .p010: CodeLines.fromWords(y, luma + x &* 2, count: count, shift: 6)
        case .yuyv422: CodeLines.lumaFromYUYV(y, luma + x &* 2, count: count)
        default: CodeLines.fromBytes(y, luma + x, count: count)
        }
    }

    /// Separates the codes of a part of a row of chroma, U and V in turn.
    private func unpackChroma(
        _ row: Int, _ x: Int, _ count: Int, of frame: VideoPlanes, _ uv: UnsafeMutablePointer<Int16>
    ) {
        let (second, third) = (frame.second.row(row), frame.third.row(row))
        switch samples {
        case .planar(_, let bits) where bits > 8:
            CodeLines.fromWords(uv, second + x &* 2, third + x &* 2, count: count)
        case .planar: CodeLines.fromBytes(uv, second + x, third + x, count: count)
        case .nv12: CodeLines.fromBytes(uv, second + x &* 2, count: count &* 2)
        case .p010: CodeLines.fromWords(uv, second + x &* 4, count: count &* 2, shift: 6)
        case .yuyv422: CodeLines.chromaFromYUYV(uv, second + x &* 4, count: count &* 2)
        case .xrgb8888, .argb8888, .rgb24, .bgr24, .rgb565, .gray8: break
        }
    }
}

extension VideoKernel {
    /// Copies a frame to memory with other gaps, which is only written, each row from left to right. The bytes may
    /// change meanwhile.
    package func copy(_ frame: VideoPlanes, to target: borrowing VideoMemory) {
        for number in 0..<planeCount {
            let shape = plane(number)
            let source = number == 0 ? frame.first : number == 1 ? frame.second : frame.third
            let place = target[number]
            for y in 0..<shape.rows {
                (place.base + y &* place.stride).copyMemory(from: source.row(y), byteCount: shape.rowBytes)
            }
        }
    }
}
