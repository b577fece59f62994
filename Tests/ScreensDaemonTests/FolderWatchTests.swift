import Glibc
import Testing

@testable import ScreensContents
@testable import ScreensDaemon

struct FolderWatchTests {
    /// A way in which a file or a folder gets a name.
    struct Story: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The reported changes of `one.toml`.
        var kinds: [FolderChanges.Change.Kind]
        var happens: @Sendable (TemporaryFolder) -> Void
    }

    static let stories = [
        Story(testDescription: "a new file that is still written", kinds: [.begun]) {
            // The file is closed only when the program ends.
            _ = open($0 / "one.toml", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        },
        Story(testDescription: "a new file that is closed", kinds: [.begun, .arrived]) {
            $0.write([1], to: "one.toml")
        },
        Story(testDescription: "another one that is given the name", kinds: [.arrived]) {
            $0.write([1], to: "other")
            rename($0 / "other", $0 / "one.toml")
        },
        Story(testDescription: "one that is taken away", kinds: [.begun, .arrived, .left]) {
            $0.write([1], to: "one.toml")
            unlink($0 / "one.toml")
        },
        Story(testDescription: "a folder", kinds: [.folder, .folder]) {
            mkdir($0 / "one.toml", 0o755)
            rmdir($0 / "one.toml")
        },
    ]

    @Test(arguments: stories) func aBegunFileIsDistinctFromACompleteFile(_ story: Story) throws {
        let folder = TemporaryFolder()
        let watch = try FolderWatch(folders: [folder.path]) {}
        story.happens(folder)
        let kinds = watch.takeChanges().filter { $0.name == "one.toml" }.map(\.kind)
        #expect(kinds == story.kinds)
    }

    @Test func eachFolderIsNamedBeforeItIsTouched() throws {
        var named: Set<String> = []
        try FolderChanges().watch(["/nowhere/pictures"]) {
            named.insert($0)
            return $0
        }
        #expect(named == ["/", "/nowhere", "/nowhere/pictures"])
    }

    /// The folder is made by another thread while the watch begins, at a different moment in each round.
    @Test func aFolderThatComesMeanwhileIsWatchedOrReported() async throws {
        for round in 0..<2000 {
            let parent = TemporaryFolder()
            let path = parent / "pictures"
            let maker = Task.detached {
                for _ in 0..<(round % 40) { _ = access(path, F_OK) }
                mkdir(path, 0o755)
            }
            let watch = try FolderWatch(folders: [path]) {}
            await maker.value
            // Then the owner makes another watch.
            if watch.takeChanges().contains(where: { $0.kind == .folder }) { continue }
            // The file is not written in place: a child of another test may have a copy of the descriptor for a moment,
            // and close the file later.
            parent.write([1], to: "one.png")
            try #require(rename(parent / "one.png", path + "/one.png") == 0)
            #expect(watch.takeChanges().contains { $0.kind == .arrived }, "round \(round)")
        }
    }
}
