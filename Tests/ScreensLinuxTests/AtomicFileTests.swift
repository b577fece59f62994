import Glibc
import Testing

@testable import ScreensLinux

struct AtomicFileTests {
    /// The mask of this process for the modes of new files.
    private static var mask: mode_t? {
        let line = SystemFile.lines("/proc/self/status").first { $0.hasPrefix("Umask:") }
        return line?.split(separator: "\t").last.flatMap { mode_t($0, radix: 8) }
    }

    /// The mask belongs to the process: a writer that changed it for a moment would change the files of the others.
    @Test func filesWrittenAtTheSameTimeHaveTheUsualMode() async throws {
        let mask = try #require(Self.mask)
        let modes = await withTaskGroup(of: Set<mode_t>.self) { group in
            for number in 0..<4 {
                group.addTask { await Self.modes(ofFilesWrittenAs: "/tmp/screens-\(getpid())-atomic-\(number)") }
            }
            return await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(modes == [0o666 & ~mask])
        #expect(Self.mask == mask, "the mask of the process has changed")
    }

    /// Writes a file many times, on a thread of its own, and returns the modes that it had.
    private static func modes(ofFilesWrittenAs path: String) async -> Set<mode_t> {
        await withCheckedContinuation { continuation in
            DetachedThread.start {
                var modes: Set<mode_t> = []
                for _ in 0..<2000 {
                    var status = stat()
                    guard (try? AtomicFile.replace(path, with: [1])) != nil, stat(path, &status) == 0 else { break }
                    modes.insert(status.st_mode & 0o777)
                }
                unlink(path)
                continuation.resume(returning: modes)
            }
        }
    }

    @Test func aFileForItsOwnerAloneHasNoOtherRights() throws {
        let path = "/tmp/screens-\(getpid())-own"
        defer { unlink(path) }
        var status = stat()
        for isForOwnerAlone in [false, true] {
            try AtomicFile.replace(path, with: [1], isForOwnerAlone: isForOwnerAlone)
            stat(path, &status)
            #expect((status.st_mode & 0o077 == 0) == isForOwnerAlone)
        }
    }
}
