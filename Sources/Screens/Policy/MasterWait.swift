/// When a process tries for a card whose master is another program. Pure.
///
/// The close of a card is announced just before the kernel gives the mastership back, so a few tries follow it, at short
/// intervals. A master that drops its mastership without a close is found out by a slow poll (``CardAccess/masterPoll``).
struct MasterWait: Sendable, Hashable {
    /// The delays of the tries after a close, each from the one before.
    static let delays: [Nanoseconds] = [2_000_000, 8_000_000, 40_000_000, 150_000_000]

    /// The number of tries since the last close; nil where no try is pending.
    private var tries: Int?

    /// A program has closed the card.
    ///
    /// - Returns: the delay of the next try; nil where one is pending.
    mutating func closed() -> Nanoseconds? {
        defer { tries = 0 }
        return tries == nil ? Self.delays[0] : nil
    }

    /// A try has failed.
    ///
    /// - Returns: the delay of the next one; nil after the last.
    mutating func failed() -> Nanoseconds? {
        tries = tries.map { $0 + 1 }
        guard let tries, tries < Self.delays.count else {
            self.tries = nil
            return nil
        }
        return Self.delays[tries]
    }

    /// The wait ends.
    mutating func end() {
        tries = nil
    }
}
