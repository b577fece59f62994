/// The strip of a layer during one frame, for a function that chooses the strip.
///
/// Setting another strip releases the former one. The function sets the next strip before it reports to another thread
/// that the former strip is no longer used. So the other thread has the last reference, and the screen's thread frees
/// no strip.
package struct StripView {
    /// The timing of the frame.
    package let timing: FrameTiming
    /// The size of the layer.
    package let size: Size
    /// The strip, which the layer scrolls; nil shows nothing. Another one goes on at the same pixel, and is repeated if
    /// it is shorter than the layer.
    package var strip: ScrollingStrip? {
        didSet { isNew = true }
    }
    /// The time of the next call of the function, which comes with each step of the strip too.
    package var nextUpdate = NextUpdate.whenNeeded
    private(set) var isNew = false

    init(timing: FrameTiming, size: Size, strip: consuming ScrollingStrip?) {
        self.timing = timing
        self.size = size
        self.strip = strip
    }
}
