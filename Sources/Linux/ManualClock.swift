import Synchronization

/// A clock that stands still until it is advanced, in place of `CLOCK_MONOTONIC`: it drives frames and timeouts in a test.
///
/// Everything that waits for a time of it is woken in order: the refreshes of simulated cards, the threads that draw, and the
/// timers of retries and expiry. Between two of them, all threads finish what they have to do. Code that runs takes no time.
public final class ManualClock: Sendable {
    private struct Entry {
        weak var sleeper: (any ManualSleeper)?
    }

    private let nanoseconds: Atomic<Int64>
    private let entries = Mutex<[Entry]>([])
    /// Counts how often a sleeper became idle.
    private let idleCount = FutexWord()
    private let isAdvancing = Mutex(())

    /// Makes a clock that stands at the present time.
    public convenience init() {
        self.init(at: .now)
    }

    /// Makes a clock that stands at a time.
    public init(at time: MonotonicTime) {
        nanoseconds = Atomic(time.nanoseconds)
    }

    /// The time that it shows.
    public var now: MonotonicTime { MonotonicTime(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

    /// Moves it forward by a duration, and stops on the way at each time that something waits for.
    ///
    /// Returns when everything that was due is done, the calls of delegates included. A call from a delegate or a display link ends
    /// the process, since neither would return.
    public func advance(by duration: Duration) {
        requireOtherThread()
        isAdvancing.withLock { _ in move(to: now.advanced(by: max(duration, .zero))) }
    }

    /// Returns when everything that is due now is done, as after a hotplug, with the calls of delegates. The time stays.
    public func settle() {
        advance(by: .zero)
    }

    /// Moves it forward to the next refresh of a screen, which is at the exact rate of its mode, and to others after that.
    ///
    /// It returns as ``advance(by:)`` does, and is not to be called from a delegate either.
    ///
    /// - Parameter count: the number of refreshes; those of several screens at one time count as one.
    /// - Returns: false when no screen has another refresh: a dark screen has none.
    @discardableResult
    public func advance(refreshes count: Int = 1) -> Bool {
        requireOtherThread()
        return isAdvancing.withLock { _ in
            for _ in 0..<count {
                waitUntilIdle()
                guard let next = sleepers.compactMap({ $0.nextRefresh(after: now) }).min() else { return false }
                move(to: next)
            }
            return true
        }
    }

    /// Not a precondition, whose message a release build leaves out.
    private func requireOtherThread() {
        guard sleepers.contains(where: \.isOnItsThread) else { return }
        fatalError(
            "ManualClock.advance was called from a delegate or a display link, whose end it would wait for: "
                + "call it on the thread of the test")
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

/// Waits for times of a ``ManualClock``.
package protocol ManualSleeper: AnyObject, Sendable {
    /// When it is to be woken next; nil while it waits for other things only.
    var deadline: MonotonicTime? { get }
    /// Whether the caller is on its thread.
    var isOnItsThread: Bool { get }
    /// Whether it does nothing, and has nothing to do, until it is woken.
    var isIdle: Bool { get }
    /// The clock shows its deadline, or a later time.
    func wake(at now: MonotonicTime)
    /// The first refresh after a time; nil where it has none.
    func nextRefresh(after time: MonotonicTime) -> MonotonicTime?
}

extension ManualSleeper {
    package var isOnItsThread: Bool { false }
    package func nextRefresh(after time: MonotonicTime) -> MonotonicTime? { nil }
}
