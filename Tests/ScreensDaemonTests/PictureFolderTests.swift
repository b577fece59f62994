import Glibc
import ScreensContents
import ScreensLinux
import ScreensManager
import Testing

@testable import ScreensDaemon

struct PictureFolderTests {
    @Test func picturesAreListedByTheirNamesInOrder() throws {
        let folder = TemporaryFolder()
        for name in ["b.jpg", "a.PNG", "c.jpeg", ".hidden.png", "notes.txt", "png", "ä.png", "10.png", "9.png"] {
            folder.write([], to: name)
        }
        #expect(try PictureFolder(folder.path).pictures() == ["9.png", "10.png", "a.PNG", "b.jpg", "c.jpeg", "ä.png"])
    }

    @Test func aNameOfTheGreatestLengthIsWhole() throws {
        let folder = TemporaryFolder()
        let name = String(repeating: "x", count: 251) + ".png"
        folder.write([], to: name)
        #expect(try PictureFolder(folder.path).pictures() == [name])
    }

    /// The folder of a camera or a download has many files that are not pictures.
    @Test func otherFilesDoNotCountAgainstTheLimitOfPictures() throws {
        let folder = TemporaryFolder()
        let pictures = (10...60).map { "\($0).png" }
        let others = (0..<20_000).map { "other-\($0)" }
        // Twice the limit: a file system may list them in any order.
        for name in pictures[..<25] + others + pictures[25...] { folder.write([], to: name) }
        #expect(try PictureFolder(folder.path).pictures() == pictures)
    }

    @Test func aPathThatIsNotAFolderIsAnError() {
        #expect(throws: Failure.self) { try PictureFolder("/nowhere").pictures() }
        #expect(throws: Failure.self) { try PictureFolder("/dev/null").pictures() }
    }
}
