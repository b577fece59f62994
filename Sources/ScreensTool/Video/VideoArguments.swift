import Screens

/// Reads the words of the command line that describe video frames. No system calls.
enum VideoArguments {
    /// Returns a size such as `1280x720`.
    static func size(_ text: String) -> Size? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = number(parts[0]), let height = number(parts[1]) else { return nil }
        return Size(width: width, height: height)
    }

    /// Returns a rate such as `30`, `29.97`, `23.976` or `30000/1001`; nil for other texts and for 0.
    static func rate(_ text: String) -> RefreshRate? {
        let fraction = text.split(separator: "/", omittingEmptySubsequences: false)
        if fraction.count == 2 {
            guard let numerator = number(fraction[0]), let denominator = number(fraction[1]), numerator > 0,
                denominator > 0
            else { return nil }
            return RefreshRate(numerator: UInt64(numerator), denominator: UInt64(denominator))
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard fraction.count == 1, (1...2).contains(parts.count), let whole = number(parts[0]), whole <= 1000 else {
            return nil
        }
        guard parts.count == 2 else {
            return whole > 0 ? RefreshRate(numerator: UInt64(whole), denominator: 1) : nil
        }
        guard parts[1].utf8.count <= 6, let digits = number(parts[1]) else { return nil }
        let scale = parts[1].utf8.reduce(1) { scale, _ in scale * 10 }
        let scaled = whole * scale + digits
        guard scaled > 0 else { return nil }
        // 23.976, 23.98 and 29.97 are abbreviations of fractions with the denominator 1001.
        let nearest = (scaled * 1001 + 500 * scale) / (1000 * scale)
        let distance = abs(scaled * 1001 - nearest * 1000 * scale)
        if nearest > 0, digits > 0, distance * 5000 < nearest * 1000 * scale {
            return RefreshRate(numerator: UInt64(nearest) * 1000, denominator: 1001)
        }
        return RefreshRate(numerator: UInt64(scaled), denominator: UInt64(scale))
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int(text)
    }
}
