/// A queue of messages that are being sent.
///
/// An empty queue takes no memory.
struct OutputQueue: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The index of the first unsent byte.
    private var start = 0
    /// The index at which the last message starts; nil if it must not be replaced.
    private var replaceable: Int?

    var byteCount: Int { bytes.count - start }

    /// The number of bytes of the last message; nil if it must not be replaced, or was sent in part.
    var replaceableCount: Int? { replaceable.map { bytes.count - $0 } }

    mutating func append(_ message: [UInt8], isReplaceable: Bool = false) {
        if bytes.isEmpty {
            bytes = message
        } else {
            bytes += message
        }
        replaceable = isReplaceable ? bytes.count - message.count : nil
    }

    /// Removes the last message, if it may be replaced.
    mutating func removeReplaceable() {
        guard let replaceable else { return }
        bytes.removeSubrange(replaceable...)
        self.replaceable = nil
    }

    func withUnsentBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes.span.extracting(start...))
    }

    mutating func markSent(_ count: Int) {
        precondition(count >= 0 && count <= byteCount, "more bytes were sent than there are")
        start += count
        if start == bytes.count {
            self = OutputQueue()
            return
        }
        if let replaceable, replaceable < start { self.replaceable = nil }
        if start >= 1 << 16, start >= bytes.count / 2 {
            bytes = Array(bytes[start...])
            replaceable = replaceable.map { $0 - start }
            start = 0
        }
    }
}
