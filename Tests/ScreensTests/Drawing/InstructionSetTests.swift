import CScreensRaster
import Testing

@testable import ScreensRaster

/// The kernels of each set of instructions that this processor has write the same bytes as the portable ones.
@Suite struct InstructionSetTests {
    private typealias Kernels = UnsafePointer<craster_kernels>

    private static let portable = CRASTER_PORTABLE
    private static let others = [CRASTER_BASELINE, CRASTER_AVX2]
    /// The rows with all their tails.
    private static let widths = 0...70

    /// Calls `body` for each set of instructions with a row of its own, and compares the rows.
    ///
    /// - Parameter row: the contents of the row at first; all of it is compared.
    private func compare<Element: Equatable>(
        _ row: [Element], _ context: @autoclosure () -> String,
        _ body: (Kernels, UnsafeMutablePointer<Element>) -> Void
    ) throws {
        func outcome(_ kernels: Kernels) throws -> [Element] {
            var row = row
            try row.withUnsafeMutableBufferPointer { body(kernels, try #require($0.baseAddress)) }
            return row
        }
        let expected = try outcome(#require(craster_kernels_of(Self.portable)))
        for set in Self.others {
            guard let kernels = craster_kernels_of(set) else { continue }
            let result = try outcome(kernels)
            #expect(result == expected, "\(String(cString: kernels.pointee.name)), \(context())")
        }
    }

    @Test func theBestSetIsTheLastSetOfTheProcessor() {
        let sets = [Self.portable] + Self.others
        #expect(sets.compactMap { craster_kernels_of($0) }.last == craster_best_kernels())
        #expect(craster_kernels_of(CRASTER_SETS) == nil)
    }

    @Test func eachModeOfBlendingWritesTheSameBytes() throws {
        var random = RandomPixels()
        for mode in 0..<CRASTER_MODES.rawValue {
            for width in Self.widths {
                let isOntoOpaque =
                    mode == CRASTER_MULTIPLY_OPAQUE.rawValue || mode != CRASTER_MULTIPLY.rawValue && width % 2 == 0
                let combination = craster_combination(
                    factors: width % 3 == 0 ? .max : random.pixel(), source_bits: width % 5 == 0 ? 0xFF00_0000 : 0,
                    target_bits: isOntoOpaque ? 0xFF00_0000 : 0)
                let (source, place) = (random.row(80), width % 7)
                let target = random.row(80).map { isOntoOpaque ? $0 & 0xFF_FFFF : $0 }
                try compare(target, "mode \(mode), width \(width)") { kernels, target in
                    source.withUnsafeBufferPointer { source in
                        guard let source = source.baseAddress else { return }
                        craster_combine_row(
                            kernels, craster_mode(rawValue: mode), target + place, source + 1, width, combination)
                    }
                }
            }
        }
    }

    @Test func layersWriteTheSameBytes() throws {
        var random = RandomPixels()
        for width in Self.widths {
            for opacity: UInt8 in [1, 128, 254] {
                let (source, place) = (random.row(80), width % 7)
                let below = random.row(80).map { $0 & 0xFF_FFFF }
                try compare(below, "over, width \(width)") { kernels, target in
                    kernels.pointee.over(target + place, below, source, width)
                    kernels.pointee.over(target, target, source, width)
                }
                try compare(below, "opacity \(opacity), width \(width)") { kernels, target in
                    let bits: UInt32 = width % 2 == 0 ? 0xFF00_0000 : 0
                    kernels.pointee.fade(target + place, below, source, width, bits, opacity)
                    kernels.pointee.fade(target, target, source, width, bits, opacity)
                }
            }
        }
    }

    private static let chroma = [
        CRASTER_CHROMA_BYTES, CRASTER_CHROMA_WORDS, CRASTER_CHROMA_BYTE_PAIRS, CRASTER_CHROMA_HIGH_WORD_PAIRS,
        CRASTER_CHROMA_YUYV,
    ]

    /// The source ends where the last sample ends, so the sanitizer sees what a kernel reads beyond.
    @Test func eachLayoutOfChromaMakesTheSameLines() throws {
        var random = RandomPixels()
        for layout in Self.chroma {
            for width in Self.widths {
                let bytes = width * craster_chroma_bytes(layout)
                let (upper, lower) = (random.bytes(bytes + 1), random.bytes(bytes + 1))
                func weights(_ first: Int16, _ second: Int16) -> craster_weights {
                    craster_weights(first: first, second: second, zero: 2048)
                }
                let lines = [Int16](repeating: 1, count: 2 * (2 * 70 + 64))
                try compare(lines, "\(layout), width \(width)") { kernels, lines in
                    upper.withUnsafeBytes { upper in
                        lower.withUnsafeBytes { lower in
                            guard let one = upper.baseAddress, let other = lower.baseAddress else { return }
                            var rows = craster_chroma_rows(
                                first: craster_chroma_row(u: one + 1, v: other),
                                second: craster_chroma_row(u: other + 1, v: one), upper: lines,
                                lower: width % 2 == 0 ? lines + 204 : nil, for_upper: weights(1, 3),
                                for_lower: weights(2, 2))
                            kernels.pointee.mix_chroma(&rows, width, layout)
                        }
                    }
                    // A kernel may write up to 64 words beyond its samples.
                    for beyond in 2 * width..<204 { (lines[beyond], lines[204 + beyond]) = (0, 0) }
                }
            }
        }
    }

    private static let luma = [CRASTER_LUMA_BYTES, CRASTER_LUMA_WORDS, CRASTER_LUMA_HIGH_WORDS, CRASTER_LUMA_YUYV]
    private static let kindsOfPixels: [(craster_luma, craster_sharing)] =
        luma.flatMap { [($0, CRASTER_SHARED_BETWEEN), ($0, CRASTER_SHARED_AT_FIRST)] } + [
            (CRASTER_LUMA_BYTES, CRASTER_OWN_CHROMA), (CRASTER_LUMA_WORDS, CRASTER_OWN_CHROMA),
            (CRASTER_LUMA_BYTES, CRASTER_NO_CHROMA),
        ]

    @Test func eachLayoutOfVideoBecomesTheSamePixels() throws {
        var random = RandomPixels()
        for (layout, sharing) in Self.kindsOfPixels {
            let isWide = layout == CRASTER_LUMA_WORDS || layout == CRASTER_LUMA_HIGH_WORDS
            var conversion = YUVCoefficients(red: 0.2126, blue: 0.0722, isFull: false, bits: isWide ? 10 : 8).conversion
            for width in Self.widths {
                let luma = random.bytes(1 + width * (layout == CRASTER_LUMA_BYTES ? 1 : 2))
                let limit: Int16 = isWide ? 2048 : 512
                let line = (0..<2 * 70 + 80).map { _ in Int16.random(in: -limit..<limit, using: &random) }
                try compare(random.row(80), "\(layout), \(sharing), width \(width)") { kernels, target in
                    luma.withUnsafeBytes { luma in
                        guard let luma = luma.baseAddress else { return }
                        line.withUnsafeBufferPointer { line in
                            guard let line = line.baseAddress else { return }
                            kernels.pointee.convert(
                                target + width % 7, luma + 1, line + 2, width, layout, sharing, &conversion)
                        }
                    }
                }
            }
        }
    }

    private static let colors = (0..<1024).map { UInt32($0) &* 0x9E37_79B1 }

    @Test func linearGradientsWriteTheSamePixels() throws {
        var random = RandomPixels()
        for width in Self.widths {
            for reflects in [false, true] {
                let (start, step) = (UInt32.random(in: 0 ... .max, using: &random), random.pixel() >> (width % 32))
                try compare([UInt32](repeating: 1, count: 80), "width \(width)") { kernels, target in
                    kernels.pointee.linear_gradient(
                        target + width % 7, width, Self.colors, 10, start, step, reflects)
                }
            }
        }
    }

    @Test(arguments: [CRASTER_PAD.rawValue, CRASTER_REPEAT.rawValue, CRASTER_REFLECT.rawValue])
    func radialGradientsWriteTheSamePixels(spread: UInt32) throws {
        var random = RandomPixels()
        for width in Self.widths {
            func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
            var ray = craster_ray(
                x: number(-5000...5000), y: number(-5000...5000), dx: number(-9...9), dy: number(-9...9))
            if width % 5 == 0 { ray = craster_ray(x: -Float(width), y: 0, dx: 1, dy: 0) }
            try compare([UInt32](repeating: 1, count: 80), "width \(width)") { kernels, target in
                kernels.pointee.radial_gradient(
                    target + width % 7, width, Self.colors, 10, &ray, craster_spread(rawValue: spread))
            }
        }
    }
}

/// Premultiplied pixels and bytes, the same in each run; many are at the ends of their ranges.
private struct RandomPixels: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state &>> 33 | state &<< 31
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in
            let value = next()
            return value % 8 == 0 ? 255 : value % 8 == 1 ? 0 : UInt8(truncatingIfNeeded: value >> 8)
        }
    }

    mutating func pixel() -> UInt32 {
        let bytes = bytes(4).map(UInt32.init)
        let alpha = bytes[3]
        return alpha << 24 | (bytes[2] * alpha / 255) << 16 | (bytes[1] * alpha / 255) << 8 | bytes[0] * alpha / 255
    }

    /// Returns pixels, some of them opaque or transparent in whole vectors.
    mutating func row(_ count: Int) -> [UInt32] {
        (0..<count).map { index in
            let pixel = pixel()
            return index / 16 % 3 == 0 ? pixel | 0xFF00_0000 : index / 16 % 3 == 1 && next() % 64 != 0 ? 0 : pixel
        }
    }
}
