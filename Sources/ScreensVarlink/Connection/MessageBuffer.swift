/// Received bytes, split into messages at the NUL after each.
///
/// An empty buffer takes no memory. A buffer is a value and belongs to no thread.
package struct MessageBuffer: Sendable {
    /// The longest message, in bytes, without the NUL that ends it.
    package let longestMessage: Int

    /// The number of whole messages in the buffer.
    package private(set) var messageCount = 0

    private(set) var bytes: [UInt8] = []
    /// The index of the first byte that was not handed out.
    private var start = 0
    /// The number of bytes of an incomplete message.
    private var partialCount = 0

    /// Makes an empty buffer.
    package init(longestMessage: Int = 1 << 20) {
        self.longestMessage = longestMessage
    }

    /// The error of a message that is too long.
    package struct OverlongMessage: Error, Sendable, Hashable {
        /// The longest message, in bytes.
        package let limit: Int
    }

    /// The number of bytes in the buffer, including the NULs after the messages.
    package var byteCount: Int { bytes.count - start }

    /// Whether the buffer has an incomplete message.
    package var hasPartialMessage: Bool { partialCount > 0 }

    /// Appends received bytes. Each byte is read once, wherever messages are split.
    ///
    /// - Throws: ``OverlongMessage`` as soon as a message is too long, complete or not; none of these bytes is kept
    ///   then.
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

    /// Appends received bytes in an array.
    ///
    /// - Throws: ``OverlongMessage`` as soon as a message is too long.
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
            // This moves no more bytes than were handed out since the last time.
            bytes = Array(bytes[start...])
            start = 0
        }
    }
}
