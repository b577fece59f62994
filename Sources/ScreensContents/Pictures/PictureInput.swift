import Screens
import ScreensLinux
import ScreensPictures

/// Reads the pictures that a program has to show. Errors are failures of the program.
package enum PictureInput {
    /// Reads the picture at `path`, or on standard input for `-`. Blocks its thread.
    ///
    /// - Parameters:
    ///   - name: the path for errors and warnings, if that is another one.
    ///   - space: the place that the picture is for; nil for all of its pixels.
    ///   - warn: receives a warning about a flawed file with a readable picture.
    /// - Throws: ``Failure`` if the file does not exist, is not a picture, is damaged or is too large.
    package static func read(
        _ path: String, named name: String? = nil, for space: PictureSpace? = nil,
        limits: PictureLimits = PictureLimits(), warn: (String) -> Void
    ) throws(Failure) -> KeptPicture {
        guard path != "-" else {
            let bytes = try InputFile.content(of: path, limit: limits.fileSize)
            return try Failure.mapping { () throws(PictureError) in
                let (picture, grant) = try PictureFile.granted(
                    bytes, name: InputFile.name(of: path), for: space, limits: limits, warn: warn)
                return try KeptPicture(picture, grant)
            }
        }
        do throws(PictureBytes.Problem) {
            let (picture, grant) = try PictureFile.granted(
                path, named: name, for: space, limits: limits, warn: warn)
            do throws(PictureError) { return try KeptPicture(picture, grant) } catch { throw .picture(error) }
        } catch {
            switch error {
            case .file(let problem): throw Failure(reading: name ?? path, problem)
            case .picture(let error): throw error.failure
            }
        }
    }
}

extension PictureInput {
    /// Checks that a picture can be shown, and keeps nothing of it. It is decoded small, which is fast for most files.
    ///
    /// - Parameter name: the path for errors, if that is another one.
    package static func check(_ path: String, named name: String? = nil, limits: PictureLimits) throws(Failure) {
        let space = PictureSpace(.fit, in: Size(width: 64, height: 64))
        _ = try read(path, named: name, for: space, limits: limits) { _ in }
    }
}

extension PictureLimits {
    /// The default limits, with another limit in megapixels if that is not nil.
    package init(megapixels: Int?, _ budget: MemoryBudget) {
        self.init()
        if let megapixels { pixels = megapixels * 1_000_000 }
        self.budget = budget
    }

    /// The limits of a program that keeps one picture with all of its pixels. Its budget is twice as large as the
    /// budget of the daemon would be.
    static var ofOnePicture: PictureLimits {
        PictureLimits(megapixels: nil, MemoryBudget { 2 * MemoryLimit.ofProcess() })
    }
}

extension PictureError: FailureSource {
    package var failure: Failure {
        let status: ExitStatus =
            switch code {
            case .notPicture, .damaged, .tooLarge: .badData
            case .cannotWrite: .cannotCreate
            case .noFile: .noInput
            case .permissionDenied: .noPermission
            case .noMemory: .busy
            case .cannotRead: .cannotRead
            default: .system
            }
        return Failure(status, problem)
    }
}
