/// What surrounds the picture in one direction: porches, sync and border.
///
/// Horizontally in pixels, vertically in lines; of an interlaced timing, in lines of one field, as the detailed timing
/// descriptors and the tables of the standards have it (E-EDID A.2 section 3.10.2).
public struct Blanking: Sendable, Hashable {
    /// From the end of the picture (and its border) to the start of sync. Dirty descriptors may make it zero.
    public let frontPorch: Int

    /// The width of the sync pulse.
    public let sync: Int

    /// From the end of sync to the start of the picture (and its border). Negative where a descriptor contradicts itself.
    public let backPorch: Int

    /// The border on each of the two sides.
    public let border: Int

    /// Whether the sync pulse is positive; false as well where it has no polarity of its own.
    public let isSyncPositive: Bool

    /// Creates a blanking from its parts.
    public init(frontPorch: Int, sync: Int, backPorch: Int, border: Int = 0, isSyncPositive: Bool) {
        self.frontPorch = frontPorch
        self.sync = sync
        self.backPorch = backPorch
        self.border = border
        self.isSyncPositive = isSyncPositive
    }

    /// Everything between the end of one picture and the start of the next, borders included.
    public var total: Int {
        frontPorch &+ sync &+ backPorch &+ 2 &* border
    }
}
