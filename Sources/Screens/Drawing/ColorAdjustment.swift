import Glibc

/// The requested change of a picture's colours: gamma, colour temperature and dimming.
struct ColorAdjustment: Sendable, Hashable {
    /// The allowed gammas.
    static let gammas = 0.1...10.0
    /// The allowed colour temperatures in Kelvin.
    static let temperatures = 1000...10_000

    /// The gamma. 1 is neutral; higher values make middle tones lighter.
    var gamma = 1.0
    /// The colour temperature in Kelvin; 6500 is neutral.
    var temperature = 6500
    /// How much the picture is darkened. 0 is neutral, 1 is black.
    var dimming = 0.0

    static let neutral = ColorAdjustment()

    /// The remaining brightness, 0 to 255.
    var level: UInt8 { UInt8(clamping: Int(((1 - dimming) * 255).rounded())) }

    /// Whether dimming is the only change.
    private var isDimming: Bool { gamma == Self.neutral.gamma && temperature == Self.neutral.temperature }

    /// Whether a copy has anything to change.
    var changesCopy: Bool { !isDimming || level < 255 }

    /// The same change, made while the picture is copied.
    var ofCopy: CopyColors {
        guard isDimming else {
            let ramp = ColorRamp(self)
            return .table(ColorTable { ramp[$0] })
        }
        return changesCopy ? .dimmed(level) : .asDrawn
    }

    /// This adjustment with the overrides of a display.
    func overridden(by settings: ScreenSettings) -> ColorAdjustment {
        ColorAdjustment(
            gamma: settings.gamma ?? gamma, temperature: settings.colorTemperature ?? temperature,
            dimming: settings.dimming ?? dimming)
    }

    /// Checks the limits.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for a value outside its limits.
    func check() throws(ScreenError) {
        func refusal(_ value: String, _ limits: String) -> ScreenError {
            ScreenError(.invalidArgument, operation: "use", object: value, remedy: "it must be \(limits)")
        }
        // No range contains NaN.
        guard Self.gammas.contains(gamma) else {
            throw refusal("the gamma \(gamma)", "\(Self.gammas.lowerBound) to \(Self.gammas.upperBound)")
        }
        guard Self.temperatures.contains(temperature) else {
            throw refusal(
                "the colour temperature \(temperature)",
                "\(Self.temperatures.lowerBound) to \(Self.temperatures.upperBound) Kelvin")
        }
        guard (0...1).contains(dimming) else { throw refusal("the dimming \(dimming)", "0 to 1") }
    }
}

/// The lookup table for the channels of a picture: gamma, colour temperature and dimming together.
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

    /// The output channels for three equal input channels, 0 to 1.
    subscript(input: Double) -> (red: Double, green: Double, blue: Double) {
        let tone = pow(min(max(input, 0), 1), exponent)
        return (tone * red, tone * green, tone * blue)
    }

    /// A table of `count` entries in the kernel's form, `drm_color_lut`: red, green, blue and a reserved word, 16 bits
    /// each.
    func entries(_ count: Int) -> [SIMD4<UInt16>] {
        guard count > 1 else { return [] }
        return (0..<count).map { index in
            let output = self[Double(index) / Double(count - 1)]
            return SIMD4(Self.word(output.red), Self.word(output.green), Self.word(output.blue), 0)
        }
    }

    /// The bytes of ``entries(_:)``, for a KMS blob.
    func bytes(_ count: Int) -> [UInt8] {
        entries(count).withUnsafeBytes { Array($0) }
    }

    private static func word(_ value: Double) -> UInt16 { UInt16((min(max(value, 0), 1) * 65535).rounded()) }
}
