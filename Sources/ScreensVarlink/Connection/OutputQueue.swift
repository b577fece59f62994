/// A queue of messages that are being sent.
///
/// An empty queue takes no memory. A long message that several queues have is kept once.
struct OutputQueue: Sendable {
    /// Messages one after the other: short ones together, and a long one alone.
    private struct Piece: Sendable {
        var bytes: [UInt8]
        /// The long reply that the bytes are; nil for bytes of this queue alone.
        let shared: SharedReply?
    }

    /// The most bytes of a piece with several messages.
    private static let longest = 1 << 16

    private var pieces: [Piece] = []
    /// The index of the first unsent byte in the first piece.
    private var start = 0
    private(set) var byteCount = 0
    /// The number of bytes of the last message; nil if it must not be replaced, or was sent in part.
    private(set) var replaceableCount: Int?

    /// The unsent bytes that no other queue has.
    var ownByteCount: Int {
        byteCount
            - pieces.enumerated().reduce(0) { sum, piece in
                piece.element.shared == nil ? sum : sum + piece.element.bytes.count - (piece.offset == 0 ? start : 0)
            }
    }

    /// The bytes that are kept, sent or not.
    var keptByteCount: Int { pieces.reduce(0) { $0 + $1.bytes.count } }

    /// - Parameter shared: the long reply whose bytes the message is; nil if it belongs to this queue alone.
    mutating func append(_ message: [UInt8], isReplaceable: Bool = false, shared: SharedReply? = nil) {
        if shared == nil, let last = pieces.last, last.shared == nil, last.bytes.count + message.count <= Self.longest {
            pieces[pieces.count - 1].bytes += message
        } else {
            pieces.append(Piece(bytes: message, shared: shared))
        }
        byteCount += message.count
        replaceableCount = isReplaceable ? message.count : nil
    }

    /// Removes the last message, if it may be replaced.
    mutating func removeReplaceable() {
        guard let count = replaceableCount else { return }
        replaceableCount = nil
        byteCount -= count
        guard byteCount > 0 else {
            self = OutputQueue()
            return
        }
        pieces[pieces.count - 1].bytes.removeLast(count)
        if pieces[pieces.count - 1].bytes.isEmpty { pieces.removeLast() }
    }

    /// Passes the first unsent bytes to a closure; more may follow when these are sent.
    func withUnsentBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = pieces.first?.bytes ?? []
        return try body(bytes.span.extracting(start...))
    }

    mutating func markSent(_ count: Int) {
        precondition(count >= 0 && count <= byteCount, "more bytes were sent than there are")
        byteCount -= count
        start += count
        while let first = pieces.first, start >= first.bytes.count {
            start -= first.bytes.count
            pieces.removeFirst()
        }
        if pieces.isEmpty { self = OutputQueue() }
        if let replaceableCount, byteCount < replaceableCount { self.replaceableCount = nil }
    }
}
