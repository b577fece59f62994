import Screens

/// A format of files that pictures are encoded as.
package enum PictureFormat: String, Sendable, Hashable, CaseIterable {
    /// PNG: every pixel as it is.
    case png
    /// JPEG: much smaller for photos and films, and not exact.
    case jpeg

    /// The media type (MIME type), such as `image/png`.
    package var mediaType: String { "image/\(rawValue)" }
}

extension Picture {
    /// Encodes the picture as a file, on any thread.
    ///
    /// - Parameter width: the width of the picture in the file; nil, or more than the picture's own, for its own. The
    ///   height follows from the aspect. Each pixel of a smaller picture is the mean of the pixels that it replaces.
    /// - Throws: ``PictureError/Code/system`` if there is no memory for it.
    package func encoded(as format: PictureFormat, width: Int? = nil) throws(PictureError) -> [UInt8] {
        let (size, pixels) = reduced(to: width ?? size.width)
        return switch format {
        case .png: try PNGEncoder.encode(size: size, pixels: pixels)
        case .jpeg: try JPEGEncoder.encode(size: size, pixels: pixels)
        }
    }

    private func reduced(to width: Int) -> (Size, [UInt32]) {
        guard width < size.width else { return (size, pixels) }
        let width = max(width, 1)
        let height = (size.height * width + size.width / 2) / size.width
        let target = Size(width: width, height: max(height, 1))
        return (target, RowReduction.reduce(pixels, of: size, to: target))
    }
}
