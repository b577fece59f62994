import CScreensCairo
import Screens
import ScreensRaster

/// A gradient as pixels of a part of a picture, drawn by a table of its colours and not by Cairo, which computes the
/// colour of each pixel in floating point.
struct GradientPixels {
    /// The number of pixels below which Cairo is faster than the table.
    private static let least = 4096

    private let kernel: GradientKernel
    private let table: GradientTable
    private let size: Size

    /// - Parameters:
    ///   - path: the path that is filled.
    ///   - part: the pixels.
    ///   - matrix: leads from the coordinates of the gradient to pixels.
    /// - Returns: nil if Cairo draws the gradient better, or as fast.
    init?(_ gradient: Gradient, in path: Path, _ part: Rectangle, _ matrix: DeviceMatrix) {
        // Cairo computes only the colours that it needs.
        guard matrix.isUsable, part.width * part.height >= Self.least, path.takes(0.4, of: part, matrix),
            let shape = gradient.shape(from: (Double(part.x), Double(part.y)), matrix),
            let kernel = GradientKernel(shape, gradient.spread.kernel, width: part.width, height: part.height),
            let table = GradientTable(gradient.stops, gradient.spread),
            // A steep gradient has a large table.
            part.width * part.height >= Self.least / GradientKernel.counts[0] * table.count
        else { return nil }
        (self.kernel, self.table, size) = (kernel, table, part.size)
    }

    /// Blends the pixels over rows of the same size.
    func draw(over rows: PixelRows, isOpaque: Bool) {
        withColors { kernel.draw(rows, colors: $0, isOpaque: table.isOpaque, ontoOpaque: isOpaque) }
    }

    /// Makes an image for Cairo, which the caller destroys.
    func makeSurface() -> OpaquePointer? {
        let format = table.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
        let surface = cairo_image_surface_create(format, Int32(size.width), Int32(size.height))
        guard let data = cairo_image_surface_get_data(surface) else { return surface }
        let rows = PixelRows(
            base: data, stride: Int(cairo_image_surface_get_stride(surface)), width: size.width, height: size.height)
        cairo_surface_flush(surface)
        withColors { kernel.replace(rows, colors: $0) }
        cairo_surface_mark_dirty(surface)
        return surface
    }

    private func withColors(_ body: (UnsafeMutableBufferPointer<UInt32>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: table.count) { colors in
            colors.initialize(repeating: 0)
            table.fill(colors)
            body(colors)
        }
    }
}

extension Gradient.Spread {
    fileprivate var kernel: GradientKernel.Spread {
        switch self {
        case .pad: .pad
        case .repeat: .repeat
        case .reflect: .reflect
        }
    }
}
