/// The name of a file to which a picture is written, always as PNG.
enum PictureFileName {
    /// The extensions of other formats. Unknown extensions are accepted, for example of a temporary file.
    private static let otherFormats: Set = [
        "avif", "bmp", "gif", "heic", "heif", "jfif", "jpe", "jpeg", "jpg", "jxl", "pdf", "pgm", "pnm", "ppm", "qoi",
        "svg", "tga", "tif", "tiff", "webp",
    ]

    /// Returns why a picture cannot be written under a name; nil if it can.
    static func problem(_ path: String) -> String? {
        guard let point = path.lastIndex(of: "."), point > path.startIndex, path[path.index(before: point)] != "/",
            otherFormats.contains(path[path.index(after: point)...].lowercased())
        else { return nil }
        return "'\(path)' names another format than PNG, which is written: use \(path[..<point]).png"
    }
}
