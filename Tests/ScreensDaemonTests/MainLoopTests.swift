import ScreensLinux
import TestSupport
import Testing

@testable import ScreensDaemon

@Suite struct MainLoopTests {
    @MainLoop
    private final class Timers {
        var timers: [LoopTimer?] = []
        var calls: [Int] = []
    }

    @Test func aTimerThatGoesAwayIsNotCalledThoughItIsDue() async {
        MainLoop.thread
        let calls = await withCheckedContinuation { continuation in
            MainLoop.enqueue {
                // All timers are due at once, and the first call ends the second timer.
                let state = Timers()
                state.timers = [
                    LoopTimer(after: .zero) {
                        state.calls.append(0)
                        state.timers[1] = nil
                    },
                    LoopTimer(after: .zero) { state.calls.append(1) },
                    LoopTimer(after: .zero) {
                        state.calls.append(2)
                        state.timers = []
                        continuation.resume(returning: state.calls)
                    },
                ]
            }
        }
        #expect(calls == [0, 2])
    }

    @Test func jobsOfOtherThreadsRunInTheirOrder() async {
        MainLoop.thread
        let calls = await withCheckedContinuation { continuation in
            let state = Order()
            for number in 0..<10 { MainLoop.enqueue { state.numbers.append(number) } }
            MainLoop.enqueue { continuation.resume(returning: state.numbers) }
        }
        #expect(calls == Array(0..<10))
    }

    @MainLoop
    private final class Order {
        var numbers: [Int] = []

        nonisolated init() {}
    }
}
