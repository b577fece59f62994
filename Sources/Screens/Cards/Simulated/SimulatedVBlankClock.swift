import Linux
import Synchronization

/// The vblanks of a simulated card: one timer, set to the next refresh that shows a flip.
final class SimulatedVBlankClock: Sendable {
    private struct State {
        var pipes: [SimulatedPipe] = []
        /// The time that the timer is set to, or nil.
        var wakeTime: Int64?
    }

    private let timer: MonotonicTimer
    private let state = Mutex(State())

    init() throws(ScreenError) {
        timer = try ScreenError.mapping { () throws(SystemError) in try MonotonicTimer() }
    }

    /// Becomes readable when a flip is due.
    var descriptor: Int32 { timer.descriptor }

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
        timer.acknowledge()
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
        timer.set(to: MonotonicTime(nanoseconds: time))
    }
}
