import Glibc
import ScreensLinux

/// A reader of picture files, PNG or JPEG by their content, not by their names.
///
/// All functions block their thread, which may be any thread: read on a thread of the program's own, before the picture
/// is to be drawn. One picture is read and decoded at a time, because each may take hundreds of megabytes for a moment.
/// If a picture takes longer than two seconds, the next one begins.
public enum PictureFile {
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
        do throws(PictureBytes.Problem) {
            return try granted(path, for: space, limits: limits, warn: warn).picture
        } catch {
            throw PictureError(error, path)
        }
    }

    /// Reads the picture in a regular file.
    ///
    /// - Parameter name: the path for errors and warnings, if that is another one.
    /// - Returns: the picture, and the grant for its memory and an image of it; nil without a budget.
    package static func granted(
        _ path: String, named name: String? = nil, for space: PictureSpace?, limits: PictureLimits,
        warn: (String) -> Void
    ) throws(PictureBytes.Problem) -> (picture: DecodedPicture, grant: MemoryGrant?) {
        let name = name ?? path
        return try DecodingTurn.shared.take { () throws(PictureBytes.Problem) in
            let file = try PictureBytes(of: path, named: name, limits)
            do throws(PictureError) {
                let picture = try upright(
                    file.bytes, name: name, for: space, limits: limits, DecodingMemory(name, file.grant), warn: warn)
                return (picture, file.grant)
            } catch {
                throw .picture(error)
            }
        }
    }

    /// Reads the picture in the bytes of a file.
    ///
    /// - Returns: the picture, and the grant for its memory and an image of it; nil without a budget.
    package static func granted(
        _ bytes: [UInt8], name: String, for space: PictureSpace?, limits: PictureLimits, warn: (String) -> Void
    ) throws(PictureError) -> (picture: DecodedPicture, grant: MemoryGrant?) {
        try limits.check(bytes: bytes.count, name: name)
        return try DecodingTurn.shared.take { () throws(PictureError) in
            let grant = try PictureBytes.grant(bytes.count, name: name, limits.budget)
            return (
                try upright(
                    bytes, name: name, for: space, limits: limits, DecodingMemory(name, grant), warn: warn), grant
            )
        }
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
        try granted(bytes, name: name, for: space, limits: limits, warn: warn).picture
    }

    private static func upright(
        _ bytes: [UInt8], name: String, for space: PictureSpace?, limits: PictureLimits,
        _ memory: DecodingMemory, warn: (String) -> Void
    ) throws(PictureError) -> DecodedPicture {
        if bytes.starts(with: PictureProgress.pngSignature) {
            let chunks = PNGChunks(bytes)
            let orientation = chunks.orientation ?? .up
            // The bytes without the texts are another copy of the file.
            if chunks.hasTexts { try memory.take(bytes.count) }
            let bytes = PNGChunks.bytes(bytes, without: PNGChunks.texts)
            if orientation == .up,
                let small = try PNGDecoder.decodeReduced(bytes, name: name, for: space, limits: limits, memory)
            {
                return small
            }
            return try PNGDecoder.decode(bytes, name: name, orientation, for: space, limits: limits, memory)
                .oriented(orientation).reduced(for: space)
        }
        if bytes.starts(with: PictureProgress.jpegStart) {
            let orientation = JPEGSegments(bytes).orientation ?? .up
            let picture = try JPEGDecoder.decode(
                bytes, name: name, for: space, orientation, limits: limits, memory, warn: warn)
            return picture.oriented(orientation).reduced(for: space)
        }
        throw PictureError(
            .notPicture, file: name,
            problem: "\(name) is not a picture: \(bytes.isEmpty ? "it is empty" : "neither PNG nor JPEG")",
            remedy: "save it as PNG or JPEG")
    }
}

extension PictureError {
    /// The error of a path whose picture is not read.
    fileprivate init(_ problem: PictureBytes.Problem, _ path: String) {
        self =
            switch problem {
            case .picture(let error): error
            case .file(.isDirectory): .unreadable(path, .noFile, "it is a directory", remedy: "name a file in it")
            case .file(.isSpecial):
                .unreadable(
                    path, .noFile, "not a regular file", remedy: "read a pipe or a device first, and decode its bytes")
            case .file(.failed(let error)): .unreadable(error)
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
