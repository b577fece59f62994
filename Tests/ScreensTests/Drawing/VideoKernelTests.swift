import Testing

@testable import ScreensRaster

/// Each kernel is compared with integers of another form, pixel by pixel, and with the equations in double precision.
@Suite struct VideoKernelTests {
    /// The weights of red and blue in luma.
    private static let weights: [(red: Double, blue: Double)] = [(0.299, 0.114), (0.2126, 0.0722), (0.2627, 0.0593)]

    private static let samplings: [VideoSamples] = [
        .planar(.yuv420, bits: 8), .planar(.yuv422, bits: 8), .planar(.yuv444, bits: 8), .planar(.yuv420, bits: 10),
        .nv12,
        .p010, .yuyv422, .gray8,
    ]

    private static let positions = [false, true].flatMap { columns in
        [false, true].map { ChromaPosition(isBetweenColumns: columns, isBetweenRows: $0) }
    }

    private struct Case: CustomStringConvertible {
        var samples: VideoSamples
        var width: Int
        var height: Int
        var red: Double
        var blue: Double
        var isFull: Bool
        var position = ChromaPosition(isBetweenColumns: false, isBetweenRows: true)

        var kernel: VideoKernel {
            VideoKernel(
                samples, width: width, height: height, position,
                YUVCoefficients(red: red, blue: blue, isFull: isFull, bits: samples.bits))
        }

        var description: String { "\(samples) \(width)x\(height) red \(red) full \(isFull) \(position)" }
    }

    private func converted(_ one: Case, _ frame: [UInt8]) -> [UInt32] {
        // A guard behind each row, and one extra row.
        let stride = one.width + 3
        var target = [UInt32](repeating: 0xDEAD_BEEF, count: stride * (one.height + 1))
        frame.withUnsafeBytes { source in
            target.withUnsafeMutableBytes { bytes in
                guard let frame = source.baseAddress, let base = bytes.baseAddress else { return }
                one.kernel.convert(
                    one.kernel.planes(of: frame),
                    to: PixelRows(base: base, stride: stride * 4, width: one.width, height: one.height))
            }
        }
        for (index, pixel) in target.enumerated() where index % stride >= one.width || index / stride >= one.height {
            #expect(pixel == 0xDEAD_BEEF, "\(one) wrote beyond its pixels")
        }
        return (0..<one.height).flatMap { target[$0 * stride..<$0 * stride + one.width] }
    }

    private func luma(_ one: Case, _ frame: [UInt8], _ x: Int, _ y: Int) -> Int {
        let pixel = y * one.width + x
        switch one.samples {
        case .planar(_, bits: 10): return word(frame, pixel) % 1024
        case .p010: return word(frame, pixel) / 64
        case .yuyv422: return Int(frame[y * ((one.width + 1) / 2) * 4 + x * 2])
        default: return Int(frame[pixel])
        }
    }

    /// Returns the codes of a sample of chroma: U, V.
    private func chroma(_ one: Case, _ frame: [UInt8], column: Int, row: Int) -> SIMD2<Int> {
        let pixels = one.width * one.height
        let (columns, rows) = chromaSize(one)
        let sample = row * columns + column
        switch one.samples {
        case .planar(_, bits: 8):
            return SIMD2(Int(frame[pixels + sample]), Int(frame[pixels + columns * rows + sample]))
        case .planar:
            return SIMD2(
                word(frame, pixels + sample) % 1024, word(frame, pixels + columns * rows + sample) % 1024)
        case .nv12: return SIMD2(Int(frame[pixels + sample * 2]), Int(frame[pixels + sample * 2 + 1]))
        case .p010:
            return SIMD2(word(frame, pixels + sample * 2) / 64, word(frame, pixels + sample * 2 + 1) / 64)
        case .yuyv422: return SIMD2(Int(frame[sample * 4 + 1]), Int(frame[sample * 4 + 3]))
        default: return SIMD2(128, 128)
        }
    }

    private func word(_ frame: [UInt8], _ index: Int) -> Int { Int(frame[2 * index]) + Int(frame[2 * index + 1]) * 256 }

    private func halves(_ one: Case) -> (columns: Bool, rows: Bool) {
        switch one.samples {
        case .planar(let sampling, _): (sampling.halvesColumns, sampling.halvesRows)
        case .nv12, .p010: (true, true)
        case .yuyv422: (true, false)
        default: (false, false)
        }
    }

    private func chromaSize(_ one: Case) -> (columns: Int, rows: Int) {
        let halves = halves(one)
        return (halves.columns ? (one.width + 1) / 2 : one.width, halves.rows ? (one.height + 1) / 2 : one.height)
    }

    /// Returns the place of the middle of a pixel among the samples of chroma, in quarters of their distance.
    private func place(_ pixel: Int, isHalved: Bool, isBetween: Bool, count: Int) -> Int {
        let place = isHalved ? 2 * pixel - (isBetween ? 1 : 0) : 4 * pixel
        return min(max(place, 0), 4 * (count - 1))
    }

    /// Interpolates chroma at a pixel, in sixteenths of a code: U, V.
    private func chroma(_ one: Case, _ frame: [UInt8], _ x: Int, _ y: Int) -> SIMD2<Int> {
        let (halves, size) = (halves(one), chromaSize(one))
        let across = place(x, isHalved: halves.columns, isBetween: one.position.isBetweenColumns, count: size.columns)
        let down = place(y, isHalved: halves.rows, isBetween: one.position.isBetweenRows, count: size.rows)
        var sum = SIMD2(0, 0)
        for (row, rowWeight) in [(down / 4, 4 - down % 4), (down / 4 + 1, down % 4)] where rowWeight > 0 {
            for (column, weight) in [(across / 4, 4 - across % 4), (across / 4 + 1, across % 4)] where weight > 0 {
                sum &+= chroma(one, frame, column: column, row: row) &* (weight * rowWeight)
            }
        }
        return sum
    }

    /// Computes with integers: each factor rounded to its binary places, the sum rounded once.
    ///
    /// - Parameter chroma: U and V in sixteenths of a code.
    private func exact(_ one: Case, _ luma: Int, _ chroma: SIMD2<Int>) -> [Int] {
        let unit = one.samples.bits == 10 ? 4 : 1
        let steps = one.samples.bits == 10 ? 1023.0 : 255
        let lumaSpan = one.isFull ? steps : Double(219 * unit)
        let chromaSpan = one.isFull ? steps : Double(224 * unit)
        let green = 1 - one.red - one.blue
        let scale = one.samples.bits == 10 ? 32768.0 : 8192
        func factor(_ value: Double) -> Int { Int((value * scale).rounded()) }
        let gray = 16 * (luma - (one.isFull ? 0 : 16 * unit)) * factor(255 / lumaSpan)
        let (u, v) = (chroma.x - 16 * 128 * unit, chroma.y - 16 * 128 * unit)
        let channels = [
            gray + v * factor(510 / chromaSpan * (1 - one.red)),
            gray + u * factor(-510 / chromaSpan * (1 - one.blue) * one.blue / green)
                + v * factor(-510 / chromaSpan * (1 - one.red) * one.red / green),
            gray + u * factor(510 / chromaSpan * (1 - one.blue)),
        ]
        return channels.map { min(max(Int((Double($0) / scale / 16 + 0.5).rounded(.down)), 0), 255) }
    }

    /// Computes with the equations of the recommendations.
    private func ideal(_ one: Case, _ luma: Int, _ chroma: SIMD2<Int>) -> [Double] {
        let unit = one.samples.bits == 10 ? 4.0 : 1
        let steps = one.samples.bits == 10 ? 1023.0 : 255
        let y = (Double(luma) - (one.isFull ? 0 : 16 * unit)) / (one.isFull ? steps : 219 * unit)
        let u = (Double(chroma.x) / 16 - 128 * unit) / (one.isFull ? steps : 224 * unit)
        let v = (Double(chroma.y) / 16 - 128 * unit) / (one.isFull ? steps : 224 * unit)
        let red = y + 2 * (1 - one.red) * v
        let blue = y + 2 * (1 - one.blue) * u
        let green = (y - one.red * red - one.blue * blue) / (1 - one.red - one.blue)
        return [red, green, blue].map { min(max($0 * 255, 0), 255) }
    }

    private func channels(_ pixel: UInt32) -> [Int] {
        [Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255)]
    }

    private func check(_ one: Case, _ frame: [UInt8]) {
        var (wrong, farthest) = (0, 0.0)
        for (index, pixel) in converted(one, frame).enumerated() {
            let (x, y) = (index % one.width, index / one.width)
            let (luma, chroma) = (luma(one, frame, x, y), chroma(one, frame, x, y))
            let found = channels(pixel)
            if pixel >> 24 != 0 || found != exact(one, luma, chroma) { wrong += 1 }
            for (channel, ideal) in zip(found, ideal(one, luma, chroma)) {
                farthest = max(farthest, abs(Double(channel) - ideal))
            }
        }
        #expect(wrong == 0, "\(one)")
        // Half a step, plus the error of factors that are words.
        #expect(farthest < 0.525, "\(one)")
    }

    @Test func everyLayoutIsTakenApartInEverySize() {
        for samples in Self.samplings {
            for (width, height) in [(1, 1), (2, 2), (3, 5), (7, 2), (16, 3), (17, 4), (33, 3), (1025, 2), (2050, 4)] {
                for position in Self.positions {
                    let one = Case(
                        samples: samples, width: width, height: height, red: 0.2126, blue: 0.0722, isFull: false,
                        position: position)
                    check(one, (0..<one.kernel.byteCount).map { _ in .random(in: 0...255) })
                }
            }
        }
    }

    /// Each code of luma with some of each chroma channel.
    @Test func everyMatrixAndRangeIsExact() {
        let steps = Array(stride(from: 0, through: 255, by: 51))
        for weights in Self.weights {
            for isFull in [false, true] {
                let one = Case(
                    samples: .planar(.yuv444, bits: 8), width: 256, height: steps.count * steps.count, red: weights.red,
                    blue: weights.blue, isFull: isFull)
                let luma = steps.flatMap { _ in steps.flatMap { _ in 0...255 } }.map { UInt8($0) }
                let u = steps.flatMap { u in [UInt8](repeating: UInt8(u), count: 256 * steps.count) }
                let v = steps.flatMap { _ in steps.flatMap { v in [UInt8](repeating: UInt8(v), count: 256) } }
                check(one, luma + u + v)
            }
        }
    }

    @Test func everyMatrixAndRangeIsExactWithTenBits() {
        for weights in Self.weights {
            for isFull in [false, true] {
                let one = Case(
                    samples: .p010, width: 1024, height: 16, red: weights.red, blue: weights.blue, isFull: isFull)
                check(one, (0..<one.kernel.byteCount).map { _ in .random(in: 0...255) })
            }
        }
    }

    /// Well-known colours, in codes from tables of BT.601 and BT.709.
    @Test(
        arguments: [
            (0, [235, 128, 128], 0xFFFFFF), (0, [16, 128, 128], 0x000000), (0, [81, 90, 240], 0xFE0000),
            (0, [145, 54, 34], 0x00FF01), (0, [41, 240, 110], 0x0000FF), (1, [63, 102, 240], 0xFF0100),
            (1, [173, 42, 26], 0x00FF01), (1, [32, 240, 118], 0x0100FF), (1, [126, 128, 128], 0x808080),
            (2, [235, 128, 128], 0xFFFFFF),
        ] as [(Int, [Int], UInt32)])
    func samplesOfKnownColoursAreConverted(matrix: Int, codes: [Int], color: UInt32) {
        let weights = Self.weights[matrix]
        let one = Case(
            samples: .planar(.yuv444, bits: 8), width: 1, height: 1, red: weights.red, blue: weights.blue, isFull: false
        )
        let found = channels(converted(one, codes.map { UInt8($0) })[0])
        for (found, expected) in zip(found, channels(color)) { #expect(abs(found - expected) <= 1) }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 64, 641])
    func coloursAreTakenAsTheyAre(width: Int) {
        let colors = (0..<width * 2).map { _ in UInt32.random(in: 0...UInt32.max) }
        func converted(_ samples: VideoSamples, _ bytes: (UInt32) -> [UInt32]) -> [UInt32] {
            let one = Case(samples: samples, width: width, height: 2, red: 0.299, blue: 0.114, isFull: true)
            let frame = colors.flatMap(bytes).map { UInt8(truncatingIfNeeded: $0) }
            #expect(frame.count == one.kernel.byteCount)
            return self.converted(one, frame)
        }
        let opaque = colors.map { $0 & 0xFF_FFFF }
        #expect(converted(.xrgb8888) { [$0, $0 >> 8, $0 >> 16, $0 >> 24] } == opaque)
        let limited = colors.map { color in
            [16, 8, 0].reduce(color & 0xFF00_0000) { $0 | min(color >> $1 & 255, color >> 24) << $1 }
        }
        #expect(converted(.argb8888) { [$0, $0 >> 8, $0 >> 16, $0 >> 24] } == limited)
        #expect(converted(.bgr24) { [$0, $0 >> 8, $0 >> 16] } == opaque)
        #expect(converted(.rgb24) { [$0 >> 16, $0 >> 8, $0] } == opaque)
        let short = converted(.rgb565) { [$0, $0 >> 8] }
        for (pixel, color) in zip(short, colors) {
            let (red, green, blue) = (color >> 11 & 31, color >> 5 & 63, color & 31)
            let expected = [red * 8 + red / 4, green * 4 + green / 16, blue * 8 + blue / 4].map { Int($0) }
            #expect(channels(pixel) == expected)
        }
        let gray = converted(.gray8) { [$0] }
        #expect(gray == colors.map { ($0 & 255) * 0x01_0101 })
    }
}
