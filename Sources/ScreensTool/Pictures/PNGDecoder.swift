import CLibPNG
import Screens

/// Reads PNG by libpng's simplified interface, which reports errors by return value.
enum PNGDecoder {
    /// All kinds of PNG come out alike, with 8 bits a colour; of an animation, the picture that stands for all of it.
    static func decode(_ bytes: [UInt8], name: String, limits: PictureLimits) throws(Failure) -> DecodedPicture {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        // What libpng allocates is its own to free, also when it has failed.
        defer { png_image_free(&image) }
        // It keeps the address until the picture is read.
        let result: Result<DecodedPicture, Failure> = bytes.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
                return .failure(failure(&image, name))
            }
            let size = Size(width: Int(image.width), height: Int(image.height))
            do throws(Failure) {
                try limits.check(width: size.width, height: size.height, name: name)
            } catch {
                return .failure(error)
            }
            // In memory blue, green, red, alpha: ARGB8888.
            image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
            // Else 16 bits without a word on gamma are taken to be linear, as nobody else does.
            image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
            var isRead = false
            let pixels = [UInt32](unsafeUninitializedCapacity: size.width * size.height) { target, count in
                isRead = png_image_finish_read(&image, nil, target.baseAddress, 0, nil) != 0
                count = isRead ? size.width * size.height : 0
            }
            return isRead ? .success(DecodedPicture(size: size, straight: pixels)) : .failure(failure(&image, name))
        }
        return try result.get()
    }

    private static func failure(_ image: inout png_image, _ name: String) -> Failure {
        let message = withUnsafeBytes(of: &image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return Failure(.badData, "\(name) is damaged or no PNG picture: \(message)")
    }
}
