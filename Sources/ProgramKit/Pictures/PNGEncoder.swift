import CLibPNG
import Screens

/// Writes PNG by libpng's simplified interface: the other one reports errors by `longjmp`, which must not cross Swift.
package enum PNGEncoder {
    package static func encode(_ picture: Picture) throws(Failure) -> [UInt8] {
        try encode(size: picture.size, pixels: picture.pixels)
    }

    /// - Parameter pixels: XRGB8888, row by row.
    package static func encode(size: Size, pixels: [UInt32]) throws(Failure) -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(size.width)
        image.height = png_uint_32(size.height)
        image.format = png_uint_32(PNG_FORMAT_RGB)
        defer { png_image_free(&image) }

        let rgb = [UInt8](unsafeUninitializedCapacity: pixels.count * 3) { bytes, count in
            for (index, pixel) in pixels.enumerated() {
                let color = Color(rgb: pixel)
                bytes[index * 3] = color.red
                bytes[index * 3 + 1] = color.green
                bytes[index * 3 + 2] = color.blue
            }
            count = pixels.count * 3
        }
        // Called once for the size and once for the bytes.
        var count: png_alloc_size_t = 0
        guard png_image_write_to_memory(&image, nil, &count, 0, rgb, 0, nil) != 0 else { throw failure(&image) }
        var bytes = [UInt8](repeating: 0, count: count)
        guard png_image_write_to_memory(&image, &bytes, &count, 0, rgb, 0, nil) != 0 else { throw failure(&image) }
        return Array(bytes.prefix(count))
    }

    private static func failure(_ image: inout png_image) -> Failure {
        let message = withUnsafeBytes(of: &image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return Failure(.system, "cannot make a PNG picture: \(message)")
    }
}
