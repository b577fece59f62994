/// The factors from luma and chroma to red, green and blue, in 1/65536.
///
/// They follow from the weights of red and blue in luma, as the recommendations BT.601, BT.709 and BT.2020 give them, and from the
/// range of the codes. Products of ten bits fit into 32 bits.
package struct YUVCoefficients: Sendable, Hashable {
    /// The code of black.
    let black: Int32
    /// The code of no colour, in both chroma channels.
    let middle: Int32
    let luma: Int32
    let redByV: Int32
    let greenByU: Int32
    let greenByV: Int32
    let blueByU: Int32

    /// - Parameters:
    ///   - red: the weight of red in luma.
    ///   - blue: the weight of blue in luma.
    ///   - isFull: whether codes use the full range, and not 16 to 235 and 16 to 240 of 8 bits.
    ///   - bits: of a code, 8 to 10.
    package init(red: Double, blue: Double, isFull: Bool, bits: Int) {
        let steps = Double((1 << bits) - 1)
        let unit = Double(1 << (bits - 8))
        let lumaSpan = isFull ? steps : 219 * unit
        let chromaSpan = isFull ? steps : 224 * unit
        let green = 1 - red - blue
        func factor(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }
        black = isFull ? 0 : Int32(16 * unit)
        middle = Int32(128 * unit)
        luma = factor(255 / lumaSpan)
        redByV = factor(255 / chromaSpan * 2 * (1 - red))
        greenByU = factor(-255 / chromaSpan * 2 * (1 - blue) * blue / green)
        greenByV = factor(-255 / chromaSpan * 2 * (1 - red) * red / green)
        blueByU = factor(255 / chromaSpan * 2 * (1 - blue))
    }
}
