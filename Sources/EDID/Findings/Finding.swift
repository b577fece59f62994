/// An oddity of the bytes of a display: something that a standard forbids, or that could not be read.
///
/// Most displays in the field break a standard somewhere, so nothing of this stops the decoder. A finding stands beside the
/// result and says what was seen, and in which block.
public struct Finding: Sendable, Hashable {
    /// What was found.
    public let code: Code

    /// The index of the block of 128 bytes it was found in; the base block is 0.
    public let block: Int

    /// A number that belongs to the finding (a tag, a count, an offset: the message says which), if there is one.
    public let detail: Int?

    /// One sentence for people, in English.
    public var message: String {
        guard let detail else { return code.summary }
        return "\(code.summary) (\(detail))"
    }
}

extension Finding: CustomStringConvertible {
    /// The message, with the number of the block in front.
    public var description: String {
        "block \(block): \(message)"
    }
}
