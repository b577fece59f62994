import Dispatch
import Screens
import Synchronization

/// The queue of frames, with the time of each, from the thread that reads them to the threads of the screens.
final class Player: Sendable {
    private struct State {
        /// The frames in order. The first one is on the screen, or will be.
        var frames: [VideoFrame] = []
        var isComplete = false
        var failure: StreamError?
        var isStarted = false
        /// The time when frame 0 was shown.
        var start: MonotonicTime?
    }

    private static let capacity = 3

    let format: VideoFormat
    /// A stream that ends when the last frame has been shown for its time.
    let end: AsyncStream<Never>
    private let ending: AsyncStream<Never>.Continuation
    private let state = Mutex(State())
    /// The number of free places for frames.
    private let places = DispatchSemaphore(value: 0)

    init(_ format: VideoFormat) {
        self.format = format
        (end, ending) = AsyncStream.makeStream()
        for _ in 0..<Self.capacity { places.signal() }
    }

    /// Whether the queue is full or has all frames.
    var isBuffered: Bool { state.withLock { $0.isComplete || $0.frames.count == Self.capacity } }
    /// Whether the last frame has been shown for its time, as ``end`` also reports.
    var hasEnded: Bool { state.withLock { $0.isComplete && $0.frames.isEmpty } }
    /// The error that ended the stream.
    var failure: StreamError? { state.withLock(\.failure) }

    /// Reads all frames, as fast as they are shown, on a thread of its own.
    func read(from reader: Y4MReader) {
        var (reader, failure) = (reader, StreamError?.none)
        do throws(StreamError) {
            places.wait()
            while let frame = try reader.next() {
                state.withLock { $0.frames.append(frame) }
                places.wait()
            }
        } catch {
            failure = error
        }
        state.withLock {
            ($0.isComplete, $0.failure) = (true, failure)
            if $0.frames.isEmpty { ending.finish() }
        }
    }

    /// Returns the frame for the time at which a picture reaches the screen; nil before the first one and after the
    /// last.
    func frame(for timing: FrameTiming) -> VideoFrame? {
        state.withLock { (state) -> VideoFrame? in
            guard let first = state.frames.first, state.isStarted else {
                state.isStarted = !state.frames.isEmpty
                return state.frames.first
            }
            // The first picture comes with a modeset, which may take a second: its time is known only afterwards.
            let start = state.start ?? timing.timestamp
            state.start = start
            // Half a refresh is added, to choose the refresh nearest to a frame's time.
            func due(at time: MonotonicTime) -> Int {
                Int((start.duration(to: time) + timing.duration / 2) / format.frameDuration)
            }
            var (next, shown) = (due(at: timing.targetTimestamp), due(at: timing.timestamp))
            if next > first.number + Self.capacity {
                // After a pause of the screen or of the stream, playing continues without catching up.
                let late = next - first.number - 1
                state.start = start.advanced(by: format.frameDuration * late)
                (next, shown) = (next - late, shown - late)
            }
            // The last frame stays until its time is over; an earlier frame, until the picture that replaces it is
            // drawn.
            while let frame = state.frames.first,
                state.frames.count > 1 ? frame.number < next : state.isComplete && frame.number < shown
            {
                state.frames.removeFirst()
                places.signal()
            }
            if state.frames.isEmpty { ending.finish() }
            return state.frames.first
        }
    }
}
