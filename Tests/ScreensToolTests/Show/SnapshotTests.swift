import Glibc
import ScreensPictures
import Testing

@testable import Screens
@testable import ScreensLinux
@testable import ScreensTool

struct SnapshotTests {
    @Test func aPictureComesBackFromPNGPixelByPixel() throws {
        let size = Size(width: 37, height: 11)
        let pixels = (0..<37 * 11).map { UInt32($0 * 40503) & 0xFF_FFFF }
        let found = try PNGFile.decode(try PNGEncoder.encode(size: size, pixels: pixels))
        #expect(found.size == size)
        #expect(found.pixels == pixels)
    }

    @Test(arguments: [
        ("card.png", true, "card.png"), ("card.png", false, "card-DP-1.png"), ("a.b/card", false, "a.b/card-DP-1"),
        ("a.b/card.x.png", false, "a.b/card.x-DP-1.png"), (".png", false, ".png-DP-1"),
        ("/tmp/c.png", true, "/tmp/c.png"),
    ])
    func severalScreensGetAFileEach(path: String, isOnly: Bool, expected: String) {
        #expect(SnapshotFile(path: path).path(for: "DP-1", isOnly: isOnly) == expected)
    }

    @Test func aPipeIsWrittenToAndStays() throws {
        let path = "/tmp/screens-\(getpid())-pipe"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        // The pipe is open for reading and writing, so that neither end waits for the other.
        let reader = open(path, O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        try WholeFile.write([1, 2, 3], to: path)
        var found = [UInt8](repeating: 0, count: 9)
        #expect(read(reader, &found, 9) == 3)
        var status = stat()
        stat(path, &status)
        #expect(status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func aLinkKeepsItsTarget() throws {
        let file = "/tmp/screens-\(getpid())-target"
        let link = "/tmp/screens-\(getpid())-link"
        defer {
            unlink(file)
            unlink(link)
        }
        try WholeFile.write([1], to: file)
        try #require(symlink(file, link) == 0)
        try WholeFile.write([2, 3], to: link)
        var status = stat()
        lstat(link, &status)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
        stat(file, &status)
        #expect(status.st_size == 2)
    }

    @Test func aFileIsReplacedAsAWholeAndNothingIsLeftBeside() throws {
        let folder = "/tmp/screens-\(getpid())-whole"
        mkdir(folder, 0o755)
        defer { rmdir(folder) }
        let path = "\(folder)/picture.png"
        defer { unlink(path) }
        for bytes in [[1, 2, 3], [4]] as [[UInt8]] {
            try WholeFile.write(bytes, to: path)
            let file = try #require(fopen(path, "re"))
            var found = [UInt8](repeating: 0, count: 9)
            let count = fread(&found, 1, 9, file)
            fclose(file)
            #expect(Array(found[..<count]) == bytes)
        }
    }

    @Test func aFileThatCannotBeMadeSaysWhy() {
        let failure = #expect(throws: Failure.self) { try WholeFile.write([1], to: "/nowhere/picture.png") }
        #expect(failure?.status == .cannotCreate)
        #expect(failure?.message == "cannot write /nowhere/picture.png: No such file or directory")
    }
}
