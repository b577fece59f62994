import CScreensPNG
import Glibc
import Testing

@testable import Screens

/// Reads PNG files with libpng, since the project's own code writes them.
enum PNGFile {
    static func read(_ path: String) throws -> (size: Size, pixels: [UInt32]) {
        let file = try #require(fopen(path, "re"), "\(path) is there")
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return try decode(Array(bytes[..<count]))
    }

    static func decode(_ bytes: [UInt8]) throws -> (size: Size, pixels: [UInt32]) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        try #require(png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0)
        #expect(image.format == png_uint_32(PNG_FORMAT_RGB), "colour, without transparency")
        var rgb = [UInt8](repeating: 0, count: Int(image.width * image.height) * 3)
        try #require(png_image_finish_read(&image, nil, &rgb, 0, nil) != 0)
        let pixels = stride(from: 0, to: rgb.count, by: 3).map {
            Color(red: rgb[$0], green: rgb[$0 + 1], blue: rgb[$0 + 2]).rgb
        }
        return (Size(width: Int(image.width), height: Int(image.height)), pixels)
    }
}
