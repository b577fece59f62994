import Screens

/// A picture file, PNG or JPEG by its content and not by its name.
package enum PictureFile {
    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let jpegStart: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// Reads the picture at `path`, or on standard input for `-`. Blocks its thread.
    ///
    /// - Parameters:
    ///   - space: the place that the picture is for; nil for all of its pixels.
    ///   - warn: receives a warning about a flawed file with a readable picture.
    /// - Throws: ``Failure`` where the file does not exist, is not a picture, is damaged or too large.
    package static func read(
        _ path: String, for space: PictureSpace? = nil, limits: PictureLimits = PictureLimits(),
        warn: (String) -> Void
    ) throws(Failure) -> DecodedPicture {
        let name = InputFile.name(of: path)
        let bytes = try InputFile.plainContent(of: path, limit: limits.fileSize)
        guard bytes.count <= limits.fileSize else {
            throw Failure(
                .badData, "\(name) is too large: the limit is \(limits.fileSize >> 20) MiB")
        }
        return try DecodingTurn.take { () throws(Failure) in
            try decode(bytes, name: name, for: space, limits: limits, warn: warn)
        }
    }

    /// Reads the picture in some bytes.
    package static func decode(
        _ bytes: [UInt8], name: String, for space: PictureSpace? = nil, limits: PictureLimits = PictureLimits(),
        warn: (String) -> Void
    ) throws(Failure) -> DecodedPicture {
        if bytes.starts(with: pngSignature) {
            let picture = try PNGDecoder.decode(bytes, name: name, limits: limits)
            return picture.oriented(PNGChunks(bytes).orientation ?? .up).reduced(for: space)
        }
        if bytes.starts(with: jpegStart) {
            let orientation = JPEGSegments(bytes).orientation ?? .up
            let picture = try JPEGDecoder.decode(
                bytes, name: name, for: space, orientation, limits: limits, warn: warn)
            return picture.oriented(orientation).reduced(for: space)
        }
        throw Failure(.badData, "\(name) is not a picture: \(bytes.isEmpty ? "it is empty" : "neither PNG nor JPEG")")
    }
}

/// How large pictures may be: the size that a file states costs memory before the first pixel is read.
package struct PictureLimits: Sendable, Hashable {
    /// Bytes of a file.
    package var fileSize = 128 << 20
    /// Pixels, of four bytes each, or eight while the picture is rotated: twice as many as an 8K display has.
    package var pixels = 1 << 26
    /// Columns or rows.
    package var side = Image.longestSide

    /// The default limits.
    package init() {}

    init(fileSize: Int, pixels: Int? = nil) {
        self.fileSize = fileSize
        if let pixels { self.pixels = pixels }
    }

    /// Refuses a picture that is too large.
    ///
    /// - Parameter name: the name of the file in messages.
    package func check(width: Int, height: Int, name: String) throws(Failure) {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0 else { throw Failure(.badData, "\(name) has no pixels") }
        guard !overflow, count <= pixels else {
            throw Failure(
                .badData, "\(name) has \(width)x\(height) pixels: the limit is \(pixels)")
        }
        guard width <= side, height <= side else {
            throw Failure(.badData, "\(name) has \(width)x\(height) pixels: the limit of each side is \(side)")
        }
    }
}
