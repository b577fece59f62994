import CPixman

@testable import Screens

/// A picture with its own memory, for the library and for pixman.
final class Sheet {
    let pixels: PixelBuffer
    let image: OpaquePointer

    var size: Size { pixels.size }

    /// Random colours, premultiplied by alphas of 1 to 254 if it has alpha.
    init(_ size: Size, hasAlpha: Bool = false) {
        let stride = size.width * 4
        let memory = UnsafeMutableRawPointer.allocate(byteCount: stride * size.height, alignment: 4096)
        pixels = PixelBuffer(base: memory, size: size, stride: stride)
        var random: UInt32 = 1
        for y in 0..<size.height {
            for x in 0..<size.width {
                random = random &* 1_664_525 &+ 1_013_904_223
                let alpha = hasAlpha ? 1 + random >> 24 % 254 : 0
                let color = hasAlpha ? (random >> 8 & 0xFF) * alpha / 255 * 0x01_0101 : random >> 8
                pixels.row(y)[x] = alpha << 24 | color
            }
        }
        image = pixman_image_create_bits(
            hasAlpha ? PIXMAN_a8r8g8b8 : PIXMAN_x8r8g8b8, Int32(size.width), Int32(size.height),
            memory.assumingMemoryBound(to: UInt32.self), Int32(stride))
    }

    deinit {
        pixman_image_unref(image)
        pixels.base.deallocate()
    }

    /// Sets the transform for pixman, which maps pixels of the target to pixels of this picture.
    func transform(_ transform: pixman_transform_t, _ filter: pixman_filter_t) {
        var transform = transform
        pixman_image_set_transform(image, &transform)
        pixman_image_set_filter(image, filter, nil, 0)
        pixman_image_set_repeat(image, PIXMAN_REPEAT_PAD)
    }

    /// Draws another picture over the whole of it with pixman.
    func composite(_ source: Sheet, _ operation: pixman_op_t) {
        pixman_image_composite(
            operation, source.image, nil, image, 0, 0, 0, 0, 0, 0, UInt16(size.width), UInt16(size.height))
    }
}
