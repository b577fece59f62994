import Synchronization

/// The signals of a card. The number that a flip's event carries leads to its signal.
///
/// They last as long as the card, so that the thread that reads events can look one up without a lock.
final class SignalPool: Sendable {
    /// The number of signals, more than a card has CRTCs: a delegate that never returns keeps its signal.
    static let capacity = 64

    private let signals: [FrameSignal]
    private let free: Mutex<[Int]>

    init() {
        signals = (0..<Self.capacity).map { _ in FrameSignal() }
        free = Mutex(Array((0..<Self.capacity).reversed()))
    }

    subscript(slot: Int) -> FrameSignal? {
        signals.indices.contains(slot) ? signals[slot] : nil
    }

    /// Takes a signal for as long as the lease lives, or nil if all are in use.
    func lease() -> SignalLease? {
        guard let slot = free.withLock({ $0.popLast() }) else { return nil }
        signals[slot].beginGeneration()
        signals[slot].clear()
        return SignalLease(pool: self, FlipTokens(slot: slot, signal: signals[slot]))
    }

    fileprivate func giveBack(_ slot: Int) {
        signals[slot].beginGeneration()
        signals[slot].clear()
        free.withLock { $0.append(slot) }
    }
}

/// The loan of a signal to one pipe. The signal goes back when the pipe is released.
struct SignalLease: ~Copyable, Sendable {
    /// The tokens of the pipe's flips, which lead their events to the signal.
    let tokens: FlipTokens
    private let pool: SignalPool

    fileprivate init(pool: SignalPool, _ tokens: FlipTokens) {
        self.pool = pool
        self.tokens = tokens
    }

    deinit {
        pool.giveBack(tokens.slot)
    }

    var signal: FrameSignal { tokens.signal }
}

/// The tokens that flips carry so that their events find the signal.
struct FlipTokens: Sendable {
    fileprivate let slot: Int
    fileprivate let signal: FrameSignal

    /// The token for a flip made now: the slot and the generation.
    var current: UInt64 { UInt64(slot) << 32 | UInt64(signal.currentGeneration) }
}

extension SignalPool {
    /// Delivers a flip to the signal that its token names.
    func deliver(_ flip: FlipStamp, token: UInt64) {
        self[Int(truncatingIfNeeded: token >> 32)]?
            .post(flip, generation: UInt32(truncatingIfNeeded: token))
    }
}
