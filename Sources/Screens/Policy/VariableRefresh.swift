import EDID

/// How long a display can wait for a frame.
enum VariableRefresh {
    /// The longest time from one refresh to the next in a mode, in nanoseconds, by the lowest rate in the display's EDID.
    ///
    /// - Returns: nil where the EDID states no rates, or none below that of the mode: nobody can tell then how long the
    ///   display keeps its picture.
    static func longestPeriod(edid: [UInt8], in rate: RefreshRate) -> Int64? {
        guard let limits = (try? DisplayDescription(decoding: edid))?.base.rangeLimits, limits.minimumVerticalRate > 0
        else { return nil }
        let slowest = RefreshRate(numerator: UInt64(limits.minimumVerticalRate), denominator: 1)
        return slowest < rate ? slowest.period : nil
    }
}
