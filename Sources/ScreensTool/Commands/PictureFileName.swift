import ScreensPictures

/// The name of a file to which a picture is written.
enum PictureFileName {
    private static let jpegExtensions: Set = ["jfif", "jpe", "jpeg", "jpg"]
    /// The extensions of formats that are not written. Unknown extensions are accepted, for example of a temporary
    /// file.
    private static let otherFormats: Set = [
        "avif", "bmp", "gif", "heic", "heif", "jxl", "pdf", "pgm", "pnm", "ppm", "qoi", "svg", "tga", "tif", "tiff",
        "webp",
    ]

    /// Returns the format that a name means: JPEG by its extension, and else PNG.
    static func format(_ path: String) -> PictureFormat {
        jpegExtensions.contains(parts(path)?.extension ?? "") ? .jpeg : .png
    }

    /// Returns why a picture cannot be written in a format under a name; nil if it can.
    static func problem(_ path: String, as format: PictureFormat = .png) -> String? {
        guard let (stem, ending) = parts(path) else { return nil }
        let isOther =
            switch format {
            case .png: jpegExtensions.contains(ending)
            case .jpeg: ending == "png"
            }
        guard isOther || otherFormats.contains(ending) else { return nil }
        let (name, usual) = format == .png ? ("PNG", "png") : ("JPEG", "jpg")
        return "'\(path)' names another format than \(name), which is written: use \(stem).\(usual)"
    }

    /// The path without its extension, and the extension in small letters; nil without one.
    private static func parts(_ path: String) -> (stem: Substring, extension: String)? {
        guard let point = path.lastIndex(of: "."), point > path.startIndex, path[path.index(before: point)] != "/",
            !path[point...].contains("/")
        else { return nil }
        return (path[..<point], path[path.index(after: point)...].lowercased())
    }
}
