import Foundation

extension Facts {
    /// A number with a fixed count of decimals, rounded.
    static func decimals(_ value: Double, _ count: Int) -> String {
        String(format: "%.\(count)f", value)
    }

    /// A coordinate as edid-decode prints it: in steps of 1/10000, cut off.
    static func truncated(_ value: Double) -> String {
        let steps = Int((value * 1024).rounded()) * 10000 / 1024
        return String(format: "0.%04d", steps)
    }
}
