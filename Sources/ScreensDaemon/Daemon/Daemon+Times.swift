import Configuration
import Linux
import Screens

extension Daemon {
    /// Has the schedules be looked at when one of them says something else, or the clock is set.
    func watchClock() {
        clockTimer = WallClockTimer()
        watch(clockTimer?.descriptor, for: "times of day") { $0.clockRang() }
        watchTimes()
    }

    private func clockRang() {
        clockTimer?.acknowledge()
        Task { await settle() }
    }

    /// Waits for whatever of the connected screens changes next by itself.
    func watchTimes() {
        clockTimer?.set(driven.values.compactMap { $0.wanted.power.nextChange(after: moment, in: zone) }.min())
        watchIdleness()
    }

    // MARK: Idle screens

    /// Switches off what has shown the same for as long as that is wanted, and waits for the next.
    private func watchIdleness() {
        if let idleTimer { loop.cancel(idleTimer) }
        idleTimer = nil
        let now = MonotonicClock.now
        var next: Int64?
        var hasChanged = false
        for (name, state) in driven {
            guard let idle = state.wanted.idle else {
                if state.isIdle { hasChanged = true }
                driven[name]?.isIdle = false
                continue
            }
            let deadline = state.changed + Int64(idle.milliseconds) * 1_000_000
            let isIdle = now >= deadline
            if isIdle != state.isIdle {
                driven[name]?.isIdle = isIdle
                hasChanged = true
                log.info("\(name) \(isIdle ? "is switched off: nothing has changed for \(idle)" : "is in use again")")
            }
            if !isIdle { next = min(next ?? deadline, deadline) }
        }
        if let next {
            idleTimer = schedule(after: next - now) { daemon in Task { await daemon.settle() } }
        }
        if hasChanged { settleSoon() }
    }

    /// Somebody uses a screen: it is on again, and for as long as if its content had changed.
    func use(_ name: String) {
        driven[name]?.changed = MonotonicClock.now
    }
}
