/// A process that holds a card.
public struct CardHolder: Sendable, Hashable {
    /// The process's number (pid), as seen from here.
    public let processID: Int32
    /// The name of its command.
    public let name: String
}
