import Foundation

extension Facts {
    /// Returns a number with a fixed count of decimals, rounded.
    static func decimals(_ value: Double, _ count: Int) -> String {
        String(format: "%.\(count)f", value)
    }

    /// Returns a coordinate as printed by edid-decode: in steps of 1/10000, truncated.
    static func truncated(_ value: Double) -> String {
        let steps = Int((value * 1024).rounded()) * 10000 / 1024
        return String(format: "0.%04d", steps)
    }
}
