import Screens
import ScreensLinux
import ScreensPictures

/// The pictures that a program is to show, with the failures of a program.
package enum PictureInput {
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
        let bytes = try InputFile.plainContent(of: path, limit: limits.fileSize)
        return try Failure.mapping { () throws(PictureError) in
            try PictureFile.decode(bytes, name: InputFile.name(of: path), for: space, limits: limits, warn: warn)
        }
    }
}

extension PictureInput {
    /// Finds out whether a picture can be shown, and keeps nothing of it. It is decoded small, which most are in a moment.
    package static func check(_ path: String, limits: PictureLimits) throws(Failure) {
        _ = try read(path, for: PictureSpace(.fit, in: Size(width: 64, height: 64)), limits: limits) { _ in }
    }
}

extension PictureLimits {
    /// The default limits, with pictures of so many megapixels where that is not nil.
    package init(megapixels: Int?) {
        self.init()
        if let megapixels { pixels = megapixels * 1_000_000 }
    }
}

extension Failure {
    /// A picture file that cannot be read or written.
    package init(_ error: PictureError) {
        let status: ExitStatus =
            switch error.code {
            case .notPicture, .damaged, .tooLarge: .badData
            case .cannotWrite: .cannotCreate
            case .noFile: .noInput
            case .permissionDenied: .noPermission
            case .cannotRead: .cannotRead
            default: .system
            }
        self.init(status, error.problem)
    }

    /// Carries out `body`, and reports an error with a picture as a failure of the program.
    package static func mapping<Value>(_ body: () throws(PictureError) -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch {
            throw Failure(error)
        }
    }
}
