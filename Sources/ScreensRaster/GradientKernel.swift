import CScreensRaster
import ScreensLinux

/// Draws gradients by a table of their colours.
package struct GradientKernel {
    /// The places of a gradient: a pixel has place 0 at its start and 1 at its end.
    package enum Shape {
        /// The place at the upper left corner of the pixels, and the steps to the right and downwards.
        case linear(start: Double, dx: Double, dy: Double)
        /// The vector from the middle to the upper left corner of the pixels, and the steps of that vector to the right
        /// and downwards, in radii.
        case radial(start: Vector, dx: Vector, dy: Vector)
    }

    package typealias Vector = (x: Double, y: Double)

    /// The colours before the start and after the end.
    package enum Spread {
        case pad, `repeat`, reflect
    }

    /// The numbers of colours of a table.
    package static let counts = [1024, 2048, 4096, 8192]
    /// The pixels that are drawn at once if they are blended.
    private static let partLength = 512

    private let shape: Shape
    private let spread: Spread

    /// Makes a gradient, or nil if its places are too far away from the pixels for the kernel's numbers.
    package init?(_ shape: Shape, _ spread: Spread, width: Int, height: Int) {
        self.shape = shape
        self.spread = spread
        let (right, bottom) = (Double(width), Double(height))
        let reach =
            switch shape {
            case .linear(let start, let dx, let dy): abs(start) + abs(dx) * right + abs(dy) * bottom
            case .radial(let start, let dx, let dy):
                abs(start.x) + abs(start.y) + (abs(dx.x) + abs(dx.y)) * right + (abs(dy.x) + abs(dy.y)) * bottom
            }
        // The farthest place of a table with 8,192 colours has 30 bits.
        guard reach.isFinite, reach < 65536 else { return nil }
    }

    /// Draws a rectangle that has its upper left corner in common with the shape.
    ///
    /// - Parameters:
    ///   - colors: the colours of equal parts of the gradient, premultiplied ARGB8888; one of ``counts``.
    ///   - isOpaque: whether all of them are opaque.
    ///   - ontoOpaque: whether the target is XRGB8888.
    package func draw(
        _ target: PixelRows, colors: UnsafeMutableBufferPointer<UInt32>, isOpaque: Bool, ontoOpaque: Bool
    ) {
        guard let base = colors.baseAddress else { return }
        let bits = colors.count.trailingZeroBitCount
        guard !isOpaque else {
            if ontoOpaque { for index in colors.indices { colors[index] &= 0xFF_FFFF } }
            return replace(target, colors: colors)
        }
        let over = Composition(.over, isOpaque: false, ontoOpaque: ontoOpaque)
        var scratch = InlineArray<512, UInt32>(repeating: 0)
        var span = scratch.mutableSpan
        span.withUnsafeMutableBufferPointer { scratch in
            guard let part = scratch.baseAddress else { return }
            for y in 0..<target.height {
                var x = 0
                while x < target.width {
                    let count = min(Self.partLength, target.width &- x)
                    row(part, x, y, count: count, base, bits)
                    over.put(target.row(y) + x, part, count: count)
                    x &+= count
                }
            }
        }
    }

    /// Draws like ``draw(_:colors:isOpaque:ontoOpaque:)``, but without blending.
    package func replace(_ target: PixelRows, colors: UnsafeMutableBufferPointer<UInt32>) {
        guard let base = colors.baseAddress else { return }
        let bits = colors.count.trailingZeroBitCount
        for y in 0..<target.height {
            if y > 0, case .linear(_, _, 0) = shape {
                target.row(y).update(from: target.row(0), count: target.width)
            } else {
                row(target.row(y), 0, y, count: target.width, base, bits)
            }
        }
    }

    /// Writes a part of a row.
    private func row(
        _ target: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int, count: Int, _ colors: UnsafePointer<UInt32>,
        _ bits: Int
    ) {
        // The centre of the first pixel.
        let (right, down) = (Double(x) + 0.5, Double(y) + 0.5)
        switch shape {
        case .linear(let start, let dx, let dy):
            linear(target, count: count, start + dx * right + dy * down, dx, colors, bits)
        case .radial(let start, let dx, let dy):
            let scale = Double(1 << bits)
            var ray = craster_ray(
                x: Float((start.x + dx.x * right + dy.x * down) * scale),
                y: Float((start.y + dx.y * right + dy.y * down) * scale), dx: Float(dx.x * scale),
                dy: Float(dx.y * scale))
            craster_best_kernels().pointee.radial_gradient(target, count, colors, Int32(bits), &ray, cSpread)
        }
    }

    private var cSpread: craster_spread {
        switch spread {
        case .pad: CRASTER_PAD
        case .repeat: CRASTER_REPEAT
        case .reflect: CRASTER_REFLECT
        }
    }

    /// - Parameters:
    ///   - place: the place of the first pixel.
    ///   - step: the step to the next one.
    private func linear(
        _ target: UnsafeMutablePointer<UInt32>, count: Int, _ place: Double, _ step: Double,
        _ colors: UnsafePointer<UInt32>, _ bits: Int
    ) {
        let kernel = craster_best_kernels().pointee.linear_gradient
        func fixed(_ number: Double) -> UInt32 {
            UInt32(truncatingIfNeeded: Int64((number * 4_294_967_296).rounded(.down)))
        }
        switch spread {
        case .repeat: kernel(target, count, colors, Int32(bits), fixed(place), fixed(step), false)
        case .reflect: kernel(target, count, colors, Int32(bits), fixed(place / 2), fixed(step / 2), true)
        case .pad:
            // The pixels before the first one inside, and the pixels up to the last one inside.
            let (before, inside) = Self.pixelsInside(from: place, step, count: count)
            let (first, last) = (colors[0], colors[(1 << bits) - 1])
            fillPixels(target, with: step < 0 || step == 0 && place >= 1 ? last : first, count: before)
            if inside > before {
                let start = min(max(place + step * Double(before), 0), 0.999_999_999)
                // Rounded towards the inside, so that no step leaves it.
                let scaled = (start * 4_294_967_296).rounded(step < 0 ? .up : .down)
                kernel(
                    target + before, inside &- before, colors, Int32(bits), UInt32(scaled),
                    UInt32(truncatingIfNeeded: Int64((step * 4_294_967_296).rounded(.towardZero))), false)
            }
            fillPixels(target + inside, with: step < 0 ? first : last, count: count &- inside)
        }
    }

    /// Returns the numbers of the first pixel at a place from 0 to 1, and of the first one behind.
    private static func pixelsInside(from place: Double, _ step: Double, count: Int) -> (first: Int, end: Int) {
        func limited(_ number: Double) -> Int { Int(min(max(number, 0), Double(count))) }
        if step > 0 {
            let first = limited((-place / step).rounded(.up))
            return (first, max(first, limited(((1 - place) / step).rounded(.up))))
        }
        if step < 0 {
            let first = limited(((1 - place) / step).rounded(.down) + 1)
            return (first, max(first, limited((-place / step).rounded(.down) + 1)))
        }
        return place >= 0 && place < 1 ? (0, count) : (count, count)
    }
}
