import Synchronization

/// A clock that stands still until it is advanced, in place of `CLOCK_MONOTONIC`, for frames and timeouts in tests.
///
/// Everything that waits for a time of it is woken in order: the refreshes of simulated cards, the threads that draw, and the
/// timers of retries and expiry. Between two of them, all threads finish what they have to do. Code that runs takes no time.
package final class SteppedClock: Sendable {
    private struct Entry {
        weak var sleeper: (any ManualSleeper)?
    }

    private let nanoseconds: Atomic<Int64>
    private let entries = Mutex<[Entry]>([])
    /// Counts how often a sleeper became idle.
    private let idleCount = FutexWord()
    private let isAdvancing = Mutex(())

    /// Makes a clock that stands at a time.
    package init(at time: MonotonicTime) {
        nanoseconds = Atomic(time.nanoseconds)
    }

    /// The time that it shows.
    package var now: MonotonicTime { MonotonicTime(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

    /// Whether the caller is on a thread that waits for it, and would wait for itself if it advanced the clock.
    package var isOnWaitingThread: Bool { sleepers.contains(where: \.isOnItsThread) }

    /// Moves it forward by a duration, and stops on the way at each time that something waits for.
    package func advance(by duration: Duration) {
        isAdvancing.withLock { _ in move(to: now.advanced(by: max(duration, .zero))) }
    }

    /// Moves it forward to the next refresh of a sleeper, and to others after that.
    ///
    /// - Returns: false when there is no other refresh.
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

    /// Adds a sleeper, for as long as another owner keeps it. Of those with the same deadline the first one is woken first.
    package func add(_ sleeper: any ManualSleeper) {
        entries.withLock { entries in
            entries.removeAll { $0.sleeper == nil }
            entries.append(Entry(sleeper: sleeper))
        }
    }

    /// A sleeper has nothing to do any more.
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
    /// A sleeper that was checked may be woken by another one that is checked after it. So all are checked twice, and the count
    /// of ``idleCount`` shows that none has worked in between.
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
            // A sleeper that has ended may not have noted that it is idle.
            idleCount.wait(while: before, until: .now.advanced(by: .milliseconds(20)))
        }
    }
}

/// Waits for times of a ``SteppedClock``.
package protocol ManualSleeper: AnyObject, Sendable {
    /// When it is to be woken next; nil while it waits for other things only.
    var deadline: MonotonicTime? { get }
    /// Whether the caller is on its thread.
    var isOnItsThread: Bool { get }
    /// Whether it does nothing, and has nothing to do, until it is woken.
    var isIdle: Bool { get }
    /// Does what it has to do and has no thread for, on the thread that advances the clock: tasks may have none either, where
    /// those that advance clocks block them all.
    func workHere()
    /// The clock shows its deadline, or a later time.
    func wake(at now: MonotonicTime)
    /// The first refresh after a time; nil where it has none.
    func nextRefresh(after time: MonotonicTime) -> MonotonicTime?
}

extension ManualSleeper {
    package var isOnItsThread: Bool { false }
    package func workHere() {}
    package func nextRefresh(after time: MonotonicTime) -> MonotonicTime? { nil }
}
