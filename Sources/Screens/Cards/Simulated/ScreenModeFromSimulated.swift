import KMS

extension ScreenMode {
    /// The timings of a mode that no display has to agree to.
    ///
    /// The blanking is chosen so that whole rates come out exact in whole kHz, and the clock so fast that other rates are
    /// met to a thousandth of a Hz.
    init(id: Int, _ mode: SimulatedMode, isPreferred: Bool = false) {
        let htotal = (mode.width + 80 + 39) / 40 * 40
        let slowest = 150_000_000_000 / (htotal * mode.millihertz)
        let vtotal = min((max(mode.height + 25, slowest) + 24) / 25 * 25, 65_525)
        let clock = (htotal * vtotal * mode.millihertz + 500_000) / 1_000_000
        var timings = ModeTimings(
            clock: UInt32(clamping: clock),
            hdisplay: UInt16(clamping: mode.width), hsyncStart: UInt16(clamping: mode.width + 8),
            hsyncEnd: UInt16(clamping: mode.width + 40), htotal: UInt16(clamping: htotal),
            vdisplay: UInt16(clamping: mode.height), vsyncStart: UInt16(clamping: mode.height + 3),
            vsyncEnd: UInt16(clamping: mode.height + 8), vtotal: UInt16(clamping: vtotal),
            vrefresh: UInt32(clamping: (mode.millihertz + 500) / 1000), name: "\(mode.width)x\(mode.height)")
        if isPreferred { timings.markPreferred() }
        self.init(id: id, timings: timings)
    }
}
