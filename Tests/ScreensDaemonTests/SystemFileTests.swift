import Glibc
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

    /// A path in a share may lead to a device that does something when it is opened.
    @Test func onlyRegularFilesAreOpened() throws {
        let (pipe, file) = (folder / "pipe", folder / "file")
        #expect(mkfifo(pipe, 0o600) == 0)
        folder.write([7], to: "file")
        let changes = try FileChanges(for: pipe)
        let opened = FileChanges.Kinds(rawValue: 0x20)
        try changes.watch(pipe, for: opened)
        #expect(throws: WholeContent.Problem.isSpecial) { try WholeContent.ofRegularFile(pipe, limit: 10) }
        changes.take { _, kinds in Issue.record("the pipe was opened: \(kinds)") }
        #expect(throws: WholeContent.Problem.isDirectory) { try WholeContent.ofRegularFile(folder.path, limit: 10) }
        #expect(try WholeContent.ofRegularFile(file, limit: 10) == [7])
    }
}
