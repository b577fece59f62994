import JSON

/// What one connection may cost at most.
public struct ConnectionLimits: Sendable, Hashable {
    /// The longest message that comes in, and what it may hold.
    public var message: JSONLimits

    /// How many bytes of calls that wait for their turn are held before no more is to be read.
    public var heldInput: Int

    /// How many bytes of replies may be unsent before the next call has to wait.
    ///
    /// So that a client that calls much and reads slowly is slowed down, and not cut off.
    public var repliesAhead: Int

    /// How many bytes of replies may be unsent before the connection is to be cut; a single reply may be longer.
    public var unsentOutput: Int

    /// Limits, by default those for a client that may be anybody.
    public init(
        message: JSONLimits = JSONLimits(), heldInput: Int = 1 << 18, repliesAhead: Int = 1 << 16,
        unsentOutput: Int = 1 << 22
    ) {
        self.message = message
        self.heldInput = heldInput
        self.repliesAhead = max(repliesAhead, 1)
        self.unsentOutput = unsentOutput
    }
}
