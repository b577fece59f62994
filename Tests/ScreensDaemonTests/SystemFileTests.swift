import Testing

@testable import ScreensLinux

/// Folders and files that others write.
struct SystemFileTests {
    private let folder = TemporaryFolder()

    /// A share may list files without end, and none of them is a picture.
    @Test func aFolderIsReadUpToANumberOfEntries() throws {
        for number in 0..<10 { folder.write([], to: "\(number).txt") }
        folder.write([], to: "1.png")
        let isPicture = { (name: String) in name.hasSuffix(".png") }
        #expect(try FolderListing.names(in: folder.path, mostRead: 11, where: isPicture) == ["1.png"])
        let failure = #expect(throws: Failure.self) {
            try FolderListing.names(in: folder.path, named: "/srv/share", mostRead: 10, where: isPicture)
        }
        #expect(failure?.message == "cannot read the folder /srv/share: it has more than 10 entries")
    }
}
