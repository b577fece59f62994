import EDID

/// The limit of the time that a display with variable refresh can wait for a frame.
enum VariableRefresh {
    /// The longest time between refreshes in a mode, from the lowest rate in the display's EDID.
    ///
    /// - Returns: nil if the EDID states no rates, or none below that of the mode: then it is unknown how long the
    ///   display can keep its picture.
    static func longestPeriod(edid: [UInt8], in rate: RefreshRate) -> Nanoseconds? {
        guard let limits = (try? DisplayDescription(decoding: edid))?.base.rangeLimits, limits.minimumVerticalRate > 0
        else { return nil }
        let slowest = RefreshRate(numerator: UInt64(limits.minimumVerticalRate), denominator: 1)
        return slowest < rate ? slowest.nanoseconds(ofRefreshes: 1) : nil
    }
}
