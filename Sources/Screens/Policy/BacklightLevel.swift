/// A backlight's values, and what part of its light they are. Pure.
enum BacklightLevel {
    /// - Parameter maximum: above 0.
    static func brightness(_ value: Int, maximum: Int) -> Double {
        Double(min(max(value, 0), maximum)) / Double(maximum)
    }

    /// The nearest value; what is beyond either end is that end.
    static func value(_ brightness: Double, maximum: Int) -> Int {
        guard brightness > 0 else { return 0 }
        guard brightness < 1 else { return maximum }
        return Int((brightness * Double(maximum)).rounded())
    }
}
