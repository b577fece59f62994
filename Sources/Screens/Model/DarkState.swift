/// Why a screen shows nothing.
public struct DarkState: Sendable, Hashable {
    /// The contract: programs decide by this.
    public let reason: DarkReason
    /// The same for people, with what can be done. Its wording may change.
    public let message: String
    /// The kernel's error number, where one is behind it.
    public let errno: Int32?
    /// The modes that were tried and refused.
    public let tried: [ScreenMode]
    /// Who holds the card, where that is in the way and can be found out.
    public let holder: CardHolder?

    /// For hosts that make screens of their own, in tests.
    public init(
        _ reason: DarkReason, message: String, errno: Int32? = nil, tried: [ScreenMode] = [],
        holder: CardHolder? = nil
    ) {
        self.reason = reason
        self.message = message
        self.errno = errno
        self.tried = tried
        self.holder = holder
    }
}
