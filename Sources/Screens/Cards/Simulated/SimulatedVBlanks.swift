import ScreensLinux
import Synchronization

/// The vblanks of a simulated card: one timer, set to the next refresh that shows a flip, or the manual clock.
final class SimulatedVBlanks: Sendable {
    private struct State {
        var pipes: [SimulatedPipe] = []
        /// The time that the timer is set to, or nil.
        var wakeTime: MonotonicTime?
    }

    let time: TimeSource
    private let timer: MonotonicTimer
    private let state = Mutex(State())

    init(_ time: TimeSource) throws(ScreenError) {
        self.time = time
        timer = try ScreenError.mapping { () throws(SystemError) in try MonotonicTimer() }
        time.manual?.add(self)
    }

    /// A descriptor that becomes readable when a flip is due; never with a manual clock, which shows the flips itself.
    var descriptor: Int32 { timer.descriptor }

    func add(_ pipe: SimulatedPipe) {
        state.withLock { $0.pipes.append(pipe) }
    }

    func remove(_ pipe: SimulatedPipe) {
        state.withLock { state in state.pipes.removeAll { $0 === pipe } }
    }

    /// Makes sure that the timer fires when a flip is due, or earlier.
    func wake(for flip: MonotonicTime) {
        guard time.manual == nil else { return }
        state.withLock { setTimer(to: flip, &$0) }
    }

    func deliverDueFlips() {
        timer.acknowledge()
        let now = time.now
        state.withLock { state in
            state.wakeTime = nil
            for pipe in state.pipes {
                pipe.completeFlip(dueBy: now)
                if time.manual == nil, let due = pipe.flipDue { setTimer(to: due, &state) }
            }
        }
    }

    private func setTimer(to time: MonotonicTime, _ state: inout State) {
        if let wakeTime = state.wakeTime, wakeTime <= time { return }
        state.wakeTime = time
        timer.set(to: time)
    }
}

extension SimulatedVBlanks: ManualSleeper {
    var deadline: MonotonicTime? { state.withLock { $0.pipes.compactMap(\.flipDue).min() } }

    var isIdle: Bool { true }

    func wake(at now: MonotonicTime) {
        deliverDueFlips()
    }

    func nextRefresh(after time: MonotonicTime) -> MonotonicTime? {
        state.withLock { $0.pipes.compactMap { $0.nextRefresh(after: time) }.min() }
    }
}
