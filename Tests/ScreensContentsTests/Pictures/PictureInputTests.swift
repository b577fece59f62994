import Glibc
import ScreensPictures
import Testing

@testable import ScreensContents
@testable import ScreensLinux

/// The errors of picture files as failures of a program.
@Suite struct PictureInputTests {
    private func failure(_ path: String, limits: PictureLimits = PictureLimits()) -> Failure? {
        #expect(throws: Failure.self) { try PictureInput.read(path, limits: limits) { _ in } }
    }

    @Test(arguments: [
        ("/dev/zero", 66, "it is not a regular file"),
        ("/tmp", 66, "it is a directory"), ("/nowhere/picture.png", 66, "No such file or directory"),
        ("/dev/null/picture.png", 66, "Not a directory"),
    ])
    func aPathWithoutAFileIsAnError(path: String, status: Int32, reason: String) {
        #expect(failure(path) == Failure(ExitStatus(rawValue: status), "cannot read \(path)", because: reason))
    }

    @Test(arguments: [("", "it is empty"), ("GIF89a", "neither PNG nor JPEG")])
    func aFileThatIsNotAPictureIsBadData(text: String, why: String) throws {
        let path = "/tmp/screens-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        try WholeFile.write(Array(text.utf8), to: path)
        defer { unlink(path) }
        #expect(failure(path) == Failure(.badData, "\(path) is not a picture: \(why)"))
        var limits = PictureLimits()
        limits.fileSize = 1
        if !text.isEmpty { #expect(failure(path, limits: limits)?.status == .badData) }
    }
}
