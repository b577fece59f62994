import Testing

@testable import Screens
@testable import ScreensRaster

@Suite struct ScaleTests {
    /// Returns a mixture of two pixels in 256ths, each channel rounded to the nearest.
    private func mixed(_ first: UInt32, _ second: UInt32, _ weight: UInt32) -> UInt32 {
        (0..<4).reduce(0) { pixel, index in
            let shift = 8 * UInt32(index)
            let sum = (first >> shift & 255) * (256 - weight) + (second >> shift & 255) * weight
            return pixel | ((sum + 128) / 256) << shift
        }
    }

    /// Returns a pixel of a bilinearly scaled picture, by the definition.
    private func bilinear(
        _ source: GuardedPixels, _ columns: ScaleAxis, _ rows: ScaleAxis, _ x: Int, _ y: Int
    ) -> UInt32 {
        let (column, right) = columns.pair(x)
        let (row, lower) = rows.pair(y)
        func pixel(_ x: Int, _ y: Int) -> UInt32 {
            source[min(column + x, columns.first + columns.length - 1), min(row + y, rows.first + rows.length - 1)]
        }
        if rows.isShrinking, !columns.isShrinkingByHalf, columns.length > 1 {
            return mixed(mixed(pixel(0, 0), pixel(0, 1), lower), mixed(pixel(1, 0), pixel(1, 1), lower), right)
        }
        return mixed(mixed(pixel(0, 0), pixel(1, 0), right), mixed(pixel(0, 1), pixel(1, 1), right), lower)
    }

    @Test(arguments: Interpolation.allCases, GuardedPixels.Side.allCases)
    func eachPixelMatchesTheDefinitionAndNoneIsOutside(_ interpolation: Interpolation, side: GuardedPixels.Side) {
        for round in 0..<250 {
            let composition = round % 2 == 0 ? Composition.copy : .over
            let target = GuardedPixels(.random(in: 1...70), .random(in: 1...20), gap: 8, side: side)
            let source = GuardedPixels(.random(in: 1...50), .random(in: 1...30), gap: 4, side: side)
            target.paint()
            source.paintWithAlpha()
            let part = round % 3 == 0 ? WildNumbers.rectangle(around: source.size) : Rectangle(source.size)
            let rectangle = WildNumbers.rectangle(around: target.size)
            let clip = round % 5 == 0 ? WildNumbers.rectangle(around: target.size) : Rectangle(target.size)
            let taken = part.intersection(Rectangle(source.size))
            let before = target.bytes
            // Beyond exact positions, pixels only have to stay inside.
            let isExact = max(rectangle.width, rectangle.height) <= 32768
            var written = 0
            let expected = target.expecting { x, y in
                guard clip.holds(x, y), rectangle.holds(x, y), !taken.isEmpty else { return nil }
                written += 1
                guard isExact else { return nil }
                let columns = ScaleAxis(
                    source: taken.x..<taken.maxX, target: rectangle.x, targetLength: rectangle.width)
                let rows = ScaleAxis(
                    source: taken.y..<taken.maxY, target: rectangle.y, targetLength: rectangle.height)
                let pixel: UInt32
                if interpolation == .nearest || taken.size == rectangle.size {
                    let column = (2 * (x - rectangle.x) + 1) * taken.width / (2 * rectangle.width)
                    let row = (2 * (y - rectangle.y) + 1) * taken.height / (2 * rectangle.height)
                    pixel = source[taken.x + column, taken.y + row]
                } else {
                    pixel = bilinear(source, columns, rows, x, y)
                }
                return composition == .copy ? pixel : BlendKernel.over(target[x, y], pixel)
            }
            let drawn = target.pixels.draw(
                source.pixels, part: part, filling: rectangle, clip: clip, interpolation, composition)
            #expect(drawn?.area ?? 0 == written)
            if isExact {
                #expect(target.bytes == expected, "\(part) of \(source.size) to \(rectangle) of \(target.size)")
            } else {
                let outside = target.expecting { x, y in
                    clip.holds(x, y) && rectangle.holds(x, y) ? 0 : nil
                }
                for (index, byte) in outside.enumerated() where byte != 0 { #expect(byte == target.bytes[index]) }
                if written == 0 { #expect(target.bytes == before) }
            }
        }
    }

    @Test func widePicturesAreScaledWithoutSeams() {
        // Wider than a tile, with each kernel.
        for (from, to) in [(700, 2100), (2100, 1300), (7000, 4300), (5000, 2100), (1500, 4500), (1, 1500), (1500, 1)] {
            let source = GuardedPixels(from, 5)
            source.paint()
            for height in [2, 4, 7] {
                let target = GuardedPixels(to, height)
                let columns = ScaleAxis(source: 0..<from, target: 0, targetLength: to)
                let rows = ScaleAxis(source: 0..<5, target: 0, targetLength: height)
                let smooth = target.expecting { bilinear(source, columns, rows, $0, $1) }
                let all = Rectangle(target.size)
                target.pixels.draw(
                    source.pixels, part: Rectangle(source.size), filling: all, clip: all, .bilinear, .copy)
                #expect(target.bytes == smooth)
                let hard = target.expecting { source[(2 * $0 + 1) * from / (2 * to), (2 * $1 + 1) * 5 / (2 * height)] }
                target.pixels.draw(
                    source.pixels, part: Rectangle(source.size), filling: all, clip: all, .nearest, .copy)
                #expect(target.bytes == hard)
            }
        }
    }

    @Test func aRedrawnPartEqualsTheWhole() {
        for interpolation in Interpolation.allCases {
            for _ in 0..<30 {
                let source = GuardedPixels(.random(in: 1...60), .random(in: 1...60))
                source.paint()
                let whole = GuardedPixels(50, 40)
                let parts = GuardedPixels(50, 40)
                let place = Rectangle(
                    x: .random(in: -60...10), y: .random(in: -60...10), width: .random(in: 60...200),
                    height: .random(in: 60...200))
                let all = Rectangle(source.size)
                whole.pixels.draw(
                    source.pixels, part: all, filling: place, clip: Rectangle(whole.size), interpolation, .copy)
                for left in stride(from: 0, to: 50, by: 13) {
                    for top in stride(from: 0, to: 40, by: 7) {
                        parts.pixels.draw(
                            source.pixels, part: all, filling: place,
                            clip: Rectangle(x: left, y: top, width: 13, height: 7), interpolation, .copy)
                    }
                }
                #expect(whole.bytes == parts.bytes)
            }
        }
    }

    @Test(arguments: [(1, 1), (1, 7), (2, 3), (3, 2), (640, 1920), (1920, 640), (16384, 100), (100, 16384), (5, 32768)])
    func aWeightIsWithinHalfAStepOfTheExactPlace(from: Int, to: Int) {
        let axis = ScaleAxis(source: 10..<10 + from, target: -3, targetLength: to)
        let wrong = (0..<to).filter { place in
            let exact = (Double(place) + 0.5) * Double(from) / Double(to) - 0.5
            let (index, weight) = axis.pair(place - 3)
            let found = Double(index - 10) + Double(weight) / 256
            return index < 10 || index + (weight > 0 ? 1 : 0) >= 10 + from
                || abs(found - min(max(exact, 0), Double(from - 1))) > 0.5 / 256 + 1e-4
                || axis.nearest(place - 3) != 10 + (2 * place + 1) * from / (2 * to)
        }
        #expect(wrong.isEmpty)
    }

    @Test func aPictureOfOneColourIsUnchanged() {
        let source = GuardedPixels(9, 9)
        source.pixels.fill(Rectangle(source.size), with: 0xFE_0180)
        for (width, height) in [(31, 31), (8, 8), (3, 2), (9, 30)] {
            let target = GuardedPixels(width, height)
            let all = Rectangle(target.size)
            target.pixels.draw(source.pixels, part: Rectangle(source.size), filling: all, clip: all, .bilinear, .copy)
            #expect(Picture(copying: target.pixels).pixels.allSatisfy { $0 == 0xFE_0180 })
        }
    }
}
