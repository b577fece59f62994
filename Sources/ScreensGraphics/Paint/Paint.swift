import CScreensCairo
import Screens

/// The colours that a shape is filled or stroked with: one colour, a ``Gradient``, or an image.
public struct Paint: Sendable, Hashable {
    /// The colours outside an image.
    public enum Tiling: Sendable, Hashable, CaseIterable {
        /// Nothing.
        case once
        /// The image again, beside and below itself.
        case `repeat`
        /// The image, alternately mirrored, so that it has no seams.
        case reflect
        /// The colours of the image's edge.
        case pad
    }

    private enum Source: Sendable, Hashable {
        case color(Color)
        case gradient(Gradient)
        case image(Image, place: PathPoint, scale: Double, tiling: Tiling)
    }

    private let source: Source

    /// One colour.
    public static func color(_ color: Color) -> Paint {
        Paint(source: .color(color))
    }

    /// The colours of a gradient.
    public static func gradient(_ gradient: Gradient) -> Paint {
        Paint(source: .gradient(gradient))
    }

    /// The pixels of an image. The drawing thread keeps a copy of them while the image is used often, see
    /// ``GraphicsContext``.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - place: the place of its upper left corner, in the coordinates of the context.
    ///   - scale: the size of its pixels. Nothing is painted if it is not positive.
    ///   - tiling: the colours outside the image.
    public static func image(
        _ image: Image, at place: (x: Double, y: Double) = (0, 0), scale: Double = 1, tiling: Tiling = .repeat
    ) -> Paint {
        Paint(source: .image(image, place: PathPoint(place), scale: scale, tiling: tiling))
    }

    /// The gradient, if the paint is one.
    var gradient: Gradient? {
        if case .gradient(let gradient) = source { return gradient }
        return nil
    }

    /// Makes the paint the source of a Cairo context, in the context's own coordinates.
    ///
    /// - Returns: whether there is something to paint.
    func apply(to cairo: OpaquePointer) -> Bool {
        switch source {
        case .color(let color):
            guard color.alpha > 0 else { return false }
            let (red, green, blue, alpha) = color.levels
            cairo_set_source_rgba(cairo, red, green, blue, alpha)
        case .gradient(let gradient): gradient.apply(to: cairo)
        case .image(let image, let place, let scale, let tiling):
            guard scale.isFinite, scale >= 1e-4, scale <= 1e4 else { return false }
            let pattern = cairo_pattern_create_for_surface(ImageSurfaces.current.surface(of: image))
            defer { cairo_pattern_destroy(pattern) }
            // The matrix leads from the coordinates of the context to pixels of the image.
            var matrix = cairo_matrix_t(
                xx: 1 / scale, yx: 0, xy: 0, yy: 1 / scale, x0: -place.x / scale, y0: -place.y / scale)
            cairo_pattern_set_matrix(pattern, &matrix)
            cairo_pattern_set_extend(pattern, tiling.cairo)
            cairo_set_source(cairo, pattern)
        }
        return true
    }
}

extension Paint.Tiling {
    fileprivate var cairo: cairo_extend_t {
        switch self {
        case .once: CAIRO_EXTEND_NONE
        case .repeat: CAIRO_EXTEND_REPEAT
        case .reflect: CAIRO_EXTEND_REFLECT
        case .pad: CAIRO_EXTEND_PAD
        }
    }
}
