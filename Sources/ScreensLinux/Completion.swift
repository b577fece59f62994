import Synchronization

/// An event that comes once, such as the end of a thread, and that threads and tasks wait for.
package final class Completion: Sendable {
    /// The tasks that wait. Under this lock the word is set, so that none of them misses it.
    private let waiters = Mutex<[CheckedContinuation<Void, Never>]>([])
    /// 1 when it is done: the only record of that.
    private let word = FutexWord()

    package init() {}

    package var isDone: Bool { word.pointer.pointee.load(ordering: .acquiring) != 0 }

    /// Wakes all threads and tasks that wait. Repeating it does nothing.
    package func signal() {
        let waiting = waiters.withLock { waiters in
            word.pointer.pointee.store(1, ordering: .releasing)
            defer { waiters = [] }
            return waiters
        }
        word.wakeAll()
        for waiter in waiting { waiter.resume() }
    }

    /// Blocks the thread until it is done, or until `deadline`.
    ///
    /// - Returns: whether it is done.
    package func wait(until deadline: MonotonicTime) -> Bool {
        while !isDone, MonotonicTime.now < deadline { word.wait(while: 0, until: deadline) }
        return isDone
    }

    /// Suspends the task until it is done.
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
