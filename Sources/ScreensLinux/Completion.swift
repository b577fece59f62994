import Synchronization

/// An event that comes once, such as the end of a thread, and that threads and tasks wait for.
package final class Completion: Sendable {
    /// The waiting tasks. The word is set under this lock, so that no task misses it.
    private let waiters = Mutex<[CheckedContinuation<Void, Never>]>([])
    /// The word that is 1 after completion, and the only record of that.
    private let word = FutexWord()

    package init() {}

    package var isDone: Bool { word.pointer.pointee.load(ordering: .acquiring) != 0 }

    /// Wakes all waiting threads and tasks. Repeated calls do nothing.
    package func signal() {
        let waiting = waiters.withLock { waiters in
            word.pointer.pointee.store(1, ordering: .releasing)
            defer { waiters = [] }
            return waiters
        }
        word.wakeAll()
        for waiter in waiting { waiter.resume() }
    }

    /// Blocks the thread until completion, or until `deadline`.
    ///
    /// - Returns: whether it is complete.
    package func wait(until deadline: MonotonicTime) -> Bool {
        while !isDone, MonotonicTime.now < deadline { word.wait(while: 0, until: deadline) }
        return isDone
    }

    /// Suspends the task until completion.
    package func wait() async {
        await withCheckedContinuation { continuation in
            let hasToWait = waiters.withLock { waiters in
                guard !isDone else { return false }
                waiters.append(continuation)
                return true
            }
            if !hasToWait { continuation.resume() }
        }
    }
}
