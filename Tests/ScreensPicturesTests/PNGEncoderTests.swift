import Glibc
import Screens
import Testing

@testable import ScreensPictures

/// Pictures that are saved and read again.
@Suite struct PNGEncoderTests {
    private static let size = Size(width: 37, height: 11)
    private static let noise = (0..<37 * 11).map { UInt32(truncatingIfNeeded: $0 * 2_654_435_761) }

    @Test func anOpaqueImageComesBackPixelByPixel() throws {
        let image = try Image(size: Self.size, opaque: Self.noise)
        let found = try PictureFile.decode(try image.png())
        #expect(found.isOpaque)
        #expect(found.pixels == image.premultipliedPixels)
    }

    /// Opacity is exact; colours are exact once the file's colours have been multiplied by it.
    @Test func anImageWithOpacityComesBackPixelByPixel() throws {
        let image = try Image(size: Self.size, straight: Self.noise)
        let found = try PictureFile.decode(try image.png())
        #expect(!found.isOpaque)
        #expect(found.pixels == image.premultipliedPixels)
    }

    @Test func aSavedImageReplacesTheFileAndLeavesNothingBeside() throws {
        let folder = "/tmp/screens-\(getpid())-png"
        mkdir(folder, 0o755)
        defer { rmdir(folder) }
        let path = "\(folder)/image.png"
        defer { unlink(path) }
        for color in [0x11_2233, 0x44_5566] as [UInt32] {
            let image = try Image(size: Size(width: 1, height: 1), opaque: [color])
            try image.writePNG(to: path)
            #expect(try PictureFile.read(path).pixels == [color | 0xFF00_0000])
        }
    }

    @Test(arguments: [("/nowhere/image.png", ENOENT), ("/dev/null/image.png", ENOTDIR)])
    func aFileThatCannotBeMadeSaysWhy(path: String, errno: Int32) throws {
        let image = try Image(size: Size(width: 1, height: 1), opaque: [0])
        let error = #expect(throws: PictureError.self) { try image.writePNG(to: path) }
        #expect(error?.code == .cannotWrite)
        #expect(error?.errno == errno)
        #expect(
            error?.description == "cannot write \(path): \(String(cString: strerror(errno))); make the folder first")
    }
}
