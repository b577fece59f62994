/// A retry: of several that are started, the last one counts. Pure.
///
/// Timers are not stopped: that of an earlier retry, or of one that is not needed any more, finds nothing to do.
struct RetryTimer: Sendable, Hashable {
    /// A timer to be started; ``isDue(_:)`` takes its number.
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

    /// A timer fired.
    ///
    /// - Returns: whether it is that of the retry that is pending, which is over now.
    mutating func isDue(_ number: UInt64) -> Bool {
        guard pending == number else { return false }
        pending = nil
        return true
    }

    mutating func cancel() {
        pending = nil
    }
}
