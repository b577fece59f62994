import ScreensRaster
import Testing

@testable import Screens

/// The blending of layers, compared with floating point, and with pixels that must not be touched beside it.
@Suite struct LayerKernelTests {
    @Test(arguments: [false, true], [0, 1, 77, 128, 254, 255] as [UInt8])
    func eachPixelIsWithinOneOfTheExactOne(_ isOpaque: Bool, _ opacity: UInt8) {
        for (width, height) in [(1, 1), (7, 5), (8, 3), (33, 17), (200, 9)] {
            let target = GuardedPixels(width, height, gap: 8)
            let source = GuardedPixels(width, height)
            target.paint()
            if isOpaque { source.paint() } else { source.paintWithAlpha() }
            let before = (0..<height).map { y in (0..<width).map { target[$0, y] } }
            let apart = GuardedPixels(width, height, gap: 4)
            let isBlended = !isOpaque || opacity < 255
            if isBlended {
                LayerKernel.blend(
                    apart.pixels.rows, over: target.pixels.rows, source.pixels.rows, isOpaque: isOpaque,
                    opacity: opacity)
            }
            LayerKernel.blend(target.pixels.rows, source.pixels.rows, isOpaque: isOpaque, opacity: opacity)
            if isBlended {
                #expect((0..<height).allSatisfy { y in (0..<width).allSatisfy { apart[$0, y] == target[$0, y] } })
            }
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = isOpaque ? source[x, y] | 0xFF00_0000 : source[x, y]
                    for shift in [0, 8, 16] as [UInt32] {
                        let part = Double(opacity) / 255
                        let below = Double(before[y][x] >> shift & 255)
                        let exact =
                            Double(pixel >> shift & 255) * part + below * (1 - Double(pixel >> 24) / 255 * part)
                        #expect((Double(target[x, y] >> shift & 255) - exact).magnitude <= 1)
                    }
                    #expect(target[x, y] >> 24 == 0)
                }
            }
        }
    }
}
