import CPixman
import Screens

/// A picture for the library, and a picture with the same pixels for pixman.
final class Sheet {
    let size: Size
    let picture: Image
    /// The picture for pixman.
    let image: OpaquePointer
    let memory: UnsafeMutablePointer<UInt32>

    /// Makes random colours, premultiplied by alphas of 1 to 254 if the picture has alpha.
    init(_ size: Size, hasAlpha: Bool = false) throws {
        self.size = size
        var random: UInt32 = 1
        let pixels = (0..<size.width * size.height).map { _ in
            random = random &* 1_664_525 &+ 1_013_904_223
            let alpha = hasAlpha ? 1 + random >> 24 % 254 : 0
            return alpha << 24 | (hasAlpha ? (random >> 8 & 0xFF) * alpha / 255 * 0x01_0101 : random >> 8)
        }
        picture =
            hasAlpha
            ? try Image(size: size, premultiplied: pixels) : try Image(size: size, opaque: pixels)
        memory = UnsafeMutableRawPointer.allocate(byteCount: pixels.count * 4, alignment: 4096)
            .initializeMemory(as: UInt32.self, from: pixels, count: pixels.count)
        image = pixman_image_create_bits(
            hasAlpha ? PIXMAN_a8r8g8b8 : PIXMAN_x8r8g8b8, Int32(size.width), Int32(size.height), memory,
            Int32(size.width * 4))
    }

    deinit {
        pixman_image_unref(image)
        memory.deallocate()
    }

    /// Sets pixman's transform, which maps pixels of the target to pixels of this picture.
    func transform(
        _ transform: pixman_transform_t, _ filter: pixman_filter_t, outside: pixman_repeat_t = PIXMAN_REPEAT_PAD
    ) {
        var transform = transform
        pixman_image_set_transform(image, &transform)
        pixman_image_set_filter(image, filter, nil, 0)
        pixman_image_set_repeat(image, outside)
    }

    /// Draws over the whole picture with pixman.
    func composite(_ operation: pixman_op_t, _ source: OpaquePointer, mask: OpaquePointer? = nil) {
        composite(operation, source, mask: mask, in: Rectangle(size))
    }

    /// Draws over a part of the picture with pixman.
    func composite(
        _ operation: pixman_op_t, _ source: OpaquePointer, mask: OpaquePointer? = nil, in part: Rectangle
    ) {
        pixman_image_composite32(
            operation, source, mask, image, 0, 0, 0, 0, Int32(part.x), Int32(part.y), Int32(part.width),
            Int32(part.height))
    }

    /// Returns pixman's image of one colour, premultiplied ARGB8888.
    static func solid(_ pixel: UInt32) -> OpaquePointer {
        func channel(_ shift: UInt32) -> UInt16 { UInt16(pixel >> shift & 255) * 257 }
        var color = pixman_color_t(red: channel(16), green: channel(8), blue: channel(0), alpha: channel(24))
        return pixman_image_create_solid_fill(&color)
    }
}

extension pixman_transform_t {
    static var one: Double { 65536 }

    /// Makes pixman's transform, which maps the target to the source.
    init(inverseOf transform: Transform) {
        let inverse = transform.inverse ?? .identity
        func fixed(_ value: Double) -> pixman_fixed_t { pixman_fixed_t((value * Self.one).rounded()) }
        self.init(
            matrix: (
                (fixed(inverse.a), fixed(inverse.c), fixed(inverse.tx)),
                (fixed(inverse.b), fixed(inverse.d), fixed(inverse.ty)), (0, 0, 65536)
            ))
    }
}
