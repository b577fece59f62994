import Testing

@testable import Screens

struct PictureMixTests {
    /// Each channel by itself, as it is written down.
    private static func mixed(_ one: UInt32, _ other: UInt32, _ share: UInt32) -> UInt32 {
        [16, 8, 0].reduce(0) { result, shift in
            let (first, second) = (one >> shift & 0xFF, other >> shift & 0xFF)
            return result | ((first * (256 - share) + second * share + 128) / 256) << shift
        }
    }

    /// Every pair of levels in each channel. The channels have different pairs, so that a carry from one channel into
    /// the next is noticed.
    private static let pairs: [(UInt32, UInt32)] = (UInt32(0)..<65536).map { index in
        let (one, other) = (index >> 8, index & 0xFF)
        return (one << 16 | (255 - one) << 8 | other, other << 16 | one << 8 | (255 - other))
    }

    @Test(arguments: [0, 1, 64, 127, 128, 129, 255, 256])
    func everyPairOfLevelsIsMixedExactly(share: Int) {
        let size = Size(width: 256, height: 256)
        let first = Picture(size: size, pixels: Self.pairs.map(\.0))
        let second = Picture(size: size, pixels: Self.pairs.map(\.1))
        var target = [UInt32](repeating: 0xDEAD_BEEF, count: 65536)
        var pixels = target.mutableSpan
        PictureMix(first, second).draw(share: share, into: &pixels, stride: 256)
        #expect(target == Self.pairs.map { Self.mixed($0.0, $0.1, UInt32(share)) })
    }

    @Test func pixelsBetweenRowsStay() {
        let size = Size(width: 2, height: 2)
        let white = Picture(size: size, pixels: [UInt32](repeating: 0xFFFFFF, count: 4))
        var target = [UInt32](repeating: 7, count: 5)
        var pixels = target.mutableSpan
        PictureMix(white, white).draw(share: 10, into: &pixels, stride: 3)
        #expect(target == [0xFFFFFF, 0xFFFFFF, 7, 0xFFFFFF, 0xFFFFFF])
    }

    /// Whole blocks, and pixels at the end of a row.
    @Test(arguments: [1, 7, 8, 9, 31])
    func rowsOfAnyLengthAreMixed(width: Int) {
        let size = Size(width: width, height: 2)
        let white = Picture(size: size, pixels: [UInt32](repeating: 0xFFFFFF, count: 2 * width))
        let black = Picture(size: size, pixels: [UInt32](repeating: 0, count: 2 * width))
        var target = [UInt32](repeating: 7, count: 2 * width)
        var pixels = target.mutableSpan
        PictureMix(black, white).draw(share: 128, into: &pixels, stride: width)
        #expect(target == [UInt32](repeating: 0x808080, count: 2 * width))
    }

    @Test(arguments: [(3, 2, 4), (2, 2, 3), (2, 1, 4)])
    func picturesThatDoNotFitAreLeftOut(width: Int, stride: Int, count: Int) {
        let first = Picture(size: Size(width: 2, height: 2), pixels: [1, 1, 1, 1])
        let second = Picture(size: Size(width: width, height: 2), pixels: [UInt32](repeating: 1, count: width * 2))
        var target = [UInt32](repeating: 7, count: count)
        var pixels = target.mutableSpan
        PictureMix(first, second).draw(share: 10, into: &pixels, stride: stride)
        #expect(target == [UInt32](repeating: 7, count: count))
    }
}
