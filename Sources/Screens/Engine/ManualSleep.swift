import ScreensLinux
import Synchronization

/// The sleep of a screen's thread with a manual clock. The clock wakes the thread at its deadline, its signal wakes it
/// at events.
final class ManualSleep: ManualSleeper {
    private struct State {
        var isAsleep = false
        var deadline: MonotonicTime?
        var isOver = false
    }

    private let signal: FrameSignal
    private let clock: SteppedClock
    private let state = Mutex(State())
    private let threadID = Atomic<Int32>(0)

    init(on signal: FrameSignal, by clock: SteppedClock) {
        self.signal = signal
        self.clock = clock
        clock.add(self)
    }

    deinit {
        clock.noteIdle()
    }

    // MARK: The screen's thread

    /// Records that the thread begins to draw for its session.
    func begin() {
        threadID.store(NativeThread.currentID, ordering: .relaxed)
    }

    /// Sleeps until something is posted, or until the clock is at `deadline`.
    func sleep(until deadline: MonotonicTime?) {
        let mayWait = state.withLock { state in
            // The lock is held, since the clock reads the deadline after each step.
            guard deadline.map({ $0 > clock.now }) ?? true else { return false }
            state.isAsleep = true
            state.deadline = deadline
            return true
        }
        guard mayWait else { return }
        clock.noteIdle()
        signal.wait(until: nil)
        state.withLock { state in
            state.isAsleep = false
            state.deadline = nil
        }
    }

    /// Records that the thread has ended, or draws for another session.
    func end() {
        threadID.store(0, ordering: .relaxed)
        state.withLock { $0.isOver = true }
        clock.noteIdle()
    }

    // MARK: The clock

    var deadline: MonotonicTime? { state.withLock(\.deadline) }

    var isOnItsThread: Bool { threadID.load(ordering: .relaxed) == NativeThread.currentID }

    var isIdle: Bool { state.withLock { $0.isOver || $0.isAsleep && !signal.isPosted } }

    func wake(at now: MonotonicTime) {
        signal.post(.changes)
    }
}
