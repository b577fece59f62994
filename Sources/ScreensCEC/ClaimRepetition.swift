/// A backoff for a claim that failed. The kernel claims again only as the physical address comes back.
///
/// Pure: the state of the adapter in, pauses that grow out.
package struct ClaimRepetition: Sendable, Hashable {
    /// The first pause, in which the kernel may still be about to claim.
    package static let first = Duration.seconds(4)
    package static let longest = first * 64

    private var pause = first

    package init() {}

    /// Whether the first pause has passed in vain.
    package var hasFailed: Bool { pause > Self.first * 2 }

    /// Returns whether a claim would bring a logical address: the adapter has none, no other program has claimed it,
    /// and it has a physical one.
    ///
    /// - Parameter name: the name of the own claim.
    package static func isDue(in state: CECAdapter.State, as name: String) -> Bool {
        state.physicalAddress != .none && state.addresses.isEmpty && (state.owner == nil || state.owner == name)
    }

    /// Returns the next pause, each of which is twice as long as the one before.
    package mutating func next() -> Duration {
        defer { pause = min(pause * 2, Self.longest) }
        return pause
    }
}
