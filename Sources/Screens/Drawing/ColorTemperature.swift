import Glibc

/// The white point of a colour temperature, relative to the white of displays.
///
/// From 4000 K it is daylight on the CIE daylight locus (CIE 15, the D illuminants). Up to 2500 K it is a black body on
/// the Planckian locus in Krystek's approximation (M. Krystek, An algorithm to calculate correlated colour temperature,
/// 1985), which is valid from 1000 K to 15,000 K. In between it is a smooth blend of both.
enum ColorTemperature {
    /// The white of displays: D65, as in sRGB.
    private static let neutral = light(of: 6500)

    /// The factors for the red, green and blue of a picture, at most 1. They apply to encoded values and not to linear
    /// light.
    static func factors(_ kelvin: Int) -> (red: Double, green: Double, blue: Double) {
        let light = light(of: kelvin)
        let relative = (0..<3).map { max(light[$0] / neutral[$0], 0) }
        let strongest = max(relative[0], relative[1], relative[2])
        let factors = relative.map { pow($0 / strongest, 1 / 2.2) }
        return (factors[0], factors[1], factors[2])
    }

    /// The red, green and blue of a colour temperature with sRGB's primaries, in linear light.
    private static func light(of kelvin: Int) -> [Double] {
        let (x, y) = chromaticity(Double(kelvin))
        let (first, third) = (x / y, (1 - x - y) / y)
        return [
            3.2404542 * first - 1.5371385 - 0.4985314 * third,
            -0.9692660 * first + 1.8760108 + 0.0415560 * third,
            0.0556434 * first - 0.2040259 + 1.0572252 * third,
        ]
    }

    /// The chromaticity, CIE 1931 x and y.
    static func chromaticity(_ kelvin: Double) -> (x: Double, y: Double) {
        if kelvin >= 4000 { return daylight(kelvin) }
        let blackBody = planckian(kelvin)
        guard kelvin > 2500 else { return blackBody }
        let day = daylight(4000)
        let part = (kelvin - 2500) / 1500
        let weight = part * part * (3 - 2 * part)
        // The Planckian curve, shifted by a growing part of the distance between both curves at 4000 K.
        let end = planckian(4000)
        return (blackBody.x + weight * (day.x - end.x), blackBody.y + weight * (day.y - end.y))
    }

    private static func daylight(_ kelvin: Double) -> (x: Double, y: Double) {
        let inverse = 1 / kelvin
        let x =
            kelvin <= 7000
            ? ((-4.6070e9 * inverse + 2.9678e6) * inverse + 99.11) * inverse + 0.244063
            : ((-2.0064e9 * inverse + 1.9018e6) * inverse + 247.48) * inverse + 0.237040
        return (x, (-3 * x + 2.870) * x - 0.275)
    }

    private static func planckian(_ kelvin: Double) -> (x: Double, y: Double) {
        let square = kelvin * kelvin
        let u =
            (0.860117757 + 1.54118254e-4 * kelvin + 1.28641212e-7 * square)
            / (1 + 8.42420235e-4 * kelvin + 7.08145163e-7 * square)
        let v =
            (0.317398726 + 4.22806245e-5 * kelvin + 4.20481691e-8 * square)
            / (1 - 2.89741816e-5 * kelvin + 1.61456053e-7 * square)
        let sum = 2 * u - 8 * v + 4
        return (3 * u / sum, 2 * v / sum)
    }
}
