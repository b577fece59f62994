import ScreensRaster

/// The picture that a display engine makes of a buffer: the plane rotates and places it, the CRTC looks up its colours
/// in a table, the connector shrinks all of it.
enum DisplayedPicture {
    /// - Parameter table: the CRTC's colour table; empty without a table.
    static func picture(
        of buffer: ScanoutSurface, _ plan: ScanoutPlan, mode: Size, table: [SIMD4<UInt16>] = []
    ) -> Picture {
        if let picture = unchangedPicture(of: buffer, plan, mode: mode, table: table) { return picture }
        let decoded = OwnedPixels(buffer.size)
        for y in 0..<buffer.size.height { decode(row: y, of: buffer, to: decoded.pixels.row(y)) }
        let rotated = OwnedPixels(plan.planeOrientation.size(of: buffer.size))
        rotated.pixels.copy(Rectangle(buffer.size), of: decoded.pixels, plan.planeOrientation)
        var screen = OwnedPixels(mode)
        screen.pixels.draw(
            rotated.pixels, part: Rectangle(rotated.pixels.size), filling: plan.planeTarget, clip: Rectangle(mode),
            .bilinear, .copy)
        if table.count > 1 {
            for y in 0..<mode.height {
                for x in 0..<mode.width { screen.pixels.row(y)[x] = looked(up: screen.pixels.row(y)[x], in: table) }
            }
        }
        if [.underscan, .margins].contains(plan.compensation) {
            let shrunk = OwnedPixels(mode)
            shrunk.pixels.draw(
                screen.pixels, part: Rectangle(mode), filling: plan.insets.inset(mode), clip: Rectangle(mode),
                .bilinear, .copy)
            screen = shrunk
        }
        return Picture(copying: screen.pixels)
    }

    /// Makes the picture with a frame in place of the canvas.
    static func picture(
        of frame: VideoMemory, _ placement: DirectPlacement, _ plan: ScanoutPlan, mode: Size,
        table: [SIMD4<UInt16>] = []
    ) -> Picture {
        let canvas = OwnedPixels(plan.canvas)
        VideoKernel(placement.format).convert(frame.planes, to: canvas.pixels.part(placement.rectangle).rows)
        let surface = ScanoutSurface(
            base: canvas.pixels.base, size: plan.canvas, stride: canvas.pixels.stride, format: .xrgb8888)
        return picture(of: surface, plan, mode: mode, table: table)
    }

    /// Makes the picture if it is shown as it is in the buffer. This is fast, since a test may read it at each refresh,
    /// even in a debug build.
    private static func unchangedPicture(
        of buffer: ScanoutSurface, _ plan: ScanoutPlan, mode: Size, table: [SIMD4<UInt16>]
    ) -> Picture? {
        guard buffer.format == .xrgb8888, buffer.size == mode, plan.planeOrientation == .upright, table.count <= 1,
            plan.planeTarget == Rectangle(mode), ![.underscan, .margins].contains(plan.compensation)
        else { return nil }
        let pixels = [UInt32](unsafeUninitializedCapacity: mode.width * mode.height) { target, count in
            var y = 0
            while y < mode.height {
                let row = buffer.pixels.row(y)
                var x = 0
                while x < mode.width {
                    target[count] = row[x] & 0xFF_FFFF
                    x += 1
                    count += 1
                }
                y += 1
            }
        }
        return Picture(size: mode, pixels: pixels)
    }

    /// Looks up a pixel in a colour table, interpolated between two entries.
    private static func looked(up pixel: UInt32, in table: [SIMD4<UInt16>]) -> UInt32 {
        (0..<3).reduce(0 as UInt32) { result, channel in
            let shift = UInt32(16 - 8 * channel)
            let place = Double(pixel >> shift & 0xFF) / 255 * Double(table.count - 1)
            let lower = min(Int(place), table.count - 2)
            let (one, other) = (Double(table[lower][channel]), Double(table[lower + 1][channel]))
            let value = one + (other - one) * (place - Double(lower))
            return result | UInt32((value / 257).rounded()) << shift
        }
    }

    /// Writes a row as XRGB8888: of more bits the highest, of fewer bits the nearest value.
    ///
    /// It runs for every pixel of a display, even in debug builds of tests, so it has plain loops.
    private static func decode(row y: Int, of buffer: ScanoutSurface, to target: UnsafeMutablePointer<UInt32>) {
        let (format, bytes) = (buffer.format, buffer.format.bytesPerPixel)
        var pixel = buffer.base + y * buffer.stride
        var x = 0
        while x < buffer.size.width {
            var (value, byte) = (0 as UInt32, 0)
            while byte < bytes {
                value |= UInt32(pixel.load(fromByteOffset: byte, as: UInt8.self)) << UInt32(8 * byte)
                byte += 1
            }
            target[x] = format.rgb(of: value)
            pixel += bytes
            x += 1
        }
    }
}
