import CScreensPNG
import Screens

/// Reads PNG by libpng: row by row if fewer pixels are visible than the picture has, and by the simplified interface if
/// not.
enum PNGDecoder {
    /// Decodes a picture to no more than the visible pixels, with one row at a time in memory. Returns nil if that is
    /// not possible: the picture is interlaced or rotated, or all of its pixels are visible.
    static func decodeReduced(
        _ bytes: [UInt8], name: String, for space: PictureSpace?, limits: PictureLimits, _ memory: DecodingMemory
    ) throws(PictureError) -> DecodedPicture? {
        guard let space, bytes.count > 28, bytes[28] == 0 else { return nil }
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(PictureError) in
                var rows = try PNGRows(bytes, name: name, limits: limits)
                let visible = space.visible(rows.size)
                guard visible.part.size != rows.size else { return nil as DecodedPicture? }
                try memory.take(DecodingMemory.rows(of: rows.size, visible.part.size))
                var reduction = RowReduction(rows.size, to: visible)
                var row = [UInt32](repeating: 0, count: rows.size.width)
                for _ in 0..<rows.size.height {
                    try rows.read(&row)
                    reduction.take(row)
                }
                return reduction.picture()
            }
        }
        return try result.get()
    }

    /// Decodes all kinds of PNG to 8 bits per colour; an animation as the still picture that represents it.
    ///
    /// - Parameters:
    ///   - orientation: how the picture is rotated afterwards.
    ///   - space: the place that it is reduced for afterwards.
    static func decode(
        _ bytes: [UInt8], name: String, _ orientation: PictureOrientation = .up, for space: PictureSpace? = nil,
        limits: PictureLimits, _ memory: DecodingMemory = DecodingMemory()
    ) throws(PictureError) -> DecodedPicture {
        // The order in memory is blue, green, red, alpha: ARGB8888.
        let levels = PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR
        guard isDeepAndInterlaced(bytes) else {
            // Without the flag, libpng takes 16 bits without gamma for linear, as no other program does.
            var (size, pixels) = try read(
                bytes, UInt32.self, perPixel: 1, levels, flags: PNG_IMAGE_FLAG_16BIT_sRGB, name: name, limits: limits
            ) { (size) throws(PictureError) in
                try memory.take(DecodingMemory.whole(size, isDeep: false, orientation, for: space))
            }
            return DecodedPicture(size: size, straight: take(&pixels))
        }
        let chunks = PNGChunks(bytes)
        // The bytes without these chunks are another copy of the file.
        if chunks.hasColors { try memory.take(bytes.count) }
        let withoutColors = PNGChunks.bytes(bytes, without: PNGChunks.colors)
        let linear = PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_LINEAR
        // The samples are taken for linear already, so libpng does not convert them.
        let (size, samples) = try read(
            withoutColors, UInt16.self, perPixel: 4, linear, flags: 0, name: name, limits: limits
        ) { (size) throws(PictureError) in
            try memory.take(DecodingMemory.whole(size, isDeep: true, orientation, for: space))
        }
        let deep = DeepPixels(gamma: chunks.gamma ?? 45_455)
        var pixels = [UInt32](unsafeUninitializedCapacity: samples.count / 4) { pixels, count in
            for index in stride(from: 0, to: samples.count, by: 4) {
                pixels[count] = deep.straight(
                    (samples[index], samples[index + 1], samples[index + 2], samples[index + 3]))
                count += 1
            }
        }
        return DecodedPicture(size: size, straight: take(&pixels))
    }

    /// Takes an array out of a variable, so that a change of it copies no pixels.
    private static func take(_ pixels: inout [UInt32]) -> [UInt32] {
        defer { pixels = [] }
        return pixels
    }

    /// Whether libpng mixes up the rows if 8 bits are requested: since the end of 2025 it does so for deep, interlaced
    /// pictures, as do older versions with the security fixes.
    private static func isDeepAndInterlaced(_ bytes: [UInt8]) -> Bool {
        bytes.count > 28 && bytes[24] == 16 && bytes[28] != 0
    }

    private static func read<Element: BitwiseCopyable>(
        _ bytes: [UInt8], _: Element.Type, perPixel: Int, _ format: UInt32, flags: Int32, name: String,
        limits: PictureLimits, before: (Size) throws(PictureError) -> Void
    ) throws(PictureError) -> (size: Size, elements: [Element]) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        // libpng frees its own memory, even after a failure.
        defer { png_image_free(&image) }
        // libpng keeps the address until the picture is read.
        let result: Result<(size: Size, elements: [Element]), PictureError> = bytes.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
                return .failure(failure(&image, name))
            }
            let size = Size(width: Int(image.width), height: Int(image.height))
            do throws(PictureError) {
                try limits.check(width: size.width, height: size.height, name: name)
                try before(size)
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

    private static func failure(_ image: inout png_image, _ name: String) -> PictureError {
        failure(
            withUnsafeBytes(of: &image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }, name)
    }

    /// - Parameter message: the message of libpng.
    static func failure(_ message: String, _ name: String) -> PictureError {
        .damaged(name, "\(name) is damaged or not a PNG picture: \(message)")
    }
}
