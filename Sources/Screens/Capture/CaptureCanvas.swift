/// The picture that planes are put together to, black where none is.
struct CaptureCanvas {
    private let size: Size
    private var pixels: [UInt32]

    init(size: Size) {
        self.size = size
        pixels = [UInt32](repeating: 0, count: size.width * size.height)
    }

    /// Draws a plane over those before it, as large as it is shown.
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

extension Picture {
    /// - Parameter pixels: XRGB8888, as many as the size has.
    init(size: Size, pixels: [UInt32]) {
        self.size = size
        self.pixels = pixels
    }
}
