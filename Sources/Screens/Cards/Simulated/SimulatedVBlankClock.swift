import CLinux
import Glibc
import KMS
import Synchronization

/// The vblanks of a simulated card: one timer, set to the next refresh that shows a flip.
final class SimulatedVBlankClock: Sendable {
    private struct State {
        var pipes: [SimulatedPipe] = []
        /// What the timer is set to, or nil while it is not.
        var wakeTime: Int64?
    }

    private let timer: OwnedDescriptor
    private let state = Mutex(State())

    init() throws(ScreenError) {
        let descriptor = timerfd_create(
            CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw ScreenError(.system, operation: "make", object: "a timer", errno: errno)
        }
        timer = OwnedDescriptor(adopting: descriptor)
    }

    /// Becomes readable when a flip is due.
    var descriptor: Int32 { timer.rawValue }

    func add(_ pipe: SimulatedPipe) {
        state.withLock { $0.pipes.append(pipe) }
    }

    func remove(_ pipe: SimulatedPipe) {
        state.withLock { state in state.pipes.removeAll { $0 === pipe } }
    }

    /// Makes sure that the timer fires at `time`, or before it.
    func wake(at time: Int64) {
        state.withLock { state in
            if let wakeTime = state.wakeTime, wakeTime <= time { return }
            set(to: time, &state)
        }
    }

    func deliverDueFlips() {
        var expirations: UInt64 = 0
        _ = read(timer.rawValue, &expirations, 8)
        let now = MonotonicClock.now
        state.withLock { state in
            state.wakeTime = nil
            var next: Int64?
            for pipe in state.pipes {
                if let due = pipe.completeFlip(dueBy: now) { next = min(next ?? due, due) }
            }
            if let next { set(to: next, &state) }
        }
    }

    private func set(to time: Int64, _ state: inout State) {
        state.wakeTime = time
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(time / 1_000_000_000)
        setting.it_value.tv_nsec = Int(time % 1_000_000_000)
        timerfd_settime(timer.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
