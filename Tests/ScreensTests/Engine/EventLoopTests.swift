import Glibc
import ScreensLinux
import Synchronization
import Testing

@Suite struct EventLoopTests {
    /// Returns the order in which timers fire that are due together, by the places of their deadlines.
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

    /// Returns the end of a pipe whose other end stays open.
    private static func source(hasByte: Bool) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return -1 }
        if hasByte { write(ends[1], "x", 1) }
        return ends[0]
    }

    @Test func descriptorsHaveTheirTurnAmongJobsThatEachEnqueueTheNext() throws {
        let loop = try EventLoop()
        let most = 1_000_000
        let jobs = Mutex(0)
        let isOver = Mutex(false)
        @Sendable func follow() {
            let count = jobs.withLock { jobs in
                jobs += 1
                return jobs
            }
            if count < most, !isOver.withLock(\.self) { loop.enqueue(follow) }
        }
        let source = Self.source(hasByte: true)
        defer { close(source) }
        try loop.watch(source, for: .input) { _ in
            isOver.withLock { $0 = true }
            loop.stop()
        }
        loop.enqueue(follow)
        loop.run()
        #expect(jobs.withLock(\.self) < most)
    }

    /// The second event of a batch belongs to a descriptor whose number another descriptor has by then.
    @Test func anEventOfAClosedDescriptorIsNotTakenForTheNext() throws {
        let loop = try EventLoop()
        let calls = Mutex(0)
        let hasReused = Mutex(false)
        let (first, second) = (Self.source(hasByte: true), Self.source(hasByte: true))
        defer {
            close(first)
            close(second)
        }
        try loop.watch(first, for: .input) { _ in
            loop.unwatch(first)
            loop.unwatch(second)
            // Closes the former descriptor, and has no event.
            let other = Self.source(hasByte: false)
            hasReused.withLock { $0 = dup2(other, second) == second }
            close(other)
            try? loop.watch(second, for: .input) { _ in calls.withLock { $0 += 1 } }
            loop.schedule(at: .now) { loop.stop() }
        }
        try loop.watch(second, for: .input) { _ in }
        loop.run()
        #expect(hasReused.withLock { $0 })
        #expect(calls.withLock { $0 } == 0)
    }
}
