import ScreensEDID

/// The limit of the time that a display with variable refresh can wait for a frame.
enum VariableRefresh {
    /// The longest time between refreshes in a mode, from the lowest rate in the display's EDID.
    ///
    /// A display that does not state a range of variable refresh has one nevertheless where the driver offers it
    /// (`vrr_capable`): drivers then use the range limits of the base block.
    ///
    /// The highest rate of the range is not used: no refresh comes sooner than the mode's timings allow, which are those of a
    /// mode that the display lists. A range that ends below the rate of such a mode is about other modes.
    ///
    /// - Returns: nil if the EDID states no rates, or none below that of the mode: then it is unknown how long the
    ///   display can keep its picture.
    static func longestPeriod(edid: [UInt8], in rate: RefreshRate) -> Nanoseconds? {
        guard let display = try? DisplayDescription(decoding: edid),
            let minimum = display.variableRefresh?.minimumMillihertz
                ?? display.base.rangeLimits.map({ $0.minimumVerticalRate * 1000 }),
            minimum > 0
        else { return nil }
        let slowest = RefreshRate(numerator: UInt64(minimum), denominator: 1000)
        return slowest < rate ? slowest.nanoseconds(ofRefreshes: 1) : nil
    }
}
