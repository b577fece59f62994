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
