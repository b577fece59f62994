import ScreensRaster

/// Writes the changed parts of a canvas into a buffer. It rotates, scales, converts and recolours them as far as the
/// hardware does not.
///
/// Only the screen's own thread uses it.
final class ScanoutPath {
    private let plan: ScanoutPlan
    private var copy: ScanoutCopy
    private let format: PixelFormat
    /// The rotated canvas before scaling.
    private let rotated: OwnedPixels?
    /// The rotated and scaled canvas before conversion.
    private var shrunk: OwnedPixels?

    /// - Parameters:
    ///   - plan: the parts of the work that remain for this process.
    ///   - format: the pixel format of the buffers.
    ///   - colors: how the colours are changed.
    init(_ plan: ScanoutPlan, format: PixelFormat, colors: CopyColors = .asDrawn) {
        self.plan = plan
        self.format = format
        let rotatedSize = plan.ownOrientation.size(of: plan.canvas)
        let shrinks = rotatedSize != plan.placement.size
        let converts = format != .xrgb8888 || colors != .asDrawn
        rotated = shrinks && plan.ownOrientation != .upright ? OwnedPixels(rotatedSize) : nil
        shrunk = shrinks && converts ? OwnedPixels(plan.placement.size) : nil
        copy = ScanoutCopy(orientation: shrinks ? .upright : plan.ownOrientation, colors: colors)
    }

    /// How the colours of the picture are changed. Another value applies to later writes, and may allocate memory.
    var colors: CopyColors {
        get { copy.colors }
        set {
            copy.colors = newValue
            let shrinks = plan.ownOrientation.size(of: plan.canvas) != plan.placement.size
            if shrinks, newValue != .asDrawn, shrunk == nil { shrunk = OwnedPixels(plan.placement.size) }
        }
    }

    /// Whether buffers have the same pixels as the canvas, so that the canvas can be in a buffer.
    var isDirect: Bool { plan.isDirect && format == .xrgb8888 && copy.colors == .asDrawn }

    /// Whether a pixel of a buffer depends on neighbours of the canvas, since the picture is scaled.
    var isScaled: Bool { plan.ownOrientation.size(of: plan.canvas) != plan.placement.size }

    /// Writes the damaged parts of the canvas into a buffer, without reading from the buffer.
    ///
    /// - Returns: the changed parts of the buffer.
    func write(_ damage: borrowing Damage, of canvas: PixelBuffer, to buffer: ScanoutSurface) -> Damage {
        guard !isDirect else {
            buffer.pixels.copy(damage, from: canvas)
            return copy damage
        }
        var written = Damage()
        for index in 0..<damage.count { written.insert(write(damage[index], of: canvas, to: buffer)) }
        return written
    }

    private func write(_ part: Rectangle, of canvas: PixelBuffer, to buffer: ScanoutSurface) -> Rectangle {
        let target = buffer.part(plan.placement)
        guard plan.ownOrientation.size(of: plan.canvas) != plan.placement.size else {
            return placed(copy.copy(part, of: canvas, to: target))
        }
        var source = canvas
        var changed = part
        if let rotated {
            guard let part = rotated.pixels.copy(part, of: canvas, plan.ownOrientation) else { return placed(nil) }
            source = rotated.pixels
            changed = part
        }
        let scaled = Self.scaled(changed, from: source.size, to: plan.placement.size)
        let whole = Rectangle(plan.placement.size)
        if let shrunk {
            shrunk.pixels.draw(
                source, part: Rectangle(source.size), filling: whole, clip: scaled, .bilinear, .copy)
            return placed(copy.copy(scaled, of: shrunk.pixels, to: target))
        }
        let pixels = PixelBuffer(base: target.baseAddress, size: target.size, stride: target.bytesPerRow)
        return placed(
            pixels.draw(source, part: Rectangle(source.size), filling: whole, clip: scaled, .bilinear, .copy))
    }

    private func placed(_ rectangle: Rectangle?) -> Rectangle {
        guard var rectangle else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
        rectangle.x += plan.placement.x
        rectangle.y += plan.placement.y
        return rectangle
    }

    /// The part of the scaled picture that depends on a part of the original: each pixel depends on four neighbours.
    static func scaled(_ part: Rectangle, from source: Size, to target: Size) -> Rectangle {
        func range(_ start: Int, _ end: Int, _ from: Int, _ to: Int) -> (Int, Int) {
            let first = (start - 1) * to / from - 1
            let last = ((end + 1) * to + from - 1) / from + 1
            return (max(first, 0), min(last, to))
        }
        let (left, right) = range(part.x, part.maxX, source.width, target.width)
        let (top, bottom) = range(part.y, part.maxY, source.height, target.height)
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}
