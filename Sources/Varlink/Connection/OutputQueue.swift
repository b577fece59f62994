/// Messages as they go out, counted until they are sent.
///
/// Has no memory of its own while it is empty.
struct OutputQueue: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The first byte that has not been sent.
    private var start = 0
    /// Where the last message starts, where another may take its place.
    private var replaceable: Int?

    var byteCount: Int { bytes.count - start }

    /// How many bytes the last message has, where another may take its place: nothing of it has been sent.
    var replaceableCount: Int? { replaceable.map { bytes.count - $0 } }

    mutating func append(_ message: [UInt8], isReplaceable: Bool = false) {
        if bytes.isEmpty {
            bytes = message
        } else {
            bytes += message
        }
        replaceable = isReplaceable ? bytes.count - message.count : nil
    }

    /// Takes the last message back, where that may be done.
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
