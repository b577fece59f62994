import Glibc
import ScreensLinux
import Synchronization
import Testing

@Suite struct CompletionTests {
    /// The waiter checks while another thread is in `signal()`.
    @Test func aCompletionThatWasWaitedForIsDone() async throws {
        let completions = (0..<20_000).map { _ in Completion() }
        let round = Round()
        try NativeThread.start(name: "signals") {
            for (number, completion) in completions.enumerated() {
                while round.number.load(ordering: .acquiring) < number { sched_yield() }
                completion.signal()
            }
        }
        var lateCount = 0
        for (number, completion) in completions.enumerated() {
            round.number.store(number, ordering: .releasing)
            await completion.wait()
            if !completion.isDone { lateCount += 1 }
        }
        #expect(lateCount == 0)
    }

    private final class Round: Sendable {
        let number = Atomic(-1)
    }
}
