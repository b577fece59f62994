import Glibc

/// The table that changes each channel of a picture: gamma, colour temperature and brightness in one. Pure.
struct ColorRamp: Sendable, Hashable {
    private let exponent: Double
    private let red: Double
    private let green: Double
    private let blue: Double

    init(_ adjustment: ColorAdjustment) {
        exponent = 1 / adjustment.gamma
        let light = 1 - adjustment.dimming
        let white = ColorTemperature.factors(adjustment.temperature)
        red = white.red * light
        green = white.green * light
        blue = white.blue * light
    }

    /// What becomes of red, green and blue that are all `input`, of 1.
    subscript(input: Double) -> (red: Double, green: Double, blue: Double) {
        let tone = pow(min(max(input, 0), 1), exponent)
        return (tone * red, tone * green, tone * blue)
    }

    /// So many entries as the kernel has them, `drm_color_lut`: red, green, blue and nothing, in 16 bits each.
    func entries(_ count: Int) -> [SIMD4<UInt16>] {
        guard count > 1 else { return [] }
        return (0..<count).map { index in
            let output = self[Double(index) / Double(count - 1)]
            return SIMD4(Self.word(output.red), Self.word(output.green), Self.word(output.blue), 0)
        }
    }

    /// The bytes of ``entries(_:)``, for a blob.
    func bytes(_ count: Int) -> [UInt8] {
        entries(count).withUnsafeBytes { Array($0) }
    }

    private static func word(_ value: Double) -> UInt16 { UInt16((min(max(value, 0), 1) * 65535).rounded()) }
}
