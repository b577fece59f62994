/// What is known of a graphics card at one moment.
public struct Card: Sendable, Hashable, Identifiable {
    /// The primary node, such as `/dev/dri/card0`.
    public let path: String
    /// The kernel driver's name, or nil where the card could not be opened.
    public let driver: String?
    /// What keeps it from being used, or nil.
    public let problem: ScreenError?
    /// The other program that is the card's master, where there is one and can be found out: root can, by debugfs.
    public let holder: CardHolder?

    /// The ``path``.
    public var id: String { path }
}

/// A process that holds a card.
public struct CardHolder: Sendable, Hashable {
    /// The process's number (pid), as seen from here.
    public let processID: Int32
    /// The name of its command.
    public let name: String
}
