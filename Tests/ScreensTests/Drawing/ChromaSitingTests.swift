import Testing

@testable import Screens
@testable import ScreensRaster

/// The colours of a column and of a row in a frame of 4:2:0 whose two samples of V have the codes 128 and 192.
@Suite struct ChromaSitingTests {
    /// Converts a frame of 4x4 pixels to its channel red.
    private func reds(_ siting: ChromaSiting, v: [UInt8]) throws -> [[UInt32]] {
        let size = Size(width: 4, height: 4)
        let format = try VideoFormat(size: size, pixels: .yuv420p, matrix: .bt601, range: .full, siting: siting)
        let frame = [UInt8](repeating: 128, count: 20) + v
        try #require(frame.count == format.byteCount)
        var pixels = [UInt32](repeating: 0, count: 16)
        frame.withUnsafeBytes { source in
            pixels.withUnsafeMutableBytes { target in
                guard let frame = source.baseAddress, let base = target.baseAddress else { return }
                let kernel = VideoKernel(format)
                kernel.convert(
                    kernel.planes(of: frame), to: PixelRows(base: base, stride: 16, width: 4, height: 4))
            }
        }
        return (0..<4).map { y in (0..<4).map { x in pixels[4 * y + x] >> 16 } }
    }

    /// The colours if samples are at the first of two pixels: the second one has the mean.
    private static let atFirst: [UInt32] = [128, 173, 218, 218]
    /// The colours if samples are between two pixels: each has a quarter of the next sample.
    private static let between: [UInt32] = [128, 150, 195, 218]

    @Test(
        arguments: [(.left, atFirst, between), (.center, between, between), (.topLeft, atFirst, atFirst)]
            as [(ChromaSiting, [UInt32], [UInt32])])
    func chromaIsInterpolatedFromItsPosition(_ siting: ChromaSiting, _ row: [UInt32], _ column: [UInt32]) throws {
        #expect(try reds(siting, v: [128, 192, 128, 192]) == [row, row, row, row])
        #expect(try reds(siting, v: [128, 128, 192, 192]).map { $0[0] } == column)
    }

    @Test func filmsThatStateNoPositionHaveChromaAtTheLeft() throws {
        #expect(try VideoFormat(size: Size(width: 2, height: 2), pixels: .nv12).siting == .left)
    }
}
