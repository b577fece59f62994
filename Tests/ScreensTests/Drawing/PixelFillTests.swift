import ScreensLinux
import Testing

/// Fills below and above the size from which the processor's string instruction fills.
@Suite struct PixelFillTests {
    @Test(arguments: [0, 1, 3, 63, (1 << 18) - 1, 1 << 18, (1 << 18) + 5])
    func everyPixelIsSetAndNoOther(count: Int) {
        var pixels = [UInt32](repeating: 7, count: count + 2)
        pixels.withUnsafeMutableBufferPointer { pixels in
            if let start = pixels.baseAddress { fillPixels(start + 1, with: 0x8012_34FF, count: count) }
        }
        #expect(pixels.first == 7 && pixels.last == 7)
        #expect(pixels.dropFirst().dropLast().allSatisfy { $0 == 0x8012_34FF })
    }
}
