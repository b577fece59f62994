import KMS

/// A card of a document: its objects, and limits of its driver that no document states. Of another card there is none of this.
extension SimulatedCard {
    /// The objects of a card that is replayed, as they are now.
    var snapshot: CardSnapshot? { hardware?.card }

    /// The request that enabled connectors of a replayed card last.
    var latestRequest: AtomicRequest? { hardware?.latestRequest }

    /// How many framebuffers a replayed card has.
    var framebufferCount: Int { hardware?.framebufferCount ?? 0 }

    /// Makes the next commits of a replayed card fail, as a driver does for want of bandwidth (`EINVAL`) or memory (`ENOMEM`).
    func failCommits(_ count: Int, with errno: Int32) { hardware?.failCommits(count, with: errno) }

    /// On a card of a document, limits from now on which states the driver accepts.
    func limit(to isTaken: @escaping @Sendable (CardSnapshot) -> Bool) {
        hardware?.limit(to: isTaken)
    }
}
