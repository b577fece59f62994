/// Decides when a process tries for a card whose master is another program. Pure.
///
/// The close of a card is reported just before the kernel ends the mastership, so a few tries follow it at short
/// intervals. A slow poll (``CardAccess/masterPoll``) finds a master that drops its mastership without a close.
struct MasterWait: Sendable, Hashable {
    /// The delays of the tries after a close, each from the try before.
    static let delays: [Nanoseconds] = [2_000_000, 8_000_000, 40_000_000, 150_000_000]

    /// The number of tries since the last close; nil if no try is pending.
    private var tries: Int?

    /// Records that a program has closed the card.
    ///
    /// - Returns: the delay of the next try; nil if one is pending.
    mutating func closed() -> Nanoseconds? {
        defer { tries = 0 }
        return tries == nil ? Self.delays[0] : nil
    }

    /// Records that a try has failed.
    ///
    /// - Returns: the delay of the next try; nil after the last one.
    mutating func failed() -> Nanoseconds? {
        tries = tries.map { $0 + 1 }
        guard let tries, tries < Self.delays.count else {
            self.tries = nil
            return nil
        }
        return Self.delays[tries]
    }

    /// Ends the wait.
    mutating func end() {
        tries = nil
    }
}
