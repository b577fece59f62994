/// The primaries and the white point of a display (E-EDID A.2 section 3.7).
public struct ColorPrimaries: Sendable, Hashable {
    /// Red.
    public let red: Chromaticity

    /// Green.
    public let green: Chromaticity

    /// Blue.
    public let blue: Chromaticity

    /// The default white point.
    public let white: Chromaticity

    /// Ten bits a coordinate: the two low bits of all in the bytes 0x19 and 0x1A, the high ones in the eight that follow.
    init(block: Span<UInt8>) {
        func point(_ high: Int, _ low: Int, _ shift: Int) -> Chromaticity {
            let bits = block.byte(low) >> shift
            return Chromaticity(
                x: Double(block.byte(high) << 2 | (bits >> 2) & 3) / 1024,
                y: Double(block.byte(high + 1) << 2 | bits & 3) / 1024
            )
        }
        red = point(0x1B, 0x19, 4)
        green = point(0x1D, 0x19, 0)
        blue = point(0x1F, 0x1A, 4)
        white = point(0x21, 0x1A, 0)
    }
}
