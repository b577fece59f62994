import ScreensRaster

/// Rows of pixels, XRGB8888 or premultiplied ARGB8888. It does not own the memory.
struct PixelBuffer: @unchecked Sendable {
    // Unchecked because of the pointer: the owner of the memory decides which thread may use it.

    let base: UnsafeMutableRawPointer
    let size: Size
    /// The number of bytes from one row to the next.
    let stride: Int

    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        (base + y * stride).assumingMemoryBound(to: UInt32.self)
    }

    /// The pixels in the form of the kernels.
    var rows: PixelRows { PixelRows(base: base, stride: stride, width: size.width, height: size.height) }

    /// A part inside the buffer.
    func part(_ rectangle: Rectangle) -> PixelBuffer {
        PixelBuffer(base: base + rectangle.y * stride + rectangle.x * 4, size: rectangle.size, stride: stride)
    }

    /// Copies rectangles, clipped to both, row by row. `self` is only written, `source` only read.
    func copy(_ damage: Damage, from source: PixelBuffer) {
        for index in 0..<damage.count {
            let rectangle = damage[index].intersection(Rectangle(size)).intersection(Rectangle(source.size))
            guard !rectangle.isEmpty else { continue }
            PutKernel.copy(
                part(rectangle).rows, source.part(rectangle).rows, writesGaps: rectangle.width == size.width)
        }
    }

    func fill(_ rectangle: Rectangle, with pixel: UInt32) {
        let rectangle = rectangle.intersection(Rectangle(size))
        guard !rectangle.isEmpty else { return }
        PutKernel.fill(part(rectangle).rows, with: pixel)
    }
}

extension PixelBuffer {
    /// Draws a part of a picture in its own size, clipped to both. Any numbers are allowed.
    ///
    /// - Parameters:
    ///   - source: pixels in the form that `composition` requires; not in this memory.
    ///   - part: the part of the source.
    ///   - place: the place of the upper left pixel of `part`.
    ///   - clip: limits the pixels that are written, in addition to the bounds.
    ///   - composition: how the pixels are combined.
    /// - Returns: the pixels that were written, or nil.
    @discardableResult
    func draw(
        _ source: PixelBuffer, part: Rectangle, at place: (x: Int, y: Int), clip: Rectangle, _ composition: Composition
    ) -> Rectangle? {
        guard
            let geometry = BlitGeometry(
                taking: part, of: source.size, at: place, in: clip.intersection(Rectangle(size)))
        else { return nil }
        let target = geometry.target
        let taken = Rectangle(
            x: geometry.source.x, y: geometry.source.y, width: target.width, height: target.height)
        PutKernel.draw(self.part(target).rows, source.part(taken).rows, composition)
        return target
    }
}

extension PixelBuffer {
    /// Draws a part of a picture in another size, clipped to both. Any numbers are allowed.
    ///
    /// - Parameters:
    ///   - source: pixels in the form that `composition` requires, with sides of at most 16384; not in this memory.
    ///   - part: the part of the source, clipped to the source before scaling.
    ///   - rectangle: the rectangle that `part` fills.
    ///   - clip: limits the pixels that are written, in addition to the bounds.
    ///   - interpolation: how the pixels are scaled.
    ///   - composition: how the pixels are combined.
    /// - Returns: the pixels that were written, or nil.
    @discardableResult
    func draw(
        _ source: PixelBuffer, part: Rectangle, filling rectangle: Rectangle, clip: Rectangle,
        _ interpolation: Interpolation, _ composition: Composition
    ) -> Rectangle? {
        let taken = part.intersection(Rectangle(source.size))
        let inside = rectangle.intersection(clip).intersection(Rectangle(size))
        guard !taken.isEmpty, !inside.isEmpty else { return nil }
        guard taken.size != rectangle.size else {
            return draw(source, part: taken, at: (rectangle.x, rectangle.y), clip: clip, composition)
        }
        let columns = ScaleAxis(
            source: taken.x..<taken.maxX, target: rectangle.x, targetLength: rectangle.width)
        let rows = ScaleAxis(source: taken.y..<taken.maxY, target: rectangle.y, targetLength: rectangle.height)
        switch interpolation {
        case .nearest:
            NearestKernel.scale(source.rows, columns, rows, to: self.rows, PixelArea(inside), composition)
        case .bilinear:
            BilinearKernel.scale(source.rows, columns, rows, to: self.rows, PixelArea(inside), composition)
        }
        return inside
    }
}

extension PixelBuffer {
    /// Copies a part of a picture to its place in the rotated picture.
    ///
    /// - Parameters:
    ///   - part: the part of the source.
    ///   - source: a picture that has this size after the rotation; otherwise nothing is copied.
    ///   - orientation: the rotation.
    /// - Returns: the pixels that were written, or nil.
    @discardableResult
    func copy(_ part: Rectangle, of source: PixelBuffer, _ orientation: Orientation) -> Rectangle? {
        guard orientation.size(of: source.size) == size else { return nil }
        let taken = part.intersection(Rectangle(source.size))
        guard !taken.isEmpty else { return nil }
        let target = orientation.rectangle(taken, of: source.size)
        RotateKernel.copy(self.part(target).rows, source.part(taken).rows, AxisOrder(orientation))
        return target
    }
}

/// The place of a part of a picture on another picture, without scaling, clipped to both.
struct BlitGeometry: Equatable {
    /// The upper left pixel in the source.
    let source: (x: Int, y: Int)
    /// The place in the target; never empty.
    let target: Rectangle

    /// - Parameters:
    ///   - part: the part of the source, clipped to the source.
    ///   - source: the size of the source.
    ///   - place: the place of the upper left pixel of `part`.
    ///   - clip: limits the pixels that are written.
    /// - Returns: nil if no pixel would be written. Any numbers are allowed.
    init?(taking part: Rectangle, of source: Size, at place: (x: Int, y: Int), in clip: Rectangle) {
        let taken = part.intersection(Rectangle(source))
        let moved = Rectangle(
            x: Self.sum(place.x, taken.x, minus: part.x), y: Self.sum(place.y, taken.y, minus: part.y),
            width: taken.width, height: taken.height)
        target = moved.intersection(clip)
        guard !target.isEmpty else { return nil }
        self.source = (taken.x + target.x - moved.x, taken.y + target.y - moved.y)
    }

    /// The sum, saturated: nothing is visible that far outside.
    private static func sum(_ one: Int, _ other: Int, minus third: Int) -> Int {
        Int(clamping: Int128(one) + Int128(other) - Int128(third))
    }

    static func == (left: BlitGeometry, right: BlitGeometry) -> Bool {
        left.source == right.source && left.target == right.target
    }
}

extension PixelArea {
    init(_ rectangle: Rectangle) {
        self.init(x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
    }
}

extension AxisOrder {
    init(_ orientation: Orientation) {
        self.init(swapsAxes: orientation.swapsAxes, flipsX: orientation.flipsX, flipsY: orientation.flipsY)
    }
}
