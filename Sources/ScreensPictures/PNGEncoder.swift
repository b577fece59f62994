import CScreensPNG
import Screens

/// Writes PNG by libpng's simplified interface; the other interface reports errors by `longjmp`, which must not cross
/// Swift frames.
package enum PNGEncoder {
    /// Encodes a picture without opacity.
    ///
    /// - Parameter pixels: `0x00RRGGBB`, row by row, one for each pixel of the size.
    package static func encode(size: Size, pixels: [UInt32]) throws(PictureError) -> [UInt8] {
        let rgb = [UInt8](unsafeUninitializedCapacity: pixels.count * 3) { bytes, count in
            for (index, pixel) in pixels.enumerated() {
                bytes[index * 3] = UInt8(truncatingIfNeeded: pixel >> 16)
                bytes[index * 3 + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                bytes[index * 3 + 2] = UInt8(truncatingIfNeeded: pixel)
            }
            count = pixels.count * 3
        }
        return try encode(size, rgb, as: PNG_FORMAT_RGB)
    }

    /// Encodes an image with opacity; in PNG files the colours are not multiplied by it.
    ///
    /// - Parameter pixels: `0xAARRGGBB`, premultiplied, row by row, one for each pixel of the size.
    static func encode(size: Size, premultiplied pixels: [UInt32]) throws(PictureError) -> [UInt8] {
        let straight = pixels.map { pixel in
            let opacity = pixel >> 24
            guard opacity > 0 else { return 0 as UInt32 }
            func level(_ shift: UInt32) -> UInt32 {
                min(((pixel >> shift & 0xFF) * 255 + opacity / 2) / opacity, 255) << shift
            }
            return (opacity << 24 | level(16) | level(8) | level(0)).littleEndian
        }
        return try encode(size, straight, as: PNG_FORMAT_BGRA)
    }

    private static func encode<Element: BitwiseCopyable>(
        _ size: Size, _ elements: [Element], as format: UInt32
    ) throws(PictureError) -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(size.width)
        image.height = png_uint_32(size.height)
        image.format = png_uint_32(format)
        defer { png_image_free(&image) }
        // The function is called once for the size and once for the bytes.
        var count: png_alloc_size_t = 0
        guard png_image_write_to_memory(&image, nil, &count, 0, elements, 0, nil) != 0 else { throw failure(&image) }
        var bytes = [UInt8](repeating: 0, count: count)
        guard png_image_write_to_memory(&image, &bytes, &count, 0, elements, 0, nil) != 0 else {
            throw failure(&image)
        }
        return Array(bytes.prefix(count))
    }

    private static func failure(_ image: inout png_image) -> PictureError {
        let message = withUnsafeBytes(of: &image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return PictureError(.system, file: "the picture", problem: "cannot make a PNG picture: \(message)")
    }
}
