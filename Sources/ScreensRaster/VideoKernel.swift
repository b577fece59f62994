/// The samples of a frame of video in memory: rows from the top, without gaps.
package enum VideoSamples: Sendable, Hashable {
    /// 32 bits a pixel; the highest byte is ignored.
    case xrgb8888
    /// Three bytes a pixel, red first.
    case rgb24
    /// Three bytes a pixel, blue first.
    case bgr24
    /// 16 bits a pixel, red in the highest ones.
    case rgb565
    /// A byte of luma a pixel.
    case gray8
    /// Three planes: Y, U, V. Codes of more than 8 bits have two bytes, the lower one first.
    case planar(ChromaSampling, bits: Int)
    /// A plane of Y, then one of U and V in turn, for two by two pixels.
    case nv12
    /// As `nv12` with two bytes a code, the lower one first, with ten bits in the highest places.
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
}

/// For which pixels a sample of chroma is.
package struct ChromaSampling: Sendable, Hashable {
    /// For two neighbours in a row.
    let halvesColumns: Bool
    /// For two rows.
    let halvesRows: Bool

    package static let yuv420 = ChromaSampling(halvesColumns: true, halvesRows: true)
    package static let yuv422 = ChromaSampling(halvesColumns: true, halvesRows: false)
    package static let yuv444 = ChromaSampling(halvesColumns: false, halvesRows: false)
}

/// Converts frames of video to XRGB8888.
package struct VideoKernel: Sendable {
    private let samples: VideoSamples
    private let width: Int
    private let height: Int
    private let yuv: YUVKernel

    /// - Parameters:
    ///   - width: of the frame; an odd one has a sample of chroma for its last column.
    ///   - height: of the frame, likewise.
    ///   - coefficients: for the bits of the samples; red, green and blue are taken as they are.
    package init(_ samples: VideoSamples, width: Int, height: Int, _ coefficients: YUVCoefficients) {
        self.samples = samples
        self.width = width
        self.height = height
        yuv = YUVKernel(coefficients)
    }

    /// The bytes of a frame.
    package var byteCount: Int {
        let pixels = width &* height
        let (halfWidth, halfHeight) = ((width &+ 1) / 2, (height &+ 1) / 2)
        switch samples {
        case .xrgb8888: return pixels &* 4
        case .rgb24, .bgr24: return pixels &* 3
        case .rgb565: return pixels &* 2
        case .gray8: return pixels
        case .planar(let sampling, let bits):
            let columns = sampling.halvesColumns ? halfWidth : width
            let rows = sampling.halvesRows ? halfHeight : height
            return (pixels &+ 2 &* columns &* rows) &* (bits > 8 ? 2 : 1)
        case .nv12: return pixels &+ 2 &* halfWidth &* halfHeight
        case .p010: return (pixels &+ 2 &* halfWidth &* halfHeight) &* 2
        case .yuyv422: return halfWidth &* 4 &* height
        }
    }

    /// The bytes of a row without a gap after it; nil where a frame has several planes, or samples that are read as one piece.
    package var rowBytes: Int? {
        switch samples {
        case .xrgb8888, .rgb24, .bgr24, .rgb565: byteCount / max(height, 1)
        default: nil
        }
    }

    /// Converts a whole frame. Its bytes may change meanwhile: they decide on colours alone.
    ///
    /// - Parameters:
    ///   - frame: ``byteCount`` bytes, and those of the gaps.
    ///   - stride: bytes from one row to the next, where a frame has ``rowBytes``; nil without gaps.
    ///   - target: as large as the frame; it is only written.
    package func convert(_ frame: UnsafeRawPointer, stride: Int? = nil, to target: PixelRows) {
        switch samples {
        case .xrgb8888, .rgb24, .bgr24, .rgb565:
            let step = stride ?? byteCount / max(height, 1)
            for y in 0..<height { convertColors(frame + y &* step, to: target.row(y)) }
        default:
            // On the stack: the codes of a part of a line stay in the first cache.
            var scratch = InlineArray<3072, Int16>(repeating: 0)
            var span = scratch.mutableSpan
            span.withUnsafeMutableBufferPointer { scratch in
                guard let lines = scratch.baseAddress else { return }
                for y in 0..<height { convertCodes(row: y, of: frame, to: target.row(y), lines) }
            }
        }
    }

    private func convertColors(_ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt32>) {
        switch samples {
        case .rgb24: PackedKernel.fromRGB24(target, source, count: width)
        case .bgr24: PackedKernel.fromBGR24(target, source, count: width)
        case .rgb565: PackedKernel.fromRGB565(target, source, count: width)
        default: PackedKernel.fromXRGB8888(target, source, count: width)
        }
    }

    /// - Parameter lines: three of ``YUVKernel/length`` codes.
    private func convertCodes(
        row: Int, of frame: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt32>,
        _ lines: UnsafeMutablePointer<Int16>
    ) {
        let (y, u, v) = (lines, lines + YUVKernel.length, lines + 2 &* YUVKernel.length)
        var x = 0
        while x < width {
            let count = min(YUVKernel.length, width &- x)
            switch samples {
            case .planar(let sampling, _) where !sampling.halvesColumns:
                unpack(row, x, count, of: frame, y, u, v)
                yuv.convert(target + x, y, u, v, count: count)
            case .gray8:
                CodeLines.fromBytes(y, frame + (row &* width &+ x), count: count)
                yuv.convertGray(target + x, y, count: count)
            default:
                unpack(row, x, count, of: frame, y, u, v)
                yuv.convertHalved(target + x, y, u, v, count: count)
            }
            x &+= count
        }
    }

    /// Takes the codes of a part of a row, whose `x` is even, apart.
    private func unpack(
        _ row: Int, _ x: Int, _ count: Int, of frame: UnsafeRawPointer, _ y: UnsafeMutablePointer<Int16>,
        _ u: UnsafeMutablePointer<Int16>, _ v: UnsafeMutablePointer<Int16>
    ) {
        let pixels = width &* height
        let (halfWidth, halfCount) = ((width &+ 1) / 2, (count &+ 1) / 2)
        switch samples {
        case .planar(let sampling, let bits):
            let columns = sampling.halvesColumns ? halfWidth : width
            let rows = sampling.halvesRows ? (height &+ 1) / 2 : height
            let place =
                (sampling.halvesRows ? row &>> 1 : row) &* columns &+ (sampling.halvesColumns ? x &>> 1 : x)
            let chromaCount = sampling.halvesColumns ? halfCount : count
            let plane = columns &* rows
            if bits > 8 {
                CodeLines.fromWords(y, frame + (row &* width &+ x) &* 2, count: count, shift: 0)
                CodeLines.fromWords(u, frame + (pixels &+ place) &* 2, count: chromaCount, shift: 0)
                CodeLines.fromWords(v, frame + (pixels &+ plane &+ place) &* 2, count: chromaCount, shift: 0)
            } else {
                CodeLines.fromBytes(y, frame + (row &* width &+ x), count: count)
                CodeLines.fromBytes(u, frame + (pixels &+ place), count: chromaCount)
                CodeLines.fromBytes(v, frame + (pixels &+ plane &+ place), count: chromaCount)
            }
        case .nv12:
            CodeLines.fromBytes(y, frame + (row &* width &+ x), count: count)
            let pairs = frame + (pixels &+ (row &>> 1) &* halfWidth &* 2 &+ x)
            CodeLines.fromPairsOfBytes(u, v, pairs, count: halfCount)
        case .p010:
            CodeLines.fromWords(y, frame + (row &* width &+ x) &* 2, count: count, shift: 6)
            let pairs = frame + (pixels &+ (row &>> 1) &* halfWidth &* 2 &+ x) &* 2
            CodeLines.fromPairsOfWords(u, v, pairs, count: halfCount, shift: 6)
        case .yuyv422:
            CodeLines.fromYUYV(y, u, v, frame + (row &* halfWidth &* 4 &+ x &* 2), count: halfCount)
        case .xrgb8888, .rgb24, .bgr24, .rgb565, .gray8: break
        }
    }
}
