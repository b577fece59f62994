import ScreensKMS
import ScreensRaster

/// The form of frames that a plane may show as they are, in place of the canvas.
struct ScanoutForm: Sendable, Hashable {
    let format: VideoFormat
    /// On the canvas: of the size of the frames, and inside it.
    let place: Rectangle

    /// - Returns: nil where the frames are scaled or cut off, which is work for the processor.
    init?(_ format: VideoFormat, at place: Rectangle, of canvas: Rectangle) {
        guard place.size == format.size, place.intersection(canvas) == place else { return nil }
        self.format = format
        self.place = place
    }
}

/// Memory of a device or another program that has frames, one after the other. A plane gets it once.
package final class SharedVideoMemory: Sendable {
    /// One plane of a frame, in a dma-buf; the owner of the memory keeps that open.
    package typealias Plane = SharedFramebuffer.MemoryPlane

    /// The planes in their order, at most four.
    package let planes: [Plane]
    /// How the samples are laid out, `DRM_FORMAT_MOD_*`; nil where that is linear.
    package let modifier: UInt64?

    /// Memory with these planes.
    package init(planes: [Plane], modifier: UInt64? = nil) {
        self.planes = planes
        self.modifier = modifier
    }
}

/// A frame that a plane can show.
final class ScanoutFrame: Sendable {
    let form: ScanoutForm
    /// The memory to write the frame to, while it is not shown; nil where another program has written it.
    let memory: VideoMemory?
    private let flipTo: @Sendable () -> Int32

    /// - Parameter flip: shows it, as ``flip()``.
    init(_ form: ScanoutForm, _ memory: VideoMemory?, flip: @escaping @Sendable () -> Int32) {
        self.form = form
        self.memory = memory
        flipTo = flip
    }

    /// Shows it from the next refresh on. In the frame path, on the screen's thread.
    ///
    /// - Returns: 0, or the errno.
    func flip() -> Int32 { flipTo() }
}

/// Makes frames that a plane can show; a pipe has one where its plane does.
protocol ScanoutFrameSource: AnyObject, Sendable {
    /// Frames to be written, as many as the kernel needs to show them in turn.
    ///
    /// - Returns: none where the driver does not show that form.
    func makeFrames(_ form: ScanoutForm) -> [ScanoutFrame]

    /// A frame in memory of others.
    ///
    /// - Returns: nil where the driver cannot show that memory.
    func makeFrame(_ form: ScanoutForm, in memory: SharedVideoMemory) -> ScanoutFrame?

    /// The samples that frames may have. On any thread.
    var forms: [ScanoutFormat] { get }

    /// No frame is on the screen any more: their memory can go. On the screen's thread.
    func releaseFrames()
}

/// Samples of frames that a screen's plane shows as they are, with the layouts of their memory.
package struct ScanoutFormat: Sendable, Hashable {
    /// The layout of the samples.
    package let pixels: VideoPixelFormat
    /// `DRM_FORMAT_MOD_*`; 0 is linear memory.
    package let modifiers: [UInt64]
}
