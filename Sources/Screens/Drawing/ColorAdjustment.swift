import Glibc

/// How a picture's colours are changed on their way to the display: what is wanted.
struct ColorAdjustment: Sendable, Hashable {
    /// The gammas that there are.
    static let gammas = 0.1...10.0
    /// The colour temperatures that there are, in Kelvin.
    static let temperatures = 1000...10_000

    /// 1 is neutral; above it middle tones are lighter.
    var gamma = 1.0
    /// In Kelvin; 6500 is neutral.
    var temperature = 6500
    /// How much of the brightness is taken away: 0 is nothing, 1 all.
    var dimming = 0.0

    static let neutral = ColorAdjustment()

    /// Whether more is wanted than another brightness.
    var changesTones: Bool { gamma != 1 || temperature != 6500 }

    /// What is left of the brightness, of 255.
    var level: UInt8 { UInt8(clamping: Int(((1 - dimming) * 255).rounded())) }

    /// This, but for what is wanted of one display.
    func overridden(by settings: ScreenSettings) -> ColorAdjustment {
        ColorAdjustment(
            gamma: settings.gamma ?? gamma, temperature: settings.colorTemperature ?? temperature,
            dimming: settings.dimming ?? dimming)
    }

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for what is outside of its limits.
    func check() throws(ScreenError) {
        func refuse(_ what: String, _ limits: String) -> ScreenError {
            ScreenError(.invalidArgument, operation: "use", object: what, remedy: "it is \(limits)")
        }
        // What is no number is in no range.
        guard Self.gammas.contains(gamma) else {
            throw refuse("the gamma \(gamma)", "\(Self.gammas.lowerBound) to \(Self.gammas.upperBound)")
        }
        guard Self.temperatures.contains(temperature) else {
            throw refuse(
                "the colour temperature \(temperature)",
                "\(Self.temperatures.lowerBound) to \(Self.temperatures.upperBound) Kelvin")
        }
        guard (0...1).contains(dimming) else { throw refuse("the dimming \(dimming)", "0 to 1") }
    }
}

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
