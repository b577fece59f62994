import ScreensKMS
import ScreensRaster

/// The format of video frames that a plane may show without a copy, and their place on the canvas.
struct DirectPlacement: Sendable, Hashable {
    let format: VideoFormat
    /// The place on the canvas: inside it, and of the size of the video frames.
    let rectangle: Rectangle

    /// - Returns: nil if the frames have to be scaled or cut off, which the processor does.
    init?(_ format: VideoFormat, at place: Rectangle, of canvas: Rectangle) {
        guard place.size == format.size, place.intersection(canvas) == place else { return nil }
        self.format = format
        rectangle = place
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

/// A buffer with a video frame, which a plane can show in place of the canvas (direct scanout).
final class DirectBuffer: Sendable {
    let placement: DirectPlacement
    /// The memory to write a video frame to while the buffer is not shown; nil if another program writes it.
    let memory: VideoMemory?
    private let flipTo: @Sendable () -> Int32

    /// - Parameter flip: shows the buffer, as ``flip()`` does.
    init(_ placement: DirectPlacement, _ memory: VideoMemory?, flip: @escaping @Sendable () -> Int32) {
        self.placement = placement
        self.memory = memory
        flipTo = flip
    }

    /// Shows the buffer from the next refresh on. It is called in the frame path, on the screen's thread.
    ///
    /// - Returns: 0, or the errno.
    func flip() -> Int32 { flipTo() }
}

/// Makes buffers that a plane can show. A pipe has one if its plane can show video frames.
protocol DirectBufferSource: AnyObject, Sendable {
    /// Makes buffers to be written, as many as the kernel needs to show them in turn.
    ///
    /// - Returns: an empty list if the driver does not show that format at that place.
    func makeBuffers(_ placement: DirectPlacement) -> [DirectBuffer]

    /// Makes a buffer of the memory of a device or another program.
    ///
    /// - Returns: nil if the driver cannot show that memory.
    func makeBuffer(_ placement: DirectPlacement, in memory: SharedVideoMemory) -> DirectBuffer?

    /// The layouts of samples that the plane shows. It may be read on any thread.
    var formats: [ScanoutFormat] { get }

    /// Releases the buffers, of which none is on the screen any longer. It is called on the screen's thread.
    func releaseDirectBuffers()
}

/// A layout of samples that a screen's plane shows without a copy, with the possible layouts of the memory.
package struct ScanoutFormat: Sendable, Hashable {
    /// The layout of the samples.
    package let pixels: VideoPixelFormat
    /// The layouts of the memory, `DRM_FORMAT_MOD_*`; 0 is linear memory.
    package let modifiers: [UInt64]
}
