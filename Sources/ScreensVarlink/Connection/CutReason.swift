/// The reason why a connection must be cut: the peer breaks the protocol, or does not read.
package enum CutReason: Error, Sendable, Hashable {
    /// The peer sent bytes that are not a message.
    case malformedMessage(MessageError)
    /// A message is longer than this many bytes.
    case overlongMessage(limit: Int)
    /// The peer ended the connection within a message.
    case truncatedMessage
    /// The peer had left this many bytes unread when the next reply came.
    case unreadReplies(bytes: Int)
    /// The service replied although no call was open.
    case unexpectedReply
    /// The service announced more replies to a call that allows only one.
    case unexpectedContinuation
    /// The service ended the connection with this many calls unanswered.
    case unansweredCalls(Int)
}

extension CutReason: CustomStringConvertible {
    /// One clause for a log, in English; it repeats nothing that the peer sent.
    package var description: String {
        switch self {
        case .malformedMessage(let error): "the peer sent bytes that are not a message (\(error))"
        case .overlongMessage(let limit): "the peer sent a message of more than \(limit) bytes"
        case .truncatedMessage: "the peer ended the connection within a message"
        case .unreadReplies(let bytes): "the peer left \(bytes) bytes unread"
        case .unexpectedReply: "the service replied without a call"
        case .unexpectedContinuation: "the service announced more replies than the call allows"
        case .unansweredCalls(let count): "the service ended the connection with \(count) calls unanswered"
        }
    }
}
