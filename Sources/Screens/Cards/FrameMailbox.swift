import CLinux
import Synchronization

/// Where a screen's thread sleeps, and what it is woken by: one atomic store and one wake.
///
/// One thread takes and waits; any thread posts.
final class FrameMailbox: Sendable {
    /// What has happened since it was asked last.
    struct Signals: OptionSet {
        let rawValue: UInt32
        /// The flip that was pending is on the screen.
        static let flipped = Signals(rawValue: 1)
        /// A frame is wanted.
        static let needsDisplay = Signals(rawValue: 2)
        /// The thread is to look at its orders.
        static let orders = Signals(rawValue: 4)
    }

    private static let signalBits: UInt32 = 7

    /// The signals in the lowest three bits, the generation above: so neither changes without the other being seen.
    private let word = FutexWord()
    private let flipTime = Atomic<Int64>(0)
    private let flipSequence = Atomic<UInt32>(0)

    /// The flip that ``Signals/flipped`` tells of.
    var flip: FlipStamp {
        FlipStamp(time: flipTime.load(ordering: .relaxed), sequence: flipSequence.load(ordering: .relaxed))
    }

    /// Which flips count: those of another generation are late and are dropped.
    var currentGeneration: UInt32 { word.pointer.pointee.load(ordering: .relaxed) >> 3 }

    /// Makes every flip that is still to come a late one.
    func beginGeneration() {
        change { ($0 & ~Signals.flipped.rawValue) &+ (Self.signalBits + 1) }
    }

    /// Forgets what was posted to whoever had the mailbox before. Nobody sleeps on it then.
    func clear() {
        change { $0 & ~Self.signalBits }
    }

    /// Reports a flip. Only one thread does: that of the card's events.
    func post(_ flip: FlipStamp, generation: UInt32) {
        var value = word.pointer.pointee.load(ordering: .relaxed)
        guard value >> 3 == generation else { return }
        flipTime.store(flip.time, ordering: .relaxed)
        flipSequence.store(flip.sequence, ordering: .relaxed)
        while true {
            let result = word.pointer.pointee.weakCompareExchange(
                expected: value, desired: value | Signals.flipped.rawValue,
                successOrdering: .releasing, failureOrdering: .relaxed)
            if result.exchanged { break }
            value = result.original
            guard value >> 3 == generation else { return }
        }
        clinux_futex_wake(word.pointer)
    }

    func post(_ signals: Signals) {
        word.pointer.pointee.bitwiseOr(signals.rawValue, ordering: .releasing)
        clinux_futex_wake(word.pointer)
    }

    /// What has happened; asked again, nothing has.
    func take() -> Signals {
        Signals(
            rawValue: word.pointer.pointee.bitwiseAnd(
                ~Self.signalBits, ordering: .acquiring
            ).oldValue & Self.signalBits)
    }

    /// Sleeps until something is posted, or until `deadline` (nanoseconds of CLOCK_MONOTONIC).
    func wait(until deadline: Int64?) {
        let value = word.pointer.pointee.load(ordering: .relaxed)
        guard value & Self.signalBits == 0 else { return }
        guard let deadline else {
            _ = clinux_futex_wait(word.pointer, value, nil)
            return
        }
        var time = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        _ = clinux_futex_wait(word.pointer, value, &time)
    }

    private func change(_ body: (UInt32) -> UInt32) {
        var value = word.pointer.pointee.load(ordering: .relaxed)
        while true {
            let result = word.pointer.pointee.weakCompareExchange(
                expected: value, desired: body(value), ordering: .acquiringAndReleasing)
            if result.exchanged { return }
            value = result.original
        }
    }
}
