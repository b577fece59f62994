import Foundation
import Testing

@testable import ScreensLinux

/// Files that only root and the caller can change.
struct ProtectedFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "protected-\(UUID().uuidString)").path

    /// Makes `a/b/file` with the text `x`, and the links `link` and `a/up` to it; removes all of them afterwards.
    private func inFolder(_ body: () throws -> Void) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let open: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        try FileManager.default.createDirectory(
            atPath: folder + "/a/b", withIntermediateDirectories: true, attributes: open)
        for name in ["", "/a", "/a/b"] { #expect(chmod(folder + name, 0o755) == 0) }
        try "x".write(toFile: folder + "/a/b/file", atomically: false, encoding: .utf8)
        #expect(chmod(folder + "/a/b/file", 0o644) == 0)
        #expect(symlink("a/b/file", folder + "/link") == 0)
        #expect(symlink("\(folder)/a/../link", folder + "/a/up") == 0)
        try body()
    }

    /// Returns the text of a file, or nil if it is refused.
    private func text(_ name: String, owners: Set<uid_t> = [geteuid()]) -> String? {
        (try? ProtectedFile.content(of: "\(folder)/\(name)", owners: owners, limit: 10))
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private func problem(_ name: String, owners: Set<uid_t> = [geteuid()]) -> ProtectedFile.Problem? {
        do throws(ProtectedFile.Problem) {
            _ = try ProtectedFile.content(of: "\(folder)/\(name)", owners: owners, limit: 10)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the part of the path for which the file is refused; nil if it is read.
    private func refusedPart(_ name: String, owners: Set<uid_t> = [geteuid()]) -> String? {
        guard case .unprotected(let part, _)? = problem(name, owners: owners) else { return nil }
        return part.replacing(folder, with: "")
    }

    @Test func aFileOfTheCallerIsReadThroughLinks() throws {
        try inFolder {
            for name in ["a/b/file", "link", "a/up", "a/b/../../link", "./a//b/./file"] {
                #expect(text(name) == "x", "\(name)")
            }
            #expect((try? ProtectedFile.names(in: folder + "/a", owners: [geteuid()]))?.sorted() == ["b", "up"])
        }
    }

    @Test(arguments: [("/a/b/file", 0o664), ("/a/b/file", 0o646), ("/a/b", 0o775), ("/a", 0o757), ("", 0o777)])
    func aPartThatOthersMayWriteIsNamed(part: String, mode: Int) throws {
        try inFolder {
            #expect(chmod(folder + part, mode_t(mode)) == 0)
            for name in ["a/b/file", "link", "a/up"] { #expect(refusedPart(name) == part, "\(name)") }
        }
    }

    @Test func aStickyFolderIsAllowedOnTheWayAlone() throws {
        try inFolder {
            #expect(chmod(folder + "/a", 0o1777) == 0)
            #expect(text("a/b/file") == "x")
            #expect((try? ProtectedFile.names(in: folder + "/a", owners: [geteuid()])) == nil)
        }
    }

    @Test(.enabled(if: geteuid() == 0), arguments: ["/a/b/file", "/a/b", "/a", "", "/link"])
    func aPartOfAnotherUserIsNamed(part: String) throws {
        try inFolder {
            #expect(lchown(folder + part, 998, 0) == 0)
            #expect(refusedPart("link") == part)
            #expect(text("link", owners: [998]) == "x")
        }
    }

    @Test func anythingButAFileIsRefused() throws {
        try inFolder {
            #expect(mkfifo(folder + "/a/pipe", 0o600) == 0)
            #expect(symlink("loop", folder + "/loop") == 0)
            #expect(refusedPart("a/pipe") == "/a/pipe")
            #expect(refusedPart("a/b") == "/a/b")
            for (name, code) in [("none", ENOENT), ("loop", ELOOP), ("link/x", ENOTDIR)] {
                guard case .failed(let error)? = problem(name) else {
                    Issue.record("\(name) was read")
                    continue
                }
                #expect(error.errno == code, "\(name)")
            }
        }
    }
}
