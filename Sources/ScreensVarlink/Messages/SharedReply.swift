/// A long reply whose bytes several connections send: they share one copy of them.
///
/// It ends when the last connection has sent it, or has ended.
package final class SharedReply: Sendable {
    /// The message, including the NUL that ends it.
    let message: [UInt8]
    /// Called when the reply ends.
    private let onEnd: @Sendable () -> Void

    /// - Parameters:
    ///   - message: the encoded reply.
    ///   - onEnd: called on any thread when no connection has the reply any longer.
    package init(_ message: [UInt8], onEnd: @escaping @Sendable () -> Void) {
        self.message = message
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    /// The number of bytes of the message.
    package var byteCount: Int { message.count }
}

extension SharedReply: Hashable {
    package static func == (left: SharedReply, right: SharedReply) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
