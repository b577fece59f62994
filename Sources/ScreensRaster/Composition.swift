import CScreensRaster

/// A way to combine pixels with the pixels of the target.
///
/// Source pixels are premultiplied ARGB8888, or XRGB8888 that counts as opaque. First each channel `s` is multiplied by
/// its factor; then it is combined with the channel `d` of the target. `sa` and `da` are the alphas; all values are
/// from 0 to 1:
///
/// | mode | channel |
/// |---|---|
/// | copy | `s` |
/// | over | `s + d (1 - sa)` |
/// | add | `min(s + d, 1)` |
/// | multiply | `s d + s (1 - da) + d (1 - sa)` |
/// | screen | `s + d - s d` |
///
/// The same holds for alpha. The product with the factor is rounded to the nearest value, and so is the following sum
/// of products. An opaque target has an alpha of 1, but 0 in its highest byte before and after.
package struct Composition: Sendable, Hashable {
    package enum Mode: Sendable {
        case copy, over, add, multiply, screen
    }

    let mode: Mode
    /// The factors of the channels, as premultiplied ARGB8888.
    let factors: UInt32
    /// The bits that are first set in source pixels: alpha, if the source is opaque.
    let sourceBits: UInt32
    /// The bits that are 0 in target pixels: alpha, if the target is opaque.
    let targetBits: UInt32

    /// - Parameters:
    ///   - factors: the factors of the channels as premultiplied ARGB8888; `0xFFFFFFFF` has no effect.
    ///   - isOpaque: whether the source is XRGB8888.
    ///   - ontoOpaque: whether the target is XRGB8888.
    package init(_ mode: Mode, factors: UInt32 = .max, isOpaque: Bool, ontoOpaque: Bool) {
        // An opaque pixel replaces the one below, and copying is faster.
        self.mode = mode == .over && isOpaque && factors == .max ? .copy : mode
        self.factors = factors
        sourceBits = isOpaque ? 0xFF00_0000 : 0
        targetBits = ontoOpaque ? 0xFF00_0000 : 0
    }

    /// The composition that puts XRGB8888 on XRGB8888.
    package static var copy: Composition { Composition(.copy, isOpaque: true, ontoOpaque: true) }
    /// The composition that blends premultiplied ARGB8888 over XRGB8888.
    package static var over: Composition { Composition(.over, isOpaque: false, ontoOpaque: true) }

    /// The same composition for pixels with alpha that a kernel made from source pixels.
    var ofPixelsWithAlpha: Composition {
        Composition(mode == .copy ? .over : mode, factors: factors, isOpaque: false, ontoOpaque: targetBits != 0)
    }

    /// Whether source pixels are written unchanged.
    @inline(__always)
    var copies: Bool { mode == .copy && factors == .max && sourceBits == targetBits }

    /// Returns whether a pixel of this colour replaces the one below.
    @inline(__always)
    func replaces(by pixel: UInt32) -> Bool { mode == .copy || mode == .over && pixel >> 24 == 255 }

    /// Whether source pixels with alpha are blended over opaque ones, the usual case.
    @inline(__always)
    var blendsOverOpaque: Bool { mode == .over && factors == .max && sourceBits == 0 && targetBits != 0 }
}

extension Composition {
    /// Combines a row.
    ///
    /// - Parameter count: the number of pixels; both rows have at least as many.
    func put(_ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int) {
        if copies { return target.update(from: source, count: count) }
        if blendsOverOpaque { return BlendKernel.over(target, source, count: count) }
        craster_combine_row(
            craster_best_kernels(), rowMode, target, source, count,
            craster_combination(factors: factors, source_bits: sourceBits, target_bits: targetBits))
    }

    private var rowMode: craster_mode {
        switch mode {
        case .copy: CRASTER_COPY
        case .over: CRASTER_OVER
        case .add: CRASTER_ADD
        case .multiply: targetBits != 0 ? CRASTER_MULTIPLY_OPAQUE : CRASTER_MULTIPLY
        case .screen: CRASTER_SCREEN
        }
    }

    /// Combines a row with pixels of one colour, to which the factors do not apply.
    func fill(_ target: UnsafeMutablePointer<UInt32>, with pixel: UInt32, count: Int) {
        let block = PixelBlock(repeating: pixel)
        combine(target, count: count, modulates: false) { _, _ in block }
    }

    /// Combines a block, or the remaining pixels of the row.
    @inline(__always)
    func put(_ target: UnsafeMutablePointer<UInt32>, _ source: PixelBlock, count: Int) {
        if copies { return source.store(at: target, count: count) }
        if blendsOverOpaque { return BlendKernel.over(target, source, count: count) }
        putBlock(target, source, count: count)
    }

    /// A separate function, so that kernels stay small.
    @inline(never)
    private func putBlock(_ target: UnsafeMutablePointer<UInt32>, _ source: PixelBlock, count: Int) {
        combine(target, count: min(count, PixelBlock.pixels), modulates: factors != .max) { _, _ in source }
    }

    /// Combines a row with blocks.
    ///
    /// - Parameter source: returns the block at a place with a number of pixels.
    @inline(__always)
    private func combine(
        _ target: UnsafeMutablePointer<UInt32>, count: Int, modulates: Bool, source: (Int, Int) -> PixelBlock
    ) {
        switch mode {
        case .copy: combine(CopyFunction.self, target, count, modulates, source)
        case .over: combine(OverFunction.self, target, count, modulates, source)
        case .add: combine(AddFunction.self, target, count, modulates, source)
        case .multiply where targetBits != 0: combine(MultiplyOpaqueFunction.self, target, count, modulates, source)
        case .multiply: combine(MultiplyFunction.self, target, count, modulates, source)
        case .screen: combine(ScreenFunction.self, target, count, modulates, source)
        }
    }

    @inline(__always)
    private func combine<Mode: BlendFunction>(
        _: Mode.Type, _ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ modulates: Bool,
        _ source: (Int, Int) -> PixelBlock
    ) {
        let block = BlockComposition<Mode>(self, modulates: modulates)
        var x = 0
        while x &+ PixelBlock.pixels <= count {
            block.combined(source(x, PixelBlock.pixels), PixelBlock(at: target + x)).store(at: target + x)
            x &+= PixelBlock.pixels
        }
        guard x < count else { return }
        let left = count &- x
        block.combined(source(x, left), PixelBlock(at: target + x, count: left)).store(at: target + x, count: left)
    }
}

/// A composition for whole blocks.
private struct BlockComposition<Mode: BlendFunction> {
    private let blueAndRed, greenAndAlpha: SIMD16<UInt16>
    private let sourceBits, targetBits: PixelBlock
    private let modulates: Bool

    @inline(__always)
    init(_ composition: Composition, modulates: Bool) {
        let factors = PixelBlock(repeating: composition.factors)
        (blueAndRed, greenAndAlpha) = (factors.blueAndRed, factors.greenAndAlpha)
        sourceBits = PixelBlock(repeating: composition.sourceBits)
        targetBits = PixelBlock(repeating: composition.targetBits)
        self.modulates = modulates
    }

    @inline(__always)
    func combined(_ pixels: PixelBlock, _ theirs: PixelBlock) -> PixelBlock {
        let ours = pixels | sourceBits
        guard modulates else { return Mode.combined(ours, theirs) & ~targetBits }
        return Mode.combined(
            blueAndRed: ours.blueAndRed.multiplied(byPart: blueAndRed),
            greenAndAlpha: ours.greenAndAlpha.multiplied(byPart: greenAndAlpha), theirs) & ~targetBits
    }
}
