import Glibc
import Screens
import ScreensLinux
import Testing

@testable import ScreensPictures

@Suite struct PictureFileTests {
    private func error(_ path: String, limits: PictureLimits = PictureLimits()) -> PictureError? {
        #expect(throws: PictureError.self) { try PictureFile.read(path, limits: limits) }
    }

    private func withFile<Result>(
        _ bytes: [UInt8], _ body: (String) throws -> Result
    ) throws -> Result {
        // The cases of one test run at the same time.
        let path = "/tmp/screens-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        try AtomicFile.write(bytes, to: path)
        defer { unlink(path) }
        return try body(path)
    }

    @Test func theFormatOfAFileIsReadFromItsBytes() throws {
        let png = PNGBuilder(width: 1, height: 1) { _, _ in [1, 2, 3] }.bytes
        let first = try withFile(png) { try PictureFile.read($0) }
        #expect(first.pixels == [0xFF01_0203])
        let jpeg = try JPEGBuilder(color: JPEGBuilder.fields).bytes()
        let second = try withFile(jpeg) { try PictureFile.read($0) }
        #expect(second.size == Size(width: 32, height: 16))
    }

    @Test(arguments: [
        ("", "it is empty"), ("GIF89a", "neither PNG nor JPEG"), ("\u{89}PNG", "neither PNG nor JPEG"),
        ("RIFF....WEBP", "neither PNG nor JPEG"),
    ])
    func aFileThatIsNeitherIsAnError(text: String, why: String) throws {
        try withFile(Array(text.utf8)) { path in
            let error = error(path)
            #expect(error?.code == .notPicture)
            #expect(error?.file == path)
            #expect(error?.description == "\(path) is not a picture: \(why); save it as PNG or JPEG")
        }
    }

    @Test func aPipeIsNotWaitedFor() throws {
        let path = "/tmp/screens-\(getpid())-picture-pipe"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        #expect(error(path)?.code == .noFile)
    }

    @Test(arguments: [
        ("/dev/zero", "not a regular file", nil), ("/tmp", "it is a directory", nil),
        ("/nowhere/picture.png", "No such file or directory", ENOENT),
        ("/dev/null/picture.png", "Not a directory", ENOTDIR),
    ])
    func aPathWithoutAFileIsAnError(path: String, cause: String, errno: Int32?) {
        let error = error(path)
        #expect(error?.code == .noFile)
        #expect(error?.problem == "cannot read \(path): \(cause)")
        #expect(error?.cause == cause)
        #expect(error?.errno == errno)
        #expect(error?.remedy != nil)
    }

    @Test func aLargeFileIsReadNoFurtherThanItsLimit() throws {
        let png = PNGBuilder(width: 1, height: 1) { _, _ in [1, 2, 3] }.bytes
        try withFile(png + [UInt8](repeating: 0, count: 1 << 20)) { path in
            var limits = PictureLimits()
            limits.fileSize = 1 << 20
            let error = error(path, limits: limits)
            #expect(error?.code == .tooLarge)
            #expect(error?.problem == "\(path) is too large: the limit is 1 MiB")
        }
    }

    @Test func aSideThatNoImageHasIsRefused() {
        let file = PNGBuilder(width: 20000, height: 1, depth: 1, kind: 0) { _, _ in [1] }.bytes
        let error = #expect(throws: PictureError.self) { try PictureFile.decode(file, name: "it") }
        #expect(error?.problem == "it has 20000x1 pixels: the limit of each side is 16384")
    }

    @Test func bytesAfterThePictureDoNotMatter() throws {
        let png = PNGBuilder(width: 1, height: 1) { _, _ in [1, 2, 3] }.bytes
        let picture = try PictureFile.decode(png + [1, 2, 3])
        #expect(picture.pixels == [0xFF01_0203])
    }

    @Test func anImageIsReadInTheSizeOfItsPlace() throws {
        let png = PNGBuilder(width: 120, height: 60, kind: 6) { _, _ in [200, 100, 50, 51] }.bytes
        try withFile(png) { path in
            let image = try Image(
                contentsOf: path, for: PictureSpace(.fit, in: Size(width: 30, height: 30)))
            #expect(image.size == Size(width: 30, height: 15))
            #expect(!image.isOpaque)
            #expect(image.premultipliedPixels.allSatisfy { $0 == 0x3328_140A })
        }
    }
}
