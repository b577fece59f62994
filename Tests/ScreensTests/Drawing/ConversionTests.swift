import Testing

@testable import Screens

@Suite struct ConversionTests {
    /// Every value of each channel beside other values, and random colours.
    private static let colors: [UInt32] = {
        var colors = (0..<500).map { _ in UInt32.random(in: 0...UInt32.max) }
        for shift in [0, 8, 16] as [UInt32] {
            for value in (0 as UInt32)...255 {
                colors += [value << shift, value << shift | 0xFF_FFFF & ~(0xFF << shift)]
            }
        }
        return colors
    }()

    private func canvas() -> GuardedPixels {
        let canvas = GuardedPixels(Self.colors.count, 1)
        for (x, color) in Self.colors.enumerated() { canvas[x, 0] = color }
        return canvas
    }

    private func converted(_ format: PixelFormat, _ copy: ScanoutCopy = ScanoutCopy(isDithered: false)) -> [UInt32] {
        let canvas = canvas()
        let target = GuardedPixels(canvas.size.width, 1, bytesPerPixel: format.bytesPerPixel)
        copy.copy(Rectangle(canvas.size), of: canvas.pixels, to: target.surface(format))
        return (0..<canvas.size.width).map { target.pixel($0, 0) }
    }

    @Test func everyColourIsExactInEveryFormat() {
        for (color, pixel) in zip(Self.colors, converted(.argb8888)) { #expect(pixel == color | 0xFF00_0000) }
        for (color, pixel) in zip(Self.colors, converted(.xrgb8888)) { #expect(pixel == color) }
        for (color, pixel) in zip(Self.colors, converted(.rgb888)) { #expect(pixel == color & 0xFF_FFFF) }
        for (color, pixel) in zip(Self.colors, converted(.bgr888)) {
            let channels = [color >> 16 & 255, color >> 8 & 255, color & 255]
            #expect([pixel & 255, pixel >> 8 & 255, pixel >> 16] == channels)
            #expect(PixelFormat.bgr888.rgb(of: pixel) == color & 0xFF_FFFF)
        }
        for (color, pixel) in zip(Self.colors, converted(.rgb565)) {
            #expect(pixel == (color >> 19 & 31) << 11 | (color >> 10 & 63) << 5 | color >> 3 & 31)
        }
        for (color, pixel) in zip(Self.colors, converted(.xrgb2101010)) {
            for (from, to) in [(0, 0), (8, 10), (16, 20)] as [(UInt32, UInt32)] {
                let value = color >> from & 255
                #expect(pixel >> to & 1023 == value * 4 + value / 64)
            }
            #expect(pixel >> 30 == 0)
        }
    }

    @Test func coloursOfTheFormatRoundTrip() {
        let canvas = GuardedPixels(256, 256)
        for pixel in 0..<0x10000 { canvas[pixel & 255, pixel >> 8] = PixelFormat.rgb565.rgb(of: UInt32(pixel)) }
        for isDithered in [false, true] {
            let target = GuardedPixels(256, 256, bytesPerPixel: 2)
            let copy = ScanoutCopy(isDithered: isDithered)
            copy.copy(Rectangle(canvas.size), of: canvas.pixels, to: target.surface(.rgb565))
            let wrong = (0..<0x10000).filter { target.pixel($0 & 255, $0 >> 8) != UInt32($0) }
            #expect(wrong.isEmpty)
        }
        for (color, pixel) in zip(Self.colors, converted(.xrgb2101010)) {
            #expect(PixelFormat.xrgb2101010.rgb(of: pixel) == color & 0xFF_FFFF)
        }
    }

    @Test func theMeanOfADitheredColourIsTheColour() {
        for value in UInt32(0)...255 {
            let canvas = GuardedPixels(4, 4)
            canvas.pixels.fill(Rectangle(canvas.size), with: value * 0x01_0101)
            let target = GuardedPixels(4, 4, bytesPerPixel: 2)
            ScanoutCopy().copy(Rectangle(canvas.size), of: canvas.pixels, to: target.surface(.rgb565))
            func sum(_ channel: (UInt32) -> UInt32) -> UInt32 {
                (0..<16).reduce(0) { sum, place in sum + channel(target.pixel(place % 4, place / 4)) }
            }
            let (red, green, blue) = (sum { $0 >> 11 }, sum { $0 >> 5 & 63 }, sum { $0 & 31 })
            // The levels are in 1/16 of a step. 255 is the highest step, so all values are slightly lower in steps.
            #expect(red == (value - value >> 5) * 2)
            #expect(blue == (value - value >> 5) * 2)
            #expect(green == (value - value >> 6) * 4)
        }
    }

    @Test(arguments: PixelFormat.allCases, Orientation.allCases)
    func damageIsConvertedLikeTheWholeCanvas(format: PixelFormat, orientation: Orientation) {
        for colors in [CopyColors.asDrawn, .dimmed(100), ColorAdjustment(gamma: 2).ofCopy] {
            let copy = ScanoutCopy(orientation: orientation, colors: colors)
            for round in 0..<6 {
                let canvas = GuardedPixels(.random(in: 1...90), .random(in: 1...70), gap: 4)
                canvas.paint()
                let size = orientation.size(of: canvas.size)
                func target() -> GuardedPixels {
                    let side = GuardedPixels.Side.allCases[round % 2]
                    return GuardedPixels(
                        size.width, size.height, gap: 4, bytesPerPixel: format.bytesPerPixel, side: side)
                }
                let (whole, part) = (target(), target())
                copy.copy(Rectangle(canvas.size), of: canvas.pixels, to: whole.surface(format))
                let rectangle = WildNumbers.rectangle(around: canvas.size)
                let back = orientation.inverse
                let expected = part.expecting { x, y in
                    let from = back.rectangle(Rectangle(x: x, y: y, width: 1, height: 1), of: size)
                    return rectangle.holds(from.x, from.y) ? whole.pixel(x, y) : nil
                }
                copy.copy(rectangle, of: canvas.pixels, to: part.surface(format))
                #expect(part.bytes == expected)
            }
        }
    }

    @Test func dimmingComesBeforeTheFormat() {
        let pixels = converted(.argb8888, ScanoutCopy(colors: .dimmed(51)))
        for (color, pixel) in zip(Self.colors, pixels) {
            let red = UInt32((Double(color >> 16 & 255) * 51 / 255).rounded())
            #expect(pixel >> 16 == 0xFF00 | red)
        }
    }
}

extension GuardedPixels {
    func surface(_ format: PixelFormat) -> UnsafeSurface {
        UnsafeSurface(baseAddress: pixels.base, size: size, bytesPerRow: pixels.stride, format: format)
    }

    /// Returns a pixel of two to four bytes.
    func pixel(_ x: Int, _ y: Int) -> UInt32 {
        let place = pixels.base + y * pixels.stride + x * bytesPerPixel
        return (0..<bytesPerPixel).reduce(0) { pixel, byte in
            pixel | UInt32(place.load(fromByteOffset: byte, as: UInt8.self)) << UInt32(8 * byte)
        }
    }
}
