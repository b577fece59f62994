import Glibc
import ScreensLinux

/// A reader of picture files, PNG or JPEG by their content, not by their names.
///
/// All functions block their thread, which may be any thread: read on a thread of the program's own, before the picture
/// is to be drawn. One picture is decoded at a time, because each may take hundreds of megabytes for a moment.
public enum PictureFile {
    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let jpegStart: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// Reads the picture in a regular file.
    ///
    /// - Parameters:
    ///   - path: the path of the file. Pipes and devices, which may never end, are errors.
    ///   - space: the place that the picture is for; nil for all of its pixels.
    ///   - limits: how large the file and the picture may be.
    ///   - warn: receives a warning about a flawed file with a readable picture.
    /// - Throws: ``PictureError`` if the file does not exist, is not a picture, is damaged or too large.
    public static func read(
        _ path: String, for space: PictureSpace? = nil, limits: PictureLimits = PictureLimits(),
        warn: (String) -> Void = { _ in }
    ) throws(PictureError) -> DecodedPicture {
        try decode(try content(of: path, limits), name: path, for: space, limits: limits, warn: warn)
    }

    /// Reads the picture in the bytes of a file.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the name of the file in errors and warnings.
    ///   - space: the place that the picture is for; nil for all of its pixels.
    ///   - limits: how large the file and the picture may be.
    ///   - warn: receives a warning about a flawed file with a readable picture.
    /// - Throws: ``PictureError`` if the bytes are not a picture, are damaged or too large.
    public static func decode(
        _ bytes: [UInt8], name: String = "the picture", for space: PictureSpace? = nil,
        limits: PictureLimits = PictureLimits(), warn: (String) -> Void = { _ in }
    ) throws(PictureError) -> DecodedPicture {
        try limits.check(bytes: bytes.count, name: name)
        return try DecodingTurn.take(name) { () throws(PictureError) in
            try upright(bytes, name: name, for: space, limits: limits, warn: warn)
        }
    }

    private static func upright(
        _ bytes: [UInt8], name: String, for space: PictureSpace?, limits: PictureLimits, warn: (String) -> Void
    ) throws(PictureError) -> DecodedPicture {
        if bytes.starts(with: pngSignature) {
            let orientation = PNGChunks(bytes).orientation ?? .up
            let bytes = PNGChunks.bytes(bytes, without: PNGChunks.texts)
            if orientation == .up,
                let small = try PNGDecoder.decodeReduced(bytes, name: name, for: space, limits: limits)
            {
                return small
            }
            return try PNGDecoder.decode(bytes, name: name, limits: limits).oriented(orientation).reduced(for: space)
        }
        if bytes.starts(with: jpegStart) {
            let orientation = JPEGSegments(bytes).orientation ?? .up
            let picture = try JPEGDecoder.decode(
                bytes, name: name, for: space, orientation, limits: limits, warn: warn)
            return picture.oriented(orientation).reduced(for: space)
        }
        throw PictureError(
            .notPicture, file: name,
            problem: "\(name) is not a picture: \(bytes.isEmpty ? "it is empty" : "neither PNG nor JPEG")",
            remedy: "save it as PNG or JPEG")
    }

    private static func content(of path: String, _ limits: PictureLimits) throws(PictureError) -> [UInt8] {
        do throws(WholeContent.Problem) {
            return try WholeContent.ofRegularFile(path, limit: limits.fileSize)
        } catch {
            switch error {
            case .isDirectory: throw .unreadable(path, .noFile, "it is a directory", remedy: "name a file in it")
            case .isSpecial:
                throw .unreadable(
                    path, .noFile, "not a regular file", remedy: "read a pipe or a device first, and decode its bytes")
            case .failed(let error): throw .unreadable(error)
            }
        }
    }
}

extension PictureError {
    /// The error of a file, the object of a failed call, that cannot be read.
    fileprivate static func unreadable(_ error: SystemError) -> PictureError {
        let (code, remedy): (Code, String?) =
            switch error.errno {
            case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, ENXIO: (.noFile, "check the path")
            case EACCES, EPERM: (.permissionDenied, "let this user read it")
            default: (.cannotRead, nil)
            }
        return unreadable(error.object, code, SystemError.text(of: error.errno), errno: error.errno, remedy: remedy)
    }
}
