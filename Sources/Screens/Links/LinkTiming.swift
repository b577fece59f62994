import Synchronization

/// The timing of a link's last call: its screen's thread writes it, any thread reads it.
struct LinkTiming: ~Copyable, Sendable {
    let timestamp = Atomic<Int64>(0)
    let target = Atomic<Int64>(0)
    let calls: Atomic<UInt64>
    let missed = Atomic<UInt64>(0)

    init(calls: UInt64) {
        self.calls = Atomic(calls)
    }

    func set(_ frame: Frame) {
        timestamp.store(frame.timestamp.nanoseconds, ordering: .relaxed)
        target.store(frame.targetTimestamp.nanoseconds, ordering: .relaxed)
        calls.store(frame.number + 1, ordering: .relaxed)
        missed.store(frame.missed, ordering: .relaxed)
    }
}
