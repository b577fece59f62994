import Synchronization

/// A clock that stands still until it is advanced, in place of `CLOCK_MONOTONIC`, for frames and timeouts in tests.
///
/// Everything that waits for its time is woken in order: the refreshes of simulated cards, the threads that draw, and
/// the timers of retries and expiry. Between two wake-ups, all threads finish their work. Running code takes no time.
package final class SteppedClock: Sendable {
    private struct Entry {
        weak var sleeper: (any ManualSleeper)?
    }

    private let nanoseconds: Atomic<Int64>
    private let entries = Mutex<[Entry]>([])
    /// The number of times that a sleeper became idle.
    private let idleCount = FutexWord()
    private let isAdvancing = Mutex(())

    /// Makes a clock that stands at a time.
    package init(at time: MonotonicTime) {
        nanoseconds = Atomic(time.nanoseconds)
    }

    /// The present time of the clock.
    package var now: MonotonicTime { MonotonicTime(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

    /// Whether the caller is on a thread that waits for the clock, and would wait for itself if it advanced the clock.
    package var isOnWaitingThread: Bool { sleepers.contains(where: \.isOnItsThread) }

    /// Advances the clock by a duration, and stops on the way at each time that something waits for.
    package func advance(by duration: Duration) {
        isAdvancing.withLock { _ in move(to: now.advanced(by: max(duration, .zero))) }
    }

    /// Advances the clock to the next refresh of a sleeper, and to further refreshes after that.
    ///
    /// - Returns: false if there is no further refresh.
    package func advance(refreshes count: Int) -> Bool {
        isAdvancing.withLock { _ in
            for _ in 0..<max(count, 0) {
                waitUntilIdle()
                guard let next = sleepers.compactMap({ $0.nextRefresh(after: now) }).min() else { return false }
                move(to: next)
                // A thread that computes its next refresh from the last flip may round it up.
                let rounded = MonotonicTime(nanoseconds: next.nanoseconds + 1)
                if sleepers.contains(where: { $0.deadline == rounded }) { move(to: rounded) }
            }
            return true
        }
    }

    /// Adds a sleeper, as long as another owner keeps it. Of sleepers with the same deadline, the first one is woken
    /// first.
    package func add(_ sleeper: any ManualSleeper) {
        entries.withLock { entries in
            entries.removeAll { $0.sleeper == nil }
            entries.append(Entry(sleeper: sleeper))
        }
    }

    /// Records that a sleeper has nothing left to do.
    package func noteIdle() {
        idleCount.pointer.pointee.add(1, ordering: .acquiringAndReleasing)
        idleCount.wakeAll()
    }

    private var sleepers: [any ManualSleeper] { entries.withLock { $0.compactMap(\.sleeper) } }

    private func move(to end: MonotonicTime) {
        waitUntilIdle()
        while let next = sleepers.compactMap(\.deadline).min(), next < end {
            show(max(next, now))
            waitUntilIdle()
        }
        show(end)
        waitUntilIdle()
    }

    private func show(_ time: MonotonicTime) {
        nanoseconds.store(time.nanoseconds, ordering: .releasing)
        for sleeper in sleepers where sleeper.deadline.map({ $0 <= time }) ?? false { sleeper.wake(at: time) }
    }

    /// Waits until every sleeper is idle.
    ///
    /// A sleeper may be woken, after its own check, by one that is checked later. So all are checked twice, and
    /// ``idleCount`` shows that none has worked in between.
    private func waitUntilIdle() {
        while true {
            let before = idleCount.pointer.pointee.load(ordering: .acquiring)
            let sleepers = sleepers
            for sleeper in sleepers { sleeper.workHere() }
            if sleepers.allSatisfy(\.isIdle), sleepers.allSatisfy(\.isIdle),
                idleCount.pointer.pointee.load(ordering: .acquiring) == before
            {
                return
            }
            // A sleeper that has ended may not have recorded that it is idle.
            idleCount.wait(while: before, until: .now.advanced(by: .milliseconds(20)))
        }
    }
}

/// An object that waits for times of a ``SteppedClock``.
package protocol ManualSleeper: AnyObject, Sendable {
    /// The time of the next wake-up; nil while it only waits for other things.
    var deadline: MonotonicTime? { get }
    /// Whether the caller is on the sleeper's thread.
    var isOnItsThread: Bool { get }
    /// Whether it does nothing, and has nothing to do, until it is woken.
    var isIdle: Bool { get }
    /// Does the work that has no thread, on the thread that advances the clock: tasks may have no thread either, if
    /// tasks that advance clocks block all of them.
    func workHere()
    /// Wakes the sleeper: the clock shows its deadline, or a later time.
    func wake(at now: MonotonicTime)
    /// Returns the first refresh after a time; nil if there is none.
    func nextRefresh(after time: MonotonicTime) -> MonotonicTime?
}

extension ManualSleeper {
    package var isOnItsThread: Bool { false }
    package func workHere() {}
    package func nextRefresh(after time: MonotonicTime) -> MonotonicTime? { nil }
}
