import CScreensRaster

/// The factors from luma and chroma to red, green and blue, as words with fractional bits: 13 for codes of 8 bits, 15
/// for codes of 10 bits, whose factors are a quarter. A channel is off by a fortieth of a step at most.
///
/// They follow from the weights of red and blue in luma, from the recommendations BT.601, BT.709 and BT.2020, and from
/// the range of the codes.
package struct YUVCoefficients: Sendable, Hashable {
    /// The code of black.
    let black: Int16
    /// The code of no colour, in both chroma channels.
    let middle: Int16
    let luma: Int16
    let redByV: Int16
    let greenByU: Int16
    let greenByV: Int16
    let blueByU: Int16
    /// The fractional bits of the factors.
    let places: Int

    /// The factors as the kernels need them: their sums also have the four bits of sixteenths of a code.
    var conversion: craster_conversion {
        craster_conversion(
            black: black, luma: luma, half: 1 << (places - 1), red_by_v: redByV, green_by_u: greenByU,
            green_by_v: greenByV, blue_by_u: blueByU, shift: Int16(places + 4))
    }

    /// - Parameters:
    ///   - red: the weight of red in luma.
    ///   - blue: the weight of blue in luma.
    ///   - isFull: whether codes use the full range, not 16 to 235 and 16 to 240 of 8 bits.
    ///   - bits: the bits of a code, 8 or 10.
    package init(red: Double, blue: Double, isFull: Bool, bits: Int) {
        let steps = Double((1 << bits) - 1)
        let unit = Double(1 << (bits - 8))
        let lumaSpan = isFull ? steps : 219 * unit
        let chromaSpan = isFull ? steps : 224 * unit
        let green = 1 - red - blue
        let places = bits + 5
        func factor(_ value: Double) -> Int16 { Int16((value * Double(1 << places)).rounded()) }
        self.places = places
        black = isFull ? 0 : Int16(16 * unit)
        middle = Int16(128 * unit)
        luma = factor(255 / lumaSpan)
        redByV = factor(255 / chromaSpan * 2 * (1 - red))
        greenByU = factor(-255 / chromaSpan * 2 * (1 - blue) * blue / green)
        greenByV = factor(-255 / chromaSpan * 2 * (1 - red) * red / green)
        blueByU = factor(255 / chromaSpan * 2 * (1 - blue))
    }
}
