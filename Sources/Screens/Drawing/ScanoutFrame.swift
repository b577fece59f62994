import ScreensKMS
import ScreensRaster

/// The format and place of frames that a plane may show without a copy, in place of the canvas.
struct ScanoutForm: Sendable, Hashable {
    let format: VideoFormat
    /// The place on the canvas: inside it, and of the size of the frames.
    let place: Rectangle

    /// - Returns: nil if the frames have to be scaled or cut off, which the processor does.
    init?(_ format: VideoFormat, at place: Rectangle, of canvas: Rectangle) {
        guard place.size == format.size, place.intersection(canvas) == place else { return nil }
        self.format = format
        self.place = place
    }
}

/// Memory of a device or another program that contains frames, one after the other. Each plane receives it only once.
package final class SharedVideoMemory: Sendable {
    /// One plane of a frame, in a dma-buf. The owner of the memory keeps the dma-buf open.
    package typealias Plane = SharedFramebuffer.MemoryPlane

    /// The planes in their order, at most four.
    package let planes: [Plane]
    /// The layout of the samples, `DRM_FORMAT_MOD_*`; nil if it is linear.
    package let modifier: UInt64?

    /// Makes memory with these planes.
    package init(planes: [Plane], modifier: UInt64? = nil) {
        self.planes = planes
        self.modifier = modifier
    }
}

/// A frame that a plane can show.
final class ScanoutFrame: Sendable {
    let form: ScanoutForm
    /// The memory to write the frame to while it is not shown; nil if another program has written it.
    let memory: VideoMemory?
    private let flipTo: @Sendable () -> Int32

    /// - Parameter flip: shows the frame, as ``flip()`` does.
    init(_ form: ScanoutForm, _ memory: VideoMemory?, flip: @escaping @Sendable () -> Int32) {
        self.form = form
        self.memory = memory
        flipTo = flip
    }

    /// Shows the frame from the next refresh on. In the frame path, on the screen's thread.
    ///
    /// - Returns: 0, or the errno.
    func flip() -> Int32 { flipTo() }
}

/// Makes frames that a plane can show. A pipe has one if its plane can show frames.
protocol ScanoutFrameSource: AnyObject, Sendable {
    /// Makes frames to be written, as many as the kernel needs to show them in turn.
    ///
    /// - Returns: an empty list if the driver does not show that form.
    func makeFrames(_ form: ScanoutForm) -> [ScanoutFrame]

    /// Makes a frame in memory of a device or another program.
    ///
    /// - Returns: nil if the driver cannot show that memory.
    func makeFrame(_ form: ScanoutForm, in memory: SharedVideoMemory) -> ScanoutFrame?

    /// The layouts of samples that frames may have. On any thread.
    var forms: [ScanoutFormat] { get }

    /// Releases the memory of the frames. None of them is on the screen any longer. On the screen's thread.
    func releaseFrames()
}

/// A layout of samples that a screen's plane shows without a copy, with the possible layouts of the memory.
package struct ScanoutFormat: Sendable, Hashable {
    /// The layout of the samples.
    package let pixels: VideoPixelFormat
    /// The layouts of the memory, `DRM_FORMAT_MOD_*`; 0 is linear memory.
    package let modifiers: [UInt64]
}
