import Glibc
import Testing

@testable import ScreensContents
@testable import ScreensDaemon

struct WatchedPathTests {
    private let folder = TemporaryFolder()

    private func watched(_ path: String) -> (folders: Set<String>, names: Set<String>) {
        let watched = WatchedPath(path)
        return (watched.folders, watched.names)
    }

    @Test func aFileIsReachedByItsName() {
        #expect(watched(folder / "a.png") == ([folder.path], ["a.png"]))
        #expect(watched("a.png") == (["."], ["a.png"]))
        #expect(watched("/a.png") == (["/"], ["a.png"]))
        #expect(watched("/") == ([], []))
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
            watched(folder / "current/a.png")
                == ([folder.path, folder / "one"], ["current", "a.png", "b.png"]))
    }

    @Test func linksThatGoRoundHaveAnEnd() {
        symlink("b", folder / "a")
        symlink("a", folder / "b")
        #expect(watched(folder / "a") == ([folder.path], ["a", "b"]))
    }
}
