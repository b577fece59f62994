/// The strip of a layer during one frame, for a function that chooses the strip.
///
/// The function releases the former strip by setting another one, before it reports to any other thread that the strip
/// is no longer used. So that thread may keep strips alive, and they do not end on the screen's thread.
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
