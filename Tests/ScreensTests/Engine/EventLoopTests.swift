import ScreensLinux
import Synchronization
import Testing

@Suite struct EventLoopTests {
    /// The order in which timers fire that are due together, by the places of their deadlines.
    private func fired(
        _ places: [Int64], _ act: @escaping @Sendable (EventLoop, [UInt64], Int64) -> Void = { _, _, _ in }
    ) throws -> [Int64] {
        let loop = try EventLoop()
        let fired = Mutex<[Int64]>([])
        let timers = Mutex<[UInt64]>([])
        let start = MonotonicTime.now.advanced(by: .seconds(-10))
        loop.enqueue {
            for place in places {
                let timer = loop.schedule(at: start.advanced(by: .nanoseconds(place))) {
                    fired.withLock { $0.append(place) }
                    act(loop, timers.withLock(\.self), place)
                }
                timers.withLock { $0.append(timer) }
            }
            loop.schedule(at: .now) { loop.stop() }
        }
        loop.run()
        return fired.withLock(\.self)
    }

    @Test func timersThatAreDueTogetherFireByTheirDeadlines() throws {
        #expect(try fired([3, 1, 2]) == [1, 2, 3])
        #expect(try fired([1, 1, 1, 0]) == [0, 1, 1, 1])
    }

    @Test func aTimerThatAnotherOneCancelsDoesNotFireThoughItIsDue() throws {
        let order = try fired([3, 1, 2]) { loop, timers, place in
            if place == 1 { loop.cancel(timers[0]) }
        }
        #expect(order == [1, 2])
    }

    @Test func aTimerThatAJobCancelsDoesNotFireThoughItIsDue() throws {
        let order = try fired([1, 2, 3]) { loop, timers, place in
            guard place == 1 else { return }
            loop.enqueue { loop.cancel(timers[1]) }
        }
        #expect(order == [1, 3])
    }
}
