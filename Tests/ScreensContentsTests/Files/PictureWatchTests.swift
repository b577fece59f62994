import ScreensLinux
import TestSupport
import Testing

@testable import ScreensContents

/// The watch of a path, which is followed on a thread of its own.
struct PictureWatchTests {
    init() { MainLoop.thread }

    @MainLoop
    private final class Reports {
        var all: [PictureWatch.Report] = []
    }

    /// Occupies the one thread that may be in the file system of a path, so that walks there wait.
    @MainLoop private func occupy(_ path: String, _ threads: PathThreads, until end: Completion) async {
        let entered = Completion()
        _ = threads.run(for: PathOwner()) { visit throws(PathHang) in
            try visit.enter(path)
            entered.signal()
            while !end.wait(until: .distantFuture) {}
        } then: { _ in
        }
        await entered.wait()
    }

    /// A share may be mounted over a folder after the walk has passed it. The watch would stay on the folder below.
    @Test @MainLoop func aRenewalDuringAWalkWatchesTheFoldersOnceMore() async throws {
        let (files, end, threads) = (try SampleFolder(), Completion(), PathThreads(mostThreads: 1))
        let reports = Reports()
        let watch = PictureWatch(threads) { Issue.record("\($0)") }
        await occupy(files.folder, threads, until: end)
        let subscription = watch.begin(files.path(of: "1.png")) { reports.all.append($0) }
        subscription.renew()
        end.signal()
        // Each watch of other folders is reported.
        try await eventually("both walks are reported") { reports.all.count == 2 }
        #expect(reports.all == [.changed, .changed])
        try files.add("1.png")
        try await eventually("the file is reported") { reports.all.count > 2 }
        withExtendedLifetime(subscription) {}
    }
}
