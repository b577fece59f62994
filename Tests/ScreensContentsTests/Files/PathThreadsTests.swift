import ScreensLinux
import TestSupport
import Testing

@testable import ScreensContents

/// Work that hangs is work in a recorded call that waits for the test.
struct PathThreadsTests {
    private static let (share, other) = ("/proc/self/share", "/tmp/other")

    private let threads = PathThreads(mostThreads: 2, timeout: .milliseconds(20))

    init() { MainLoop.thread }

    /// The outcomes of work, and the calls to try it again.
    @MainLoop
    private final class Results {
        var hangs: [PathHang] = []
        var done = 0
        var again = 0
    }

    /// Enters a path, and is there until `end`.
    @MainLoop private func run(
        on path: String, for owner: PathOwner = PathOwner(), hangs: Bool = true, until end: Completion,
        _ results: Results
    ) {
        _ = threads.run(for: owner) { visit throws(PathHang) in
            try visit.enter(path)
            let wait = { while !end.wait(until: .now.advanced(by: .seconds(60))) {} }
            if hangs { PathCall.recorded(wait) } else { wait() }
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
        let (end, ended) = (Completion(), Completion())
        ended.signal()
        let (hanging, refused, others) = (Results(), Results(), Results())
        for _ in 0..<2 { run(on: Self.share, until: end, hanging) }
        try await eventually("both hang") { hanging.hangs.count == 2 }
        #expect(hanging.hangs.allSatisfy { $0.path == Self.share })
        for _ in 0..<9 { run(on: Self.share, until: ended, refused) }
        for _ in 0..<9 { run(on: Self.other, until: ended, others) }
        try await eventually("all are answered") { refused.hangs.count == 9 && others.done == 9 }
        #expect(refused.done == 0)
        #expect(others.hangs.isEmpty)
        // The late results of both are dropped.
        end.signal()
        try await eventually("all try again") { hanging.again == 2 && refused.again == 9 }
        run(on: Self.share, until: ended, refused)
        try await eventually("it answers again") { refused.done == 1 }
        #expect(hanging.done == 0)
        #expect(others.again == 0)
    }

    @Test @MainLoop func anOwnerHasOneThreadThatHangsInAFileSystem() async throws {
        let (end, ended, owner) = (Completion(), Completion(), PathOwner())
        ended.signal()
        let (hanging, others) = (Results(), Results())
        run(on: Self.share, for: owner, until: end, hanging)
        try await eventually("it hangs") { hanging.hangs.count == 1 }
        run(on: Self.share, for: owner, until: ended, hanging)
        run(on: Self.other, for: owner, until: ended, others)
        run(on: Self.share, until: ended, others)
        try await eventually("all are answered") { hanging.hangs.count == 2 && others.done == 2 }
        #expect(hanging.hangs[0] == hanging.hangs[1])
        end.signal()
        try await eventually("it tries again once") { hanging.again == 1 }
    }

    /// A picture that is decoded, or waits for its turn, may take minutes.
    @Test @MainLoop func workWithoutACallDoesNotHangAndHoldsUpOthers() async throws {
        let (end, ended) = (Completion(), Completion())
        ended.signal()
        let (working, waiting) = (Results(), Results())
        for _ in 0..<2 { run(on: Self.share, hangs: false, until: end, working) }
        run(on: Self.share, until: ended, waiting)
        // Several timeouts pass.
        try await Task.sleep(for: .milliseconds(200))
        #expect(working.hangs.isEmpty && waiting.hangs.isEmpty && waiting.done <= 1)
        end.signal()
        try await eventually("all is done") { working.done == 2 && waiting.done == 1 }
    }

    @Test @MainLoop func workThatWaitsFailsOnceAllOthersHang() async throws {
        let (end, ended) = (Completion(), Completion())
        ended.signal()
        let (hanging, waiting) = (Results(), Results())
        for _ in 0..<3 { run(on: Self.share, until: end, hanging) }
        try await eventually("two hang, and one has waited for them") { hanging.hangs.count == 3 }
        end.signal()
        try await eventually("all try again") { hanging.again == 3 }
        run(on: Self.share, until: ended, waiting)
        try await eventually("it answers again") { waiting.done == 1 }
    }
}
