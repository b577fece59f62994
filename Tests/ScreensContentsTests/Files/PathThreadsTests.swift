import Glibc
import ScreensLinux
import ScreensPictures
import TestSupport
import Testing

@testable import ScreensContents

/// Work that hangs is work in a recorded call that waits for the test.
struct PathThreadsTests {
    private static let (share, other) = ("/proc/self/share", "/tmp/other")

    private let threads = PathThreads(mostThreads: 2, timeout: .milliseconds(200))

    init() { MainLoop.thread }

    /// The outcomes of work, and the calls to try it again.
    @MainLoop
    private final class Results {
        var entered = 0
        var hangs: [PathHang] = []
        var done = 0
        var again = 0
    }

    /// Enters a path, and is there until `end`.
    ///
    /// - Parameter start: the moment from which the work hangs; nil for work that makes no call.
    @MainLoop private func run(
        on path: String, for owner: PathOwner = PathOwner(), hangingFrom start: Completion? = .ended,
        until end: Completion, _ results: Results
    ) {
        _ = threads.run(for: owner) { visit throws(PathHang) in
            try visit.enter(path)
            MainLoop.enqueue { results.entered += 1 }
            start?.block()
            if start == nil { end.block() } else { PathCall.recorded(end.block) }
        } then: { outcome in
            switch outcome {
            case .done: results.done += 1
            case .hangs(let hang): results.hangs.append(hang)
            }
        } again: {
            results.again += 1
        }
    }

    @Test @MainLoop func threadsThatHangTakeNoneFromAnotherFileSystem() async throws {
        let end = Completion()
        let (hanging, refused, others) = (Results(), Results(), Results())
        let owners = (0..<9).map { _ in PathOwner() }
        for _ in 0..<2 { run(on: Self.share, until: end, hanging) }
        try await eventually("both hang") { hanging.hangs.count == 2 }
        #expect(hanging.hangs.allSatisfy { $0.path == Self.share })
        for owner in owners { run(on: Self.share, for: owner, until: .ended, refused) }
        for owner in owners { run(on: Self.other, for: owner, until: .ended, others) }
        try await eventually("all are answered") { refused.hangs.count == 9 && others.done == 9 }
        #expect(refused.done == 0)
        #expect(others.hangs.isEmpty)
        // The late results of both are dropped.
        end.signal()
        try await eventually("all try again") { hanging.again == 2 && refused.again == 9 }
        run(on: Self.share, for: owners[0], until: .ended, refused)
        try await eventually("it answers again") { refused.done == 1 }
        #expect(hanging.done == 0)
        #expect(others.again == 0)
    }

    @Test @MainLoop func anOwnerHasOneThreadThatHangsInAFileSystem() async throws {
        let (end, owner) = (Completion(), PathOwner())
        let (hanging, others) = (Results(), Results())
        run(on: Self.share, for: owner, until: end, hanging)
        try await eventually("it hangs") { hanging.hangs.count == 1 }
        run(on: Self.share, for: owner, until: .ended, hanging)
        run(on: Self.other, for: owner, until: .ended, others)
        run(on: Self.share, until: .ended, others)
        try await eventually("all are answered") { hanging.hangs.count == 2 && others.done == 2 }
        #expect(hanging.hangs[0] == hanging.hangs[1])
        end.signal()
        try await eventually("it tries again once") { hanging.again == 1 }
    }

    @Test @MainLoop func anOwnerThatHasGoneDoesNotTryAgain() async throws {
        let (end, owner) = (Completion(), PathOwner())
        let (hanging, first, second) = (Results(), Results(), Results())
        weak var gone: PathOwner?
        for _ in 0..<2 { run(on: Self.share, until: end, hanging) }
        try await eventually("both hang") { hanging.hangs.count == 2 }
        do {
            let owner = PathOwner()
            gone = owner
            run(on: Self.share, for: owner, until: .ended, first)
        }
        try await eventually("it is refused, and gone") { first.hangs.count == 1 && gone == nil }
        run(on: Self.share, for: owner, until: .ended, second)
        try await eventually("the second one is refused") { second.hangs.count == 1 }
        end.signal()
        try await eventually("the second one tries again") { second.again == 1 }
        #expect(first.again == 0)
        run(on: Self.share, for: owner, until: .ended, second)
        try await eventually("it answers again") { second.done == 1 }
    }

    /// A picture that is decoded, or waits for its turn, may take minutes.
    @Test @MainLoop func workWithoutACallDoesNotHangAndHoldsUpOthers() async throws {
        let (end, last) = (Completion(), Completion())
        let (working, waiting, later) = (Results(), Results(), Results())
        for _ in 0..<2 { run(on: Self.share, hangingFrom: nil, until: end, working) }
        try await eventually("both are there") { working.entered == 2 }
        run(on: Self.share, until: .ended, waiting)
        // Work that begins later hangs: the timeout has passed for all of them.
        run(on: Self.other, until: last, later)
        try await eventually("it hangs") { later.hangs.count == 1 }
        #expect(working.hangs.isEmpty && waiting.hangs.isEmpty && waiting.entered == 0)
        end.signal()
        try await eventually("all is done") { working.done == 2 && waiting.done == 1 }
        last.signal()
    }

    @Test @MainLoop func workThatWaitsFailsOnceAllOthersHang() async throws {
        let (end, owner) = (Completion(), PathOwner())
        let (hanging, waiting) = (Results(), Results())
        for _ in 0..<3 { run(on: Self.share, until: end, hanging) }
        try await eventually("two hang, and one has waited for them") { hanging.hangs.count == 3 }
        run(on: Self.share, for: owner, until: .ended, waiting)
        try await eventually("it is refused") { waiting.hangs.count == 1 }
        end.signal()
        try await eventually("it tries again") { waiting.again == 1 }
        run(on: Self.share, for: owner, until: .ended, waiting)
        try await eventually("it answers again") { waiting.done == 1 }
    }

    /// One of the contents that wait has another thread there, which hangs.
    @Test @MainLoop func workThatIsRefusedWhileItWaitsLeavesItsTurnToTheNext() async throws {
        let (start, end, owner) = (Completion(), Completion(), PathOwner())
        let (hanging, working, waiting) = (Results(), Results(), Results())
        let finish = Completion()
        run(on: Self.share, for: owner, hangingFrom: start, until: end, hanging)
        run(on: Self.share, hangingFrom: nil, until: finish, working)
        try await eventually("both are there") { hanging.entered == 1 && working.entered == 1 }
        run(on: Self.share, for: owner, until: .ended, hanging)
        run(on: Self.share, until: .ended, waiting)
        start.signal()
        try await eventually("it hangs") { !hanging.hangs.isEmpty }
        finish.signal()
        try await eventually("the other one is done") {
            working.done == 1 && waiting.done == 1 && hanging.hangs.count == 2
        }
        #expect(hanging.done == 0)
        end.signal()
        try await eventually("it tries again once") { hanging.again == 1 }
    }

    /// Slides of a local folder may be links into a share.
    @Test @MainLoop func aLinkInACheckedFolderCountsToItsOwnFileSystem() async throws {
        let (end, hanging, files) = (Completion(), Results(), try SampleFolder())
        for _ in 0..<2 { run(on: Self.share, until: end, hanging) }
        try await eventually("both hang") { hanging.hangs.count == 2 }
        try files.link("1.png", to: Self.share)
        #expect(await failure(ofChecking: files.folder)?.status == .unavailable)
        try files.add("2.png")
        #expect(await failure(ofChecking: files.folder) == nil)
        end.signal()
    }

    /// A share may answer while its link is followed, and not afterwards: a call that followed the link once more would
    /// hang in the share, and count as one that hangs in the file system of the target.
    @Test func aThreadCountsInTheFileSystemOfTheOnePlaceThatItTouches() throws {
        let files = try SampleFolder()
        let picture = files.path(of: "1.png")
        try files.add("1.png")
        try files.link("2.png", to: "/proc/version")
        try files.link("3.png", to: "../../proc/version")
        try files.link("4.png", to: "/proc/self/root\(picture)")
        let places: [(path: String, place: String)] = [
            (picture, picture),
            (files.path(of: "none/1.png"), files.path(of: "none/1.png")),
            (files.path(of: "2.png"), "/proc/version"),
            (files.path(of: "3.png"), "/proc/version"),
            (files.path(of: "4.png"), picture),
            // This link is in another file system than its target.
            ("/proc/self/root\(picture)", picture),
            ("/proc/self/root/../proc/./version", "/proc/version"),
        ]
        let visit = PathVisit(PathOwner(), threads) {}
        defer { visit.end() }
        for (path, place) in places {
            #expect(try visit.enter(path).place == place)
            #expect(visit.place?.device == MountTable().device(of: place), "\(path)")
        }
    }

    /// The target of a link that is followed by a later call need not answer.
    @Test func aFolderThatBecomesALinkIsNotFollowed() throws {
        let (files, other) = (try SampleFolder(), try SampleFolder())
        try files.add("1.png")
        try other.add("1.png")
        try other.add("2.png")
        let former = FileVersion(of: files.path(of: "1.png"))
        let visit = PathVisit(PathOwner(), threads) {}
        defer { visit.end() }
        let touched = try visit.open(files.path(of: "1.png"))
        #expect(rename(files.folder, files.folder + ".former") == 0)
        #expect(symlink(other.folder, files.folder) == 0)
        defer {
            unlink(files.folder)
            rename(files.folder + ".former", files.folder)
        }
        #expect(FileVersion(of: touched) == former)
        // The walk of a watch passes no link.
        #expect(FileVersion(of: try visit.open(plain: files.path(of: "2.png"), named: "2.png")) == nil)
        let changes = try FolderChanges()
        try changes.watch([files.folder]) { folder throws(PathHang) in
            try visit.open(plain: folder, named: folder)
        }
        try other.add("3.png")
        #expect(changes.take().allSatisfy { $0.name != "3.png" })
    }

    /// The calls on what is opened fail as they would on the path.
    @Test func aPathThatCannotBeOpenedHasTheSameErrors() throws {
        let files = try SampleFolder()
        try files.add("1.png")
        try files.link("2.png", to: "2.png")
        let visit = PathVisit(PathOwner(), threads) {}
        defer { visit.end() }
        for name in ["3.png", "none/1.png", "1.png/1.png", "2.png", "1.png"] {
            let path = files.path(of: name)
            // A link to itself that is opened as a folder fails as a loop by one way, and is not a folder by the other.
            let flags = O_RDONLY | O_CLOEXEC | (name == "2.png" ? 0 : O_DIRECTORY)
            func failure(of path: String) -> Int32 {
                let descriptor = open(path, flags)
                guard descriptor >= 0 else { return errno }
                close(descriptor)
                return 0
            }
            let touched = try visit.open(path)
            #expect(failure(of: touched) == failure(of: path), "\(name)")
        }
    }

    @MainLoop private func failure(ofChecking folder: String) async -> Failure? {
        await withCheckedContinuation { continuation in
            let hasStarted = threads.run(for: PathOwner()) { visit throws(PathHang) -> Failure? in
                try visit.enter(folder)
                do throws(Failure) {
                    try PictureFolder(folder).check(PictureLimits(), on: visit)
                    return nil
                } catch {
                    return error
                }
            } then: { outcome in
                switch outcome {
                case .done(let failure): continuation.resume(returning: failure)
                case .hangs(let hang): continuation.resume(returning: hang.failure)
                }
            }
            #expect(hasStarted)
        }
    }
}

extension Completion {
    /// A completion that has come.
    fileprivate static var ended: Completion {
        let completion = Completion()
        completion.signal()
        return completion
    }

    /// Blocks the thread until completion.
    fileprivate func block() {
        while !wait(until: .distantFuture) {}
    }
}
