import Glibc
import Screens
import Synchronization

/// How long before a frame is on the screen the delegate is called for it.
final class CallLatency: Sendable {
    private struct State {
        var called: Int64 = 0
        var number: UInt64 = 0
        var durations: [Int64] = []
    }

    private let state: Mutex<State>

    /// - Parameter limit: how many frames are kept; memory for them is there from the start.
    init(limit: Int) {
        var first = State()
        first.durations.reserveCapacity(limit)
        state = Mutex(first)
    }

    /// Called at the start of each call of the delegate. The frame before has reached the screen by now.
    func called(for frame: Frame) {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        state.withLock { state in
            if frame.number > 0, frame.number == state.number + 1, state.durations.count < state.durations.capacity {
                state.durations.append(frame.timestamp - state.called)
            }
            state.called = now
            state.number = frame.number
        }
    }

    /// The median and the 99th percentile in nanoseconds, or nil where no two frames followed each other.
    var summary: (frames: Int, p50: Int64, p99: Int64)? {
        let sorted = state.withLock(\.durations).sorted()
        guard !sorted.isEmpty else { return nil }
        return (sorted.count, sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    }
}
