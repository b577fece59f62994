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

    // The word lives where the kernel can be told to look. Unchecked: it is set once, and what it leads to is atomic.
    private struct Word: @unchecked Sendable {
        let pointer: UnsafeMutablePointer<Atomic<UInt32>>
    }

    private let word: Word
    private let flipTimeStorage = Atomic<Int64>(0)
    private let generation = Atomic<UInt32>(0)

    init() {
        word = Word(pointer: .allocate(capacity: 1))
        word.pointer.initialize(to: Atomic(0))
    }

    deinit {
        word.pointer.deinitialize(count: 1)
        word.pointer.deallocate()
    }

    /// The time of the flip that ``Signals/flipped`` tells of.
    var flipTime: Int64 { flipTimeStorage.load(ordering: .relaxed) }

    /// Which flips count: those of another generation are late and are dropped.
    var currentGeneration: UInt32 { generation.load(ordering: .relaxed) }

    /// Makes every flip that is still to come a late one.
    func beginGeneration() {
        generation.add(1, ordering: .relaxed)
        word.pointer.pointee.store(0, ordering: .relaxed)
    }

    /// Reports a flip.
    func postFlip(at time: Int64, generation: UInt32) {
        guard generation == currentGeneration else { return }
        flipTimeStorage.store(time, ordering: .relaxed)
        post(.flipped)
    }

    func post(_ signals: Signals) {
        word.pointer.pointee.bitwiseOr(signals.rawValue, ordering: .releasing)
        clinux_futex_wake(word.pointer)
    }

    /// What has happened; asked again, nothing has.
    func take() -> Signals {
        Signals(rawValue: word.pointer.pointee.exchange(0, ordering: .acquiring))
    }

    /// Sleeps until something is posted, or until `deadline` (nanoseconds of CLOCK_MONOTONIC).
    func wait(until deadline: Int64?) {
        guard let deadline else {
            _ = clinux_futex_wait(word.pointer, 0, nil)
            return
        }
        var time = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        _ = clinux_futex_wait(word.pointer, 0, &time)
    }
}
