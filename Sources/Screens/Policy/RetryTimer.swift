/// A retry. If several are started, only the last one counts. Pure.
///
/// Timers are not stopped: the timer of an earlier or needless retry finds nothing to do.
struct RetryTimer: Sendable, Hashable {
    /// A timer to start. ``isDue(_:)`` takes its number.
    struct Start: Sendable, Hashable {
        let number: UInt64
        let delay: Nanoseconds
    }

    private var pending: UInt64?
    private var last: UInt64 = 0

    var isPending: Bool { pending != nil }

    mutating func start(after delay: Nanoseconds) -> Start {
        last += 1
        pending = last
        return Start(number: last, delay: delay)
    }

    /// Handles a timer.
    ///
    /// - Returns: whether it belongs to the pending retry, which is then over.
    mutating func isDue(_ number: UInt64) -> Bool {
        guard pending == number else { return false }
        pending = nil
        return true
    }

    mutating func cancel() {
        pending = nil
    }
}
