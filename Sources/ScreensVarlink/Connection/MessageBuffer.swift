/// Received bytes, split into messages at the NUL behind each.
///
/// Takes no memory while it is empty. A value; it has no thread of its own.
package struct MessageBuffer: Sendable {
    /// The longest message, in bytes, without the NUL that ends it.
    package let longestMessage: Int

    /// How many whole messages are held.
    package private(set) var messageCount = 0

    private(set) var bytes: [UInt8] = []
    /// The index of the first byte that has not been handed out.
    private var start = 0
    /// How many bytes of an incomplete message are held.
    private var partialCount = 0

    /// An empty buffer.
    package init(longestMessage: Int = 1 << 20) {
        self.longestMessage = longestMessage
    }

    /// A message is longer than is allowed.
    package struct OverlongMessage: Error, Sendable, Hashable {
        /// The longest message, in bytes.
        package let limit: Int
    }

    /// How many bytes are held, with the NULs behind the messages.
    package var byteCount: Int { bytes.count - start }

    /// Whether an incomplete message is held.
    package var hasPartialMessage: Bool { partialCount > 0 }

    /// Appends received bytes. Each is looked at once, wherever messages are split.
    ///
    /// - Throws: ``OverlongMessage`` as soon as a message is too long, complete or not; then none of these bytes is kept.
    package mutating func append(_ newBytes: Span<UInt8>) throws(OverlongMessage) {
        var (partial, messages) = (partialCount, messageCount)
        for index in newBytes.indices {
            if newBytes[index] == 0 {
                messages += 1
                partial = 0
            } else {
                partial += 1
                guard partial <= longestMessage else { throw OverlongMessage(limit: longestMessage) }
            }
        }
        newBytes.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        (partialCount, messageCount) = (partial, messages)
    }

    /// Appends received bytes, as for a span.
    ///
    /// - Throws: ``OverlongMessage`` as for a span.
    package mutating func append(_ newBytes: [UInt8]) throws(OverlongMessage) {
        try append(newBytes.span)
    }

    /// Removes the next whole message and returns it without its NUL; nil if there is none.
    package mutating func next() -> [UInt8]? {
        guard messageCount > 0, let end = bytes[start...].firstIndex(of: 0) else { return nil }
        let message = Array(bytes[start..<end])
        start = end + 1
        messageCount -= 1
        releaseMemory()
        return message
    }

    private mutating func releaseMemory() {
        if start == bytes.count {
            bytes = []
            start = 0
        } else if start >= 4096, start >= bytes.count / 2 {
            // Moves no more bytes than were handed out since the last time.
            bytes = Array(bytes[start...])
            start = 0
        }
    }
}
