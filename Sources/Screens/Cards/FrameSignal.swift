import Glibc
import ScreensLinux
import Synchronization

/// The signal on which a screen's thread sleeps. A post is one atomic store, and a wake if the thread sleeps.
///
/// One thread takes and waits; any thread posts.
final class FrameSignal: Sendable {
    /// The events since the last call.
    struct Signals: OptionSet {
        let rawValue: UInt32
        /// The flip that was pending is on the screen.
        static let flipped = Signals(rawValue: 1)
        /// The links, the colours or the session have changed.
        static let changes = Signals(rawValue: 2)
    }

    private static let signalBits: UInt32 = 0b11
    /// Set while the thread sleeps, or is about to: a post must then wake it.
    private static let sleepsOnWord: UInt32 = 0b100
    private static let sleepsOnDescriptor: UInt32 = 0b1000
    private static let sleepBits = sleepsOnWord | sleepsOnDescriptor
    private static let generationShift: UInt32 = 4
    /// The count of generations. It begins at a random number: a card's file may still deliver the flips of an earlier
    /// process.
    private static let generationCount = Atomic<UInt32>(.random(in: 0...UInt32.max))

    /// The signals in the lowest bits, then how the thread sleeps, and the generation above. So a change of one of them
    /// is seen together with the others.
    private let word = FutexWord()
    /// The time of the flip in nanoseconds of `CLOCK_MONOTONIC`; 0 if the driver does not report it.
    private let flipTime = Atomic<Int64>(0)
    private let flipSequence = Atomic<UInt32>(0)
    /// An eventfd, or -1 while the thread does not sleep on a descriptor.
    private let event = Atomic<Int32>(-1)
    /// The number of threads that are about to write to the eventfd.
    private let wakers = Atomic<Int>(0)
    /// A timerfd for long sleeps on a descriptor, or -1 before the first one. Only the sleeping thread uses it.
    private let timer = Atomic<Int32>(-1)

    deinit {
        closeEvent()
    }

    /// The flip that ``Signals/flipped`` reports.
    var flip: FlipStamp {
        let time = flipTime.load(ordering: .relaxed)
        return FlipStamp(
            time: time == 0 ? nil : MonotonicTime(nanoseconds: time), sequence: flipSequence.load(ordering: .relaxed))
    }

    /// The generation of the flips that count. Flips of other generations are late and are dropped.
    var currentGeneration: UInt32 { word.pointer.pointee.load(ordering: .relaxed) >> Self.generationShift }

    /// Begins a generation: flips of earlier generations count as late.
    ///
    /// No two signals of the process share a generation. A card that the host opened has one queue of events, which may
    /// still hold flips from before a pause when it is used again.
    func beginGeneration() {
        let generation = Self.generationCount.add(1, ordering: .relaxed).newValue << Self.generationShift
        change { $0 & (Self.signalBits | Self.sleepBits) & ~Signals.flipped.rawValue | generation }
    }

    /// Drops the former signals, for a new owner. No thread sleeps on this object then.
    func clear() {
        closeEvent()
        change { $0 & ~(Self.signalBits | Self.sleepBits) }
    }

    /// Reports a flip. Only one thread at a time does so: the reader of the card's events.
    func post(_ flip: FlipStamp, generation: UInt32) {
        var value = word.pointer.pointee.load(ordering: .relaxed)
        guard value >> Self.generationShift == generation else { return }
        flipTime.store(flip.time?.nanoseconds ?? 0, ordering: .relaxed)
        flipSequence.store(flip.sequence, ordering: .relaxed)
        while true {
            let result = word.pointer.pointee.weakCompareExchange(
                expected: value, desired: value | Signals.flipped.rawValue,
                successOrdering: .releasing, failureOrdering: .relaxed)
            if result.exchanged { break }
            value = result.original
            guard value >> Self.generationShift == generation else { return }
        }
        wake(value)
    }

    func post(_ signals: Signals) {
        wake(word.pointer.pointee.bitwiseOr(signals.rawValue, ordering: .acquiringAndReleasing).oldValue)
    }

    /// Whether there are events to take.
    var isPosted: Bool { word.pointer.pointee.load(ordering: .acquiring) & Self.signalBits != 0 }

    /// Takes the events since the last call. The thread is awake then, and need not be woken.
    func take() -> Signals {
        Signals(
            rawValue: word.pointer.pointee.bitwiseAnd(
                ~(Self.signalBits | Self.sleepBits), ordering: .acquiring
            ).oldValue & Self.signalBits)
    }

    /// Sleeps until something is posted, or until `deadline`.
    func wait(until deadline: MonotonicTime?) {
        if event.load(ordering: .relaxed) >= 0 { closeEvent() }
        guard let value = fallAsleep(Self.sleepsOnWord) else { return }
        word.wait(while: value, until: deadline)
    }

    /// Sleeps until something is posted, or `descriptor` is readable, or until `deadline`.
    ///
    /// - Parameter isExact: whether a timer ends a long sleep, which takes one more system call. Otherwise the sleep
    ///   may end late by a two-hundredth of its length.
    /// - Returns: the state of the descriptor; empty if there is nothing to read, and an error if the process has no
    ///   descriptor left with which it can be woken.
    func wait(on descriptor: Int32, until deadline: MonotonicTime?, isExact: Bool = true) -> Readiness {
        let event = makeEvent()
        guard event >= 0 else { return .error }
        // The descriptor is polled even without a sleep: otherwise signals without end would keep it from being read
        // for ever.
        let deadline = fallAsleep(Self.sleepsOnDescriptor) == nil ? .zero : deadline
        let outcome = DescriptorPoll.wait(for: descriptor, and: event, until: deadline) { deadline in
            isExact ? setTimer(to: deadline) : nil
        }
        // This thread is awake, and itself posts the results of the descriptor's events.
        word.pointer.pointee.bitwiseAnd(~Self.sleepBits, ordering: .relaxed)
        guard let outcome else { return [] }
        if !outcome.second.isEmpty {
            EventCounter.take(from: event)
        }
        return outcome.first
    }

    /// - Returns: the value of the word while the thread sleeps; nil if something has been posted already.
    private func fallAsleep(_ how: UInt32) -> UInt32? {
        let before = word.pointer.pointee.bitwiseOr(how, ordering: .acquiringAndReleasing).oldValue
        return before & Self.signalBits == 0 ? before | how : nil
    }

    private func wake(_ before: UInt32) {
        if before & Self.sleepsOnWord != 0 {
            word.wakeOne()
        } else if before & Self.sleepsOnDescriptor != 0 {
            wakers.add(1, ordering: .sequentiallyConsistent)
            let event = event.load(ordering: .sequentiallyConsistent)
            if event >= 0 { EventCounter.add(to: event) }
            wakers.subtract(1, ordering: .sequentiallyConsistent)
        }
    }

    /// Sets the timer to the end of a long sleep.
    ///
    /// - Returns: its descriptor; nil if the process has none left.
    private func setTimer(to deadline: MonotonicTime) -> Int32? {
        var timer = timer.load(ordering: .relaxed)
        if timer < 0 {
            timer = MonotonicTimer.open()
            guard timer >= 0 else { return nil }
            self.timer.store(timer, ordering: .relaxed)
        }
        MonotonicTimer.set(timer, to: deadline)
        return timer
    }

    /// Closes the eventfd and the timer. No thread sleeps on them. It waits, with a system call, for threads that are
    /// about to write to the eventfd: a moment later its number may belong to another file.
    private func closeEvent() {
        let timer = timer.exchange(-1, ordering: .relaxed)
        if timer >= 0 { close(timer) }
        let event = event.exchange(-1, ordering: .sequentiallyConsistent)
        guard event >= 0 else { return }
        while wakers.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
        close(event)
    }

    /// Makes the eventfd. Only the thread that is about to sleep calls it.
    private func makeEvent() -> Int32 {
        let known = event.load(ordering: .relaxed)
        if known >= 0 { return known }
        let new = EventCounter.open()
        event.store(new, ordering: .releasing)
        return new
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
