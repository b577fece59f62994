/// A timing that a display names by a code, or by a size and a rate, instead of spelling it out.
public struct ListedTiming: Sendable, Hashable {
    /// The table or the formula that the timing is from.
    public let origin: TimingOrigin

    /// The width in pixels.
    public let width: Int

    /// The height in lines of the frame.
    public let height: Int

    /// The whole timing; nil where only size and rate are known.
    public let timing: Timing?

    /// The refresh rate in mHz: that of the timing, else the nominal one.
    public let refreshMillihertz: Int

    /// A listed timing with all its numbers.
    public init(origin: TimingOrigin, timing: Timing) {
        self.origin = origin
        self.width = timing.width
        self.height = timing.height
        self.timing = timing
        self.refreshMillihertz = timing.refreshMillihertz
    }

    /// A listed timing of which no more than size and rate are known.
    init(width: Int, height: Int, refreshMillihertz: Int) {
        self.origin = .sizeOnly
        self.width = width
        self.height = height
        self.timing = nil
        self.refreshMillihertz = refreshMillihertz
    }
}
