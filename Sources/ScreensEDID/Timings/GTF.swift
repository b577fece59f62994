/// VESA's Generalized Timing Formula for a timing from a size and a rate.
package struct GTF: Sendable, Hashable {
    /// The offset of the blanking formula, in percent (C).
    package let offset: Double

    /// The gradient of the blanking formula, in percent per kHz (M).
    package let gradient: Double

    /// The scaling factor weight of the blanking formula (K).
    package let scale: Double

    /// The weight of the offset in the blanking formula, in percent (J).
    package let weight: Double

    /// The formula with the constants that every display knows (GTF 1.1 section 5.1).
    package static let standard = GTF(offset: 40, gradient: 600, scale: 128, weight: 20)

    /// Makes the formula with the display's own constants: its secondary curve (E-EDID A.2 section 3.10.3.3.1).
    ///
    /// - Parameters:
    ///   - offset: The offset C, in percent.
    ///   - gradient: The gradient M, in percent per kHz.
    ///   - scale: The scaling factor K.
    ///   - weight: The weight J, in percent.
    package init(offset: Double, gradient: Double, scale: Double, weight: Double) {
        self.offset = offset
        self.gradient = gradient
        self.scale = scale
        self.weight = weight
    }

    /// Returns the timing for a size and a rate, or nil if there is none.
    ///
    /// It implements VESA GTF 1.1 section 5.3 (vertical rate given). The width is rounded to cells of 8 pixels.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in lines.
    ///   - refresh: The rate in Hz.
    package func timing(width: Int, height: Int, refresh: Double) -> Timing? {
        guard (8...65536).contains(width), (2...65536).contains(height), refresh > 0, refresh <= 10_000 else {
            return nil
        }
        let cell = 8.0
        let pixels = Self.rounded(Double(width) / cell) * cell
        let lines = Double(height)
        // 550 µs for vertical sync and back porch, and one line of front porch.
        let estimate = (1_000_000 / refresh - 550) / (lines + 1)
        guard estimate > 0.001 else { return nil }
        let syncAndBack = Self.rounded(550 / estimate)
        let totalLines = lines + syncAndBack + 1
        let estimatedRate = 1_000_000 / estimate / totalLines
        let linePeriod = estimate / (refresh / estimatedRate)
        let dutyOffset = (offset - weight) * scale / 256 + weight
        let dutyGradient = scale / 256 * gradient
        let duty = dutyOffset - dutyGradient * linePeriod / 1000
        guard duty > -1000, duty < 99 else { return nil }
        let blank = Self.rounded(pixels * duty / (100 - duty) / (2 * cell)) * 2 * cell
        let total = pixels + blank
        let clock = total / linePeriod * 1000
        let sync = Self.rounded(0.08 * total / cell) * cell
        guard total > 0, clock < 1e12 else { return nil }
        return Timing(
            width: Int(pixels),
            height: height,
            pixelClock: Int(Self.rounded(clock)),
            horizontal: Blanking(
                frontPorch: Int(blank / 2 - sync),
                sync: Int(sync),
                backPorch: Int(blank / 2),
                isSyncPositive: self != .standard
            ),
            vertical: Blanking(
                frontPorch: 1,
                sync: 3,
                backPorch: Int(syncAndBack) - 3,
                isSyncPositive: self == .standard
            ),
            aspectRatio: AspectRatio(ofWidth: Int(pixels), height: height)
        )
    }

    /// Rounds half away from zero. `Double.rounded()` needs libm, which this module does not link.
    private static func rounded(_ value: Double) -> Double {
        Double(Int(value < 0 ? value - 0.5 : value + 0.5))
    }
}
