/// A process that has a card open.
struct CardOpener: Sendable, Hashable {
    let processID: Int32
    /// The name of its command: any bytes.
    let name: String
}
