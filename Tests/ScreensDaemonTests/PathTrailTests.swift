import Glibc
import Testing

@testable import ScreensDaemon

struct PathTrailTests {
    private let folder = TemporaryFolder()

    private func trail(_ path: String) -> (folders: Set<String>, names: Set<String>) {
        let trail = PathTrail(path)
        return (trail.folders, trail.names)
    }

    @Test func aFileIsReachedByItsName() {
        #expect(trail(folder / "a.png") == ([folder.path], ["a.png"]))
        #expect(trail("a.png") == (["."], ["a.png"]))
        #expect(trail("/a.png") == (["/"], ["a.png"]))
        #expect(trail("/") == ([], []))
    }

    @Test func linksOfFoldersAndFilesLeadToOthers() {
        mkdir(folder / "one", 0o755)
        symlink("one", folder / "current")
        symlink(folder / "one/b.png", folder / "one/a.png")
        defer {
            unlink(folder / "one/a.png")
            rmdir(folder / "one")
        }
        #expect(
            trail(folder / "current/a.png")
                == ([folder.path, folder / "one"], ["current", "a.png", "b.png"]))
    }

    @Test func linksThatGoRoundHaveAnEnd() {
        symlink("b", folder / "a")
        symlink("a", folder / "b")
        #expect(trail(folder / "a") == ([folder.path], ["a", "b"]))
    }
}
