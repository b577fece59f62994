import Glibc
import Testing

@testable import ScreensLinux

/// A lock in the kernel's list of locks.
@Suite struct FileLockTests {
    private static let line = "7: OFDLCK ADVISORY  WRITE -1 00:1a:1234 0 EOF\n"

    @Test(
        arguments: [
            (line, true), ("1: FLOCK  ADVISORY  WRITE 21720 fe:00:16220405 0 EOF\n" + line, true), ("", false),
            ("\n", false),
            (line.replacing("WRITE", with: "READ "), false), (line.replacing("OFDLCK", with: "FLOCK "), false),
            (line.replacing("1234", with: "12345"), false), (line.replacing("00:1a", with: "01:1a"), false),
            (line.replacing("7: ", with: "7: -> "), false), ("7: OFDLCK ADVISORY  WRITE -1", false),
        ])
    func aLockForWritingOfThatFileIsFound(list: String, isListed: Bool) {
        var file = stat()
        (file.st_dev, file.st_ino) = (0x1A, 1234)
        #expect(FileLock.isListed(file, in: list) == isListed)
    }

    @Test(arguments: [("fe:00", 0xFE00), ("103:05", 0x10305), ("08:100", 0x100800)] as [(String, dev_t)])
    func devicesAreNamedAsTheKernelDoes(name: String, device: dev_t) {
        var file = stat()
        (file.st_dev, file.st_ino) = (device, 1234)
        #expect(FileLock.isListed(file, in: Self.line.replacing("00:1a", with: name)))
    }

    @Test func aLockOfThisProcessIsSeen() throws {
        let folder = TemporaryFolder()
        let path = folder / "lock"
        #expect(FileLock.isHeld(path) == false)
        do {
            let lock = try FileLock(path)
            #expect(FileLock.isHeld(path) == true)
            let error = #expect(throws: SystemError.self) { _ = try FileLock(path) }
            #expect(error?.errno == EAGAIN)
            _ = consume lock
        }
        #expect(FileLock.isHeld(path) == false)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    /// A child process has a copy of every descriptor between its fork and its exec.
    @Test func aLockEndsThoughAChildHasACopyOfItsDescriptor() throws {
        let folder = TemporaryFolder()
        let path = folder / "lock"
        let copy: OwnedDescriptor
        do {
            let lock = try FileLock(path)
            copy = OwnedDescriptor(adopting: fcntl(try #require(Self.descriptor(of: path)), F_DUPFD_CLOEXEC, 0))
            _ = consume lock
        }
        #expect(FileLock.isHeld(path) == false)
        #expect(copy.rawValue >= 0)
    }

    /// The descriptor of this process for an open file.
    private static func descriptor(of path: String) -> CInt? {
        var (wanted, found) = (stat(), stat())
        guard stat(path, &wanted) == 0 else { return nil }
        return SystemFile.names(in: "/proc/self/fd").compactMap { CInt($0) }.first {
            fstat($0, &found) == 0 && (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino)
        }
    }
}
