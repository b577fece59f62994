import ScreensLinux
import TestSupport
import Testing

@testable import ScreensDaemon

struct PictureRequestsTests {
    init() { MainLoop.thread }

    @MainLoop
    private final class Answers {
        var failures: [PictureRequests.Unreadable?] = []
    }

    /// The caller of a slow share waits for ten seconds, and the share may take hours.
    @Test @MainLoop func aRequestCountsUntilItsThreadEnds() async throws {
        let (requests, end) = (PictureRequests(timeout: .milliseconds(20)), Completion())
        let answers = Answers()
        for _ in 0..<PictureRequests.mostRequests {
            Task { @MainLoop in answers.failures.append(await Self.failure(of: requests, until: end)) }
        }
        try await eventually("no caller waits") { answers.failures.count == PictureRequests.mostRequests }
        #expect(answers.failures.allSatisfy { $0?.failure.message.contains("was not read within") == true })
        let last = await Self.failure(of: requests, until: end)
        #expect(last?.failure.message == "\(PictureRequests.mostRequests) other pictures are being read")
        end.signal()
        try await eventually("all threads have ended") { !requests.isReading }
        // It has a thread, whether or not that is slow.
        let next = await Self.failure(of: requests, until: end)
        #expect(next?.failure.message.contains("other pictures are being read") != true)
    }

    /// Requests a picture that is not read before `end`.
    private static func failure(
        of requests: PictureRequests, until end: Completion
    ) async -> PictureRequests.Unreadable? {
        do throws(PictureRequests.Unreadable) {
            _ = try await requests.read("/tmp/slow") { _ throws(Failure) in
                while !end.wait(until: .distantFuture) {}
                return nil
            }
            return nil
        } catch {
            return error
        }
    }
}
