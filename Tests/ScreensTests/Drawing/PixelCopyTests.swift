import CScreensLinux
import Glibc
import ScreensLinux
import Testing

@testable import Screens
@testable import ScreensRaster

/// Copies below and above the size from which the processor's string instruction copies.
@Suite struct PixelCopyTests {
    private static let large = Int(CLINUX_LARGE_COPY) / 4
    /// The pixels of a cache line: if both sides begin at one, other stores are used.
    private static let line = 16

    private static func pixels(_ count: Int) -> UnsafeMutablePointer<UInt32> {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count * 4, alignment: 4 * line)
        return memory.bindMemory(to: UInt32.self, capacity: count)
    }

    @Test(arguments: [0, 1, 5, 1000, large - 1, large, large + 1, large + 15, 2 * large + 7], [0, 1, line])
    func everyPixelIsCopiedAndNoOtherWritten(count: Int, place: Int) {
        let (source, target) = (Self.pixels(count + Self.line), Self.pixels(count + 3 * Self.line))
        defer {
            source.deallocate()
            target.deallocate()
        }
        for index in 0..<count + Self.line { source[index] = UInt32(truncatingIfNeeded: index &* 0x9E37_79B1) }
        for sourcePlace in [0, 1, Self.line] {
            memset(target, 7, (count + 3 * Self.line) * 4)
            let first = Self.line + place
            copyPixels(target + first, from: source + sourcePlace, count: count)
            #expect(memcmp(target + first, source + sourcePlace, count * 4) == 0)
            let others = Array(0..<first) + Array(first + count..<count + 3 * Self.line)
            #expect(others.allSatisfy { target[$0] == 0x0707_0707 })
        }
    }

    /// The second width has gaps between the rows of the target.
    @Test(arguments: [(1024, 300), (1001, 300)]) func aLargePictureIsDrawn(width: Int, height: Int) {
        let size = Size(width: width, height: height)
        let (source, target) = (OwnedPixels(size, hasGaps: false), OwnedPixels(size))
        for index in 0..<width * height {
            source.pixels.row(0)[index] = UInt32(truncatingIfNeeded: index &* 0x9E37_79B1)
        }
        let all = Rectangle(size)
        let drawn = target.pixels.draw(source.pixels, part: all, at: (0, 0), clip: all, .copy)
        #expect(drawn == all)
        #expect((0..<height).allSatisfy { memcmp(target.pixels.row($0), source.pixels.row($0), width * 4) == 0 })
    }
}
