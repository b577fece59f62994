import CLibPNG
import Glibc
import Screens

/// Reads PNG by libpng's simplified interface, which reports errors by return value.
package enum PNGDecoder {
    /// Decodes all kinds of PNG to 8 bits per colour; of an animation, the still picture that represents it.
    package static func decode(_ bytes: [UInt8], name: String, limits: PictureLimits) throws(Failure) -> DecodedPicture
    {
        // In memory blue, green, red, alpha: ARGB8888.
        let levels = PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR
        guard isDeepAndInterlaced(bytes) else {
            // Without the flag, 16 bits without gamma are taken for linear, which no other program does.
            let (size, pixels) = try read(
                bytes, UInt32.self, perPixel: 1, levels, flags: PNG_IMAGE_FLAG_16BIT_sRGB, name: name, limits: limits)
            return DecodedPicture(size: size, straight: pixels)
        }
        let chunks = PNGChunks(bytes, copies: true)
        let linear = PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_LINEAR
        // Taken for linear already, the samples are not converted.
        let (size, samples) = try read(
            chunks.withoutColors, UInt16.self, perPixel: 4, linear, flags: 0, name: name, limits: limits)
        let deep = DeepPixels(gamma: chunks.gamma ?? 45_455)
        let pixels = stride(from: 0, to: samples.count, by: 4).map {
            deep.straight((samples[$0], samples[$0 + 1], samples[$0 + 2], samples[$0 + 3]))
        }
        return DecodedPicture(size: size, straight: pixels)
    }

    /// Since the end of 2025 libpng, and older versions with the security fixes, mix up the lines of such pictures when 8
    /// bits are requested.
    private static func isDeepAndInterlaced(_ bytes: [UInt8]) -> Bool {
        bytes.count > 28 && bytes[24] == 16 && bytes[28] != 0
    }

    private static func read<Element: BitwiseCopyable>(
        _ bytes: [UInt8], _: Element.Type, perPixel: Int, _ format: UInt32, flags: Int32, name: String,
        limits: PictureLimits
    ) throws(Failure) -> (size: Size, elements: [Element]) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        // libpng frees its own memory, also after a failure.
        defer { png_image_free(&image) }
        // libpng keeps the address until the picture is read.
        let result: Result<(size: Size, elements: [Element]), Failure> = bytes.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
                return .failure(failure(&image, name))
            }
            let size = Size(width: Int(image.width), height: Int(image.height))
            do throws(Failure) {
                try limits.check(width: size.width, height: size.height, name: name)
            } catch {
                return .failure(error)
            }
            image.format = png_uint_32(format)
            image.flags |= png_uint_32(flags)
            var isRead = false
            let total = size.width * size.height * perPixel
            let elements = [Element](unsafeUninitializedCapacity: total) { target, count in
                isRead = png_image_finish_read(&image, nil, target.baseAddress, 0, nil) != 0
                count = isRead ? total : 0
            }
            return isRead ? .success((size, elements)) : .failure(failure(&image, name))
        }
        return try result.get()
    }

    private static func failure(_ image: inout png_image, _ name: String) -> Failure {
        let message = withUnsafeBytes(of: &image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return Failure(.badData, "\(name) is damaged or not a PNG picture: \(message)")
    }
}

/// The chunks of a PNG file that libpng's simplified interface does not report. Reads any bytes without harm.
package struct PNGChunks: Sendable, Hashable {
    package private(set) var orientation: PictureOrientation?
    /// The exponent by which the samples encode light, in 100,000ths (`gAMA`), if it is present and plausible.
    package private(set) var gamma: Int?
    /// The file without its chunks about colours.
    package private(set) var withoutColors: [UInt8] = []

    /// - Parameter copies: whether to fill ``withoutColors``.
    package init(_ bytes: [UInt8], copies: Bool = false) {
        var place = 8
        if copies { withoutColors += bytes.prefix(8) }
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { break }
            let body = bytes[place + 8..<place + 8 + length]
            let isOfColors = take(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), body)
            if copies, !isOfColors { withoutColors += bytes[place..<place + 12 + length] }
            place += 12 + length
        }
        if copies, place < bytes.count { withoutColors += bytes[place...] }
    }

    /// - Returns: whether the chunk is about colours.
    private mutating func take(_ name: String, _ body: ArraySlice<UInt8>) -> Bool {
        switch name {
        case "eXIf":
            if orientation == nil { orientation = EXIF.orientation(in: body) }
            return false
        case "gAMA":
            let value = body.reduce(0) { $0 << 8 | Int($1) & 0xFF }
            if body.count == 4, (1000...1_000_000).contains(value) { gamma = value }
            return true
        case "sRGB", "iCCP", "cHRM": return true
        default: return false
        }
    }
}

/// Samples of 16 bits as levels of 8.
package struct DeepPixels {
    /// The level, 0 to 255, of each sample.
    private let levels: [UInt8]

    /// - Parameter gamma: the exponent by which the samples encode light, in 100,000ths; displays have 45,455.
    package init(gamma: Int) {
        let exponent = 45_455 / Double(gamma)
        // A hundredth is not visible, and whole steps stay whole.
        let isUsual = abs(exponent - 1) < 0.01
        levels = (0...65535).map { sample in
            isUsual ? UInt8((sample + 128) / 257) : UInt8((pow(Double(sample) / 65535, exponent) * 255).rounded())
        }
    }

    /// ARGB8888, the colours not multiplied by their opacity.
    ///
    /// - Parameter pixel: red, green, blue and opacity, the colours multiplied by the opacity.
    package func straight(_ pixel: (red: UInt16, green: UInt16, blue: UInt16, opacity: UInt16)) -> UInt32 {
        func level(_ sample: UInt16) -> UInt32 {
            guard pixel.opacity > 0 else { return 0 }
            let whole = (Int(sample) * 65535 + Int(pixel.opacity) / 2) / Int(pixel.opacity)
            return UInt32(levels[min(whole, 65535)])
        }
        let opacity = (UInt32(pixel.opacity) + 128) / 257
        return opacity << 24 | level(pixel.red) << 16 | level(pixel.green) << 8 | level(pixel.blue)
    }
}

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
