import ScreensEDID

/// The limit on how long a display with variable refresh can wait for a frame.
enum VariableRefresh {
    /// The longest time between refreshes in a mode, from the lowest rate in the display's EDID.
    ///
    /// If the driver offers variable refresh (`vrr_capable`) for a display that states no range for it, drivers use the
    /// range limits of the base block, and so does this method.
    ///
    /// The highest rate of the range is not used: no refresh comes sooner than the timings of the mode allow, and the
    /// display lists that mode. A range that ends below the rate of the mode is about other modes.
    ///
    /// - Returns: nil if the EDID states no rates, or none below the mode's rate: then it is unknown how long the
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
