import Glibc

/// A conversion of 16-bit samples to 8-bit levels.
struct DeepPixels {
    /// The level, 0 to 255, of each sample.
    private let levels: [UInt8]

    /// - Parameter gamma: the exponent by which the samples encode light, in 100,000ths; for displays it is 45,455.
    init(gamma: Int) {
        let exponent = 45_455 / Double(gamma)
        // A difference of a hundredth is not visible, and without a correction whole steps stay exact.
        let isUsual = abs(exponent - 1) < 0.01
        levels = (0...65535).map { (sample: Int) -> UInt8 in
            if isUsual { return UInt8((sample + 128) / 257) }
            let level = pow(Double(sample) / 65535, exponent)
            return UInt8((level * 255).rounded())
        }
    }

    /// Returns a pixel as ARGB8888, the colours not multiplied by their opacity.
    ///
    /// - Parameter pixel: red, green, blue and opacity, the colours multiplied by the opacity.
    func straight(_ pixel: (red: UInt16, green: UInt16, blue: UInt16, opacity: UInt16)) -> UInt32 {
        func level(_ sample: UInt16) -> UInt32 {
            guard pixel.opacity > 0 else { return 0 }
            let whole = (Int(sample) * 65535 + Int(pixel.opacity) / 2) / Int(pixel.opacity)
            return UInt32(levels[min(whole, 65535)])
        }
        let opacity = (UInt32(pixel.opacity) + 128) / 257
        return opacity << 24 | level(pixel.red) << 16 | level(pixel.green) << 8 | level(pixel.blue)
    }
}
