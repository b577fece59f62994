import Synchronization

/// An event that comes once, such as the end of a thread, and that threads and tasks wait for.
package final class Completion: Sendable {
    private struct State {
        var isDone = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    /// 1 when it is done, for threads that sleep.
    private let word = FutexWord()

    package init() {}

    package var isDone: Bool { word.pointer.pointee.load(ordering: .acquiring) != 0 }

    /// Wakes all threads and tasks that wait. Repeating it does nothing.
    package func signal() {
        let waiters = state.withLock { state in
            state.isDone = true
            defer { state.waiters = [] }
            return state.waiters
        }
        word.pointer.pointee.store(1, ordering: .releasing)
        word.wakeAll()
        for waiter in waiters { waiter.resume() }
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
            let isDone = state.withLock { state in
                if !state.isDone { state.waiters.append(continuation) }
                return state.isDone
            }
            if isDone { continuation.resume() }
        }
    }
}
