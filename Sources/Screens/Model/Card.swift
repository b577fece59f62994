/// A graphics card at one moment.
public struct Card: Sendable, Hashable, Identifiable {
    /// The primary node, such as `/dev/dri/card0`.
    public let path: String
    /// The name of the kernel driver, or nil if the card could not be opened.
    public let driver: String?
    /// The reason why the card cannot be used, or nil.
    public let problem: ScreenError?
    /// The other program that is the card's DRM master, if there is one and it can be found. Only root can find it, in
    /// debugfs.
    public let holder: CardHolder?

    /// The ``path``.
    public var id: String { path }
}

/// A process that has a card open as its DRM master.
public struct CardHolder: Sendable, Hashable {
    /// The process id, as seen from this process.
    public let processID: Int32
    /// The name of its command.
    public let name: String
}
