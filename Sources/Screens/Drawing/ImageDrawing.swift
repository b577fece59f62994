import ScreensRaster

/// How an image is drawn: its opacity, its tint, and how it is combined with the pixels below.
struct ImageInk {
    let blend: BlendMode
    /// The factors of the channels, as premultiplied ARGB8888.
    private let factors: UInt32

    static let plain = ImageInk(opacity: 1, tint: .white, blend: .over)

    init(opacity: Double, tint: Color, blend: BlendMode) {
        self.blend = blend
        factors = tint.opacity(opacity).premultiplied
    }

    /// Whether nothing is drawn.
    var isTransparent: Bool { factors >> 24 == 0 }

    func composition(of image: Image, on target: some DrawingTarget) -> Composition {
        Composition(blend.mode, factors: factors, isOpaque: image.isOpaque, ontoOpaque: target.isOpaque)
    }
}

extension DrawingTarget {
    /// Draws a part of an image in its own size.
    func draw(_ image: Image, part: Rectangle, at place: (x: Int, y: Int), _ ink: ImageInk = .plain) {
        guard !ink.isTransparent else { return }
        let drawn = image.withPixels { source in
            pixels.draw(source, part: part, at: place, clip: clip, ink.composition(of: image, on: self))
        }
        if let drawn { markDamaged(drawn) }
    }

    /// Draws a part of an image in another size.
    func draw(
        _ image: Image, part: Rectangle, filling rectangle: Rectangle, _ interpolation: Interpolation,
        _ ink: ImageInk = .plain
    ) {
        guard !ink.isTransparent else { return }
        let drawn = image.withPixels { source in
            pixels.draw(
                source, part: part, filling: rectangle, clip: clip, interpolation,
                ink.composition(of: image, on: self))
        }
        if let drawn { markDamaged(drawn) }
    }

    /// Draws a part of an image by a transform that starts from the upper left corner of the part.
    func draw(
        _ image: Image, part: Rectangle, _ transform: Transform, _ interpolation: Interpolation, _ ink: ImageInk
    ) {
        let taken = part.intersection(Rectangle(image.size))
        guard !ink.isTransparent, !taken.isEmpty else { return }
        let moved = Transform.translation(x: Double(taken.x) - Double(part.x), y: Double(taken.y) - Double(part.y))
            .concatenating(transform)
        if let place = moved.wholeTranslation { return draw(image, part: taken, at: place, ink) }
        // Bilinear edges fade over half a pixel on both sides.
        let margin = interpolation == .bilinear ? 0.5 : 0
        let drawn = moved.bounds(of: taken.size, margin: margin, in: clip)
        guard !drawn.isEmpty, let steps = AffineSteps(moved, at: (drawn.x, drawn.y)) else { return }
        image.withPixels { source in
            AffineKernel.draw(
                source.part(taken).rows, steps, to: pixels.part(drawn).rows, isSmooth: interpolation == .bilinear,
                ink.composition(of: image, on: self))
        }
        markDamaged(drawn)
    }

    /// Draws a whole opaque picture in another size, clipped to a part of the target.
    func draw(_ picture: PixelBuffer, filling rectangle: Rectangle, clip: Rectangle) {
        let drawn = pixels.draw(
            picture, part: Rectangle(picture.size), filling: rectangle, clip: clip.intersection(bounds), .bilinear,
            Composition(.over, isOpaque: true, ontoOpaque: isOpaque))
        if let drawn { markDamaged(drawn) }
    }
}

extension AffineSteps {
    /// - Parameters:
    ///   - transform: the transform from the source to the target.
    ///   - origin: the pixel of the target at which the steps begin.
    init?(_ transform: Transform, at origin: (x: Int, y: Int)) {
        guard let inverse = transform.inverse else { return nil }
        // The translation is subtracted first, which keeps the places exact far from 0, 0.
        let distance = (x: Double(origin.x) + 0.5 - transform.tx, y: Double(origin.y) + 0.5 - transform.ty)
        self.init(
            place: (
                inverse.a * distance.x + inverse.c * distance.y, inverse.b * distance.x + inverse.d * distance.y
            ),
            right: (inverse.a, inverse.b), down: (inverse.c, inverse.d))
    }
}
