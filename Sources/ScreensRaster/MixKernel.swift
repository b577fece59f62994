/// Mixes rows of two pictures, as one fades into the other.
package enum MixKernel {
    /// Each channel becomes `first * (256 - share) / 256 + second * share / 256`, rounded to the nearest.
    ///
    /// - Parameters:
    ///   - target: the row to write.
    ///   - count: the number of pixels; all rows have at least as many.
    ///   - share: the share of the second row, 0 to 256.
    package static func row(
        _ target: UnsafeMutablePointer<UInt32>, _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>,
        count: Int, share: UInt16
    ) {
        let weight = SIMD16<UInt16>(repeating: share)
        var x = 0
        while x &+ PixelBlock.pixels <= count {
            PixelBlock.mixture(PixelBlock(at: first + x), PixelBlock(at: second + x), weight).store(at: target + x)
            x &+= PixelBlock.pixels
        }
        let rest = count &- x
        guard rest > 0 else { return }
        PixelBlock.mixture(PixelBlock(at: first + x, count: rest), PixelBlock(at: second + x, count: rest), weight)
            .store(at: target + x, count: rest)
    }
}
