import ScreensKMS
import ScreensRaster

/// A captured picture of a screen.
public struct ScreenCapture: Sendable, Hashable {
    /// The picture, in the size of the screen's mode.
    ///
    /// It is the composed picture before any colour corrections by the hardware. Corrections that the kit makes while
    /// it copies the picture (``PictureLayout/adjustment``) are included.
    public let picture: Picture
    /// Whether the screen still showed the same buffers when all of them had been read. If not, its program draws
    /// faster than buffers can be read, and parts of the picture may be newer than others.
    public let isSteady: Bool
    /// The layers that are missing in the picture, such as a cursor in an unsupported format.
    public let omissions: [Omission]

    /// A missing layer.
    public struct Omission: Sendable, Hashable {
        /// The plane's property `type` in lower case, `overlay` or `cursor`.
        public let layer: String
        /// The reason why it is missing.
        public let cause: ScreenError
    }
}

/// The picture that planes are composed into, black outside the planes.
struct CaptureCanvas {
    private let size: Size
    private var pixels: [UInt32]

    init(size: Size) {
        self.size = size
        pixels = [UInt32](repeating: 0, count: size.width * size.height)
    }

    /// Draws a plane over the previous ones, in its size on the screen.
    mutating func draw(_ source: CapturePixels, as layer: CaptureLayer) {
        let visible = layer.destination.intersection(Rectangle(size))
        guard !visible.isEmpty, source.size.width > 0, source.size.height > 0 else { return }
        let isStraight = layer.transform == .none && source.size == layer.destination.size
        for y in visible.y..<visible.y + visible.height {
            for x in visible.x..<visible.x + visible.width {
                let (right, down) = (x - layer.destination.x, y - layer.destination.y)
                let place =
                    isStraight
                    ? (right, down)
                    : layer.transform.source(ofX: right, y: down, in: layer.destination.size, from: source.size)
                let index = y * size.width + x
                pixels[index] = layer.blending.blend(
                    source.pixels[place.1 * source.size.width + place.0], over: pixels[index], opacity: layer.opacity)
            }
        }
    }

    var picture: Picture { Picture(size: size, pixels: pixels) }
}

/// The pixels of one plane in ordinary memory.
struct CapturePixels: Sendable, Hashable {
    let size: Size
    /// The pixels, ARGB8888, row by row, without gaps.
    let pixels: [UInt32]

    /// Reads a part of a framebuffer.
    init(_ mapping: borrowing FramebufferMapping, _ layout: PixelLayout, _ part: Rectangle) {
        let part = part.intersection(Rectangle(x: 0, y: 0, width: mapping.width, height: mapping.height))
        size = part.size
        pixels = [UInt32](unsafeUninitializedCapacity: part.width * part.height) { target, count in
            for y in 0..<part.height {
                let row = UnsafeMutableBufferPointer(rebasing: target[y * part.width..<(y + 1) * part.width])
                mapping.withRow(part.y + y, columns: part.x..<part.x + part.width, layout) {
                    layout.convert($0, into: row)
                }
            }
            count = part.width * part.height
        }
    }

    /// Reads a part of a framebuffer with luma and chroma.
    ///
    /// - Returns: nil if the framebuffer has other planes than the format.
    init?(_ mapping: borrowing FramebufferMapping, _ format: VideoFormat, _ part: Rectangle) {
        guard let frame = format.frame(at: mapping.places) else { return nil }
        let whole = OwnedPixels(format.size)
        VideoKernel(format).convert(frame, to: whole.pixels.rows)
        let part = part.intersection(Rectangle(format.size))
        size = part.size
        pixels = (0..<part.height).flatMap { y in
            let row = whole.pixels.row(part.y + y)
            return (0..<part.width).map { row[part.x + $0] | 0xFF00_0000 }
        }
    }

    /// - Parameter pixels: their number matches the size.
    init(size: Size, pixels: [UInt32]) {
        self.size = size
        self.pixels = pixels
    }
}
