import Glibc
import Testing

@testable import ProgramKit
@testable import Screens

@Suite struct PictureFileTests {
    private func failure(_ path: String, limits: PictureLimits = PictureLimits()) -> Failure? {
        #expect(throws: Failure.self) { try PictureFile.read(path, limits: limits) { _ in } }
    }

    private func withFile<Result>(
        _ bytes: [UInt8], _ body: (String) throws -> Result
    ) throws -> Result {
        // The cases of one test run at the same time.
        let path = "/tmp/screens-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        try WholeFile.write(bytes, to: path)
        defer { unlink(path) }
        return try body(path)
    }

    @Test func aFileIsReadByWhatIsInIt() throws {
        let png = PNGBuilder(width: 1, height: 1) { _, _ in [1, 2, 3] }.bytes
        let first = try withFile(png) { try PictureFile.read($0) { _ in } }
        #expect(first.pixels == [0xFF01_0203])
        let jpeg = try JPEGBuilder(color: JPEGBuilder.fields).bytes()
        let second = try withFile(jpeg) { try PictureFile.read($0) { _ in } }
        #expect(second.size == Size(width: 32, height: 16))
    }

    @Test(arguments: [
        ("", "it is empty"), ("GIF89a", "neither PNG nor JPEG"), ("\u{89}PNG", "neither PNG nor JPEG"),
        ("RIFF....WEBP", "neither PNG nor JPEG"),
    ])
    func aFileThatIsNeitherIsAnError(text: String, why: String) throws {
        try withFile(Array(text.utf8)) { path in
            #expect(failure(path) == Failure(.badData, "\(path) is not a picture: \(why)"))
        }
    }

    @Test func aPipeIsNotWaitedFor() throws {
        let path = "/tmp/screens-\(getpid())-picture-pipe"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let failure = failure(path)
        #expect(failure?.status == .noInput)
        #expect(failure?.reason == InputFile.irregularity)
    }

    @Test(arguments: [
        ("/dev/zero", 66, "not a regular file"), ("/tmp", 66, "it is a directory"),
        ("/nowhere/picture.png", 66, "No such file or directory"), ("/dev/null/picture.png", 66, "Not a directory"),
    ])
    func aPathWithoutAFileIsAnError(path: String, status: Int32, why: String) {
        let failure = failure(path)
        #expect(failure?.status.rawValue == status)
        #expect(failure?.message.contains(why) == true)
    }

    @Test func aLargeFileIsReadNoFurtherThanItsLimit() throws {
        let png = PNGBuilder(width: 1, height: 1) { _, _ in [1, 2, 3] }.bytes
        try withFile(png + [UInt8](repeating: 0, count: 1 << 20)) { path in
            let failure = failure(path, limits: PictureLimits(fileSize: 1 << 20))
            #expect(failure == Failure(.badData, "\(path) is too large: the limit is 1 MiB"))
        }
    }

    @Test func aSideThatNoImageHasIsRefused() {
        let file = PNGBuilder(width: 20000, height: 1, depth: 1, kind: 0) { _, _ in [1] }.bytes
        let failure = #expect(throws: Failure.self) { try PictureFile.decode(file, name: "it") { _ in } }
        #expect(failure == Failure(.badData, "it has 20000x1 pixels: the limit of each side is 16384"))
    }

    @Test func bytesAfterThePictureDoNotMatter() throws {
        let png = PNGBuilder(width: 1, height: 1) { _, _ in [1, 2, 3] }.bytes
        let picture = try PictureFile.decode(png + [1, 2, 3], name: "it") { _ in }
        #expect(picture.pixels == [0xFF01_0203])
    }
}
