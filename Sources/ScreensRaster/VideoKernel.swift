import CScreensRaster

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
    private let sharing: craster_sharing
    private let rows: ChromaFilter
    private let conversion: craster_conversion

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
        sharing =
            if samples == .gray8 {
                CRASTER_NO_CHROMA
            } else if samples.sampling.halvesColumns {
                position.isBetweenColumns ? CRASTER_SHARED_BETWEEN : CRASTER_SHARED_AT_FIRST
            } else {
                CRASTER_OWN_CHROMA
            }
        rows = ChromaFilter(
            isBetween: position.isBetweenRows, isShared: samples.sampling.halvesRows, count: height,
            middle: coefficients.middle)
        conversion = coefficients.conversion
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
            // The array is on the stack: the lines stay in the first-level cache.
            var scratch = InlineArray<4256, Int16>(repeating: 0)
            var span = scratch.mutableSpan
            span.withUnsafeMutableBufferPointer { scratch in
                guard let lines = scratch.baseAddress else { return }
                var row = 0
                while row < height {
                    let rows = rows.rows(from: row)
                    convertCodes(rows, of: frame, to: target, lines)
                    row &+= rows.hasNext ? 2 : 1
                }
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

    /// The number of pixels in a part of a row: an even number of samples of chroma.
    private static let partLength = 1024
    /// The words of a line of chroma for a part, with two for the sample before it, two for the sample behind it, and
    /// 64 that a kernel may write beyond.
    private static let lineLength = 2 * partLength + 80

    /// - Parameter lines: memory for two lines of chroma.
    private func convertCodes(
        _ rows: ChromaFilter.Rows, of frame: VideoPlanes, to target: PixelRows, _ lines: UnsafeMutablePointer<Int16>
    ) {
        var x = 0
        while x < width {
            let count = min(Self.partLength, width &- x)
            if sharing != CRASTER_NO_CHROMA { mixChroma(rows, x, count, of: frame, lines) }
            convert(rows.row, x, count, of: frame, to: target, lines)
            if rows.hasNext { convert(rows.row &+ 1, x, count, of: frame, to: target, lines + Self.lineLength) }
            x &+= count
        }
    }

    /// Makes the lines of chroma for a part of one or two rows, whose `x` is even. If columns share samples, the sample
    /// before the part comes first in a line, and the sample behind it last.
    private func mixChroma(
        _ rows: ChromaFilter.Rows, _ x: Int, _ count: Int, of frame: VideoPlanes, _ lines: UnsafeMutablePointer<Int16>
    ) {
        let isShared = samples.sampling.halvesColumns
        let start = isShared ? x / 2 &- 1 : x
        let first = max(start, 0)
        let end = isShared ? min(start &+ (count &+ 1) / 2 &+ 2, (width &+ 1) / 2) : x &+ count
        let (place, length) = (first &- start, end &- first)
        func chroma(_ row: Int) -> craster_chroma_row {
            let offset = first &* craster_chroma_bytes(chromaLayout)
            return craster_chroma_row(u: frame.second.row(row) + offset, v: frame.third.row(row) + offset)
        }
        let next = lines + Self.lineLength
        var mixed = craster_chroma_rows(
            first: chroma(rows.first), second: chroma(rows.second), upper: lines + 2 &* place,
            lower: rows.hasNext ? next + 2 &* place : nil, for_upper: rows.weights, for_lower: rows.weightsOfNext)
        craster_best_kernels().pointee.mix_chroma(&mixed, length, chromaLayout)
        guard isShared else { return }
        // Beyond the border, the sample at the border is repeated.
        repeatBorders(of: lines, place, length)
        if rows.hasNext { repeatBorders(of: next, place, length) }
    }

    private func repeatBorders(of line: UnsafeMutablePointer<Int16>, _ place: Int, _ length: Int) {
        if place > 0 { (line[0], line[1]) = (line[2], line[3]) }
        let end = line + 2 &* (place &+ length)
        (end[0], end[1]) = (end[-2], end[-1])
    }

    /// Converts a part of a row.
    private func convert(
        _ row: Int, _ x: Int, _ count: Int, of frame: VideoPlanes, to target: PixelRows,
        _ line: UnsafeMutablePointer<Int16>
    ) {
        let luma = frame.first.row(row) + (lumaLayout == CRASTER_LUMA_BYTES ? x : 2 &* x)
        withUnsafePointer(to: conversion) { conversion in
            craster_best_kernels().pointee.convert(
                target.row(row) + x, luma, samples.sampling.halvesColumns ? line + 2 : line, count, lumaLayout, sharing,
                conversion)
        }
    }

    private var lumaLayout: craster_luma {
        switch samples {
        case .planar(_, let bits) where bits > 8: CRASTER_LUMA_WORDS
        case .p010: CRASTER_LUMA_HIGH_WORDS
        case .yuyv422: CRASTER_LUMA_YUYV
        default: CRASTER_LUMA_BYTES
        }
    }

    private var chromaLayout: craster_chroma {
        switch samples {
        case .planar(_, let bits) where bits > 8: CRASTER_CHROMA_WORDS
        case .nv12: CRASTER_CHROMA_BYTE_PAIRS
        case .p010: CRASTER_CHROMA_HIGH_WORD_PAIRS
        case .yuyv422: CRASTER_CHROMA_YUYV
        default: CRASTER_CHROMA_BYTES
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
