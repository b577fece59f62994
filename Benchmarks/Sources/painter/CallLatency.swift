import Screens
import Synchronization

/// A measurement of the time from the call of the delegate to the flip of its frame.
final class CallLatency: Sendable {
    private struct State {
        var called = MonotonicTime(nanoseconds: 0)
        var number: UInt64 = 0
        var durations: [Int64] = []
    }

    private let state: Mutex<State>

    /// - Parameter limit: the maximum number of frames; memory for them is allocated at the start.
    init(limit: Int) {
        var first = State()
        first.durations.reserveCapacity(limit)
        state = Mutex(first)
    }

    /// Records the start of a call of the delegate. The previous frame has reached the screen by then.
    func called(for frame: FrameTiming) {
        let now = MonotonicTime.now
        state.withLock { state in
            if frame.number > 0, frame.number == state.number + 1, state.durations.count < state.durations.capacity {
                state.durations.append(frame.timestamp.nanoseconds - state.called.nanoseconds)
            }
            state.called = now
            state.number = frame.number
        }
    }

    /// The median and the 99th percentile in nanoseconds, or nil if there were no two consecutive frames.
    var summary: (frames: Int, p50: Int64, p99: Int64)? {
        let sorted = state.withLock(\.durations).sorted()
        guard !sorted.isEmpty else { return nil }
        return (sorted.count, sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    }
}
