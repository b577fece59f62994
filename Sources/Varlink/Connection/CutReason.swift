/// Why a connection is to be cut: the peer does not keep to the protocol, or does not read.
public enum CutReason: Error, Sendable, Hashable {
    /// What came is no message.
    case malformedMessage(MessageError)
    /// A message is longer than this many bytes.
    case overlongMessage(limit: Int)
    /// The peer ended the connection within a message.
    case truncatedMessage
    /// This many bytes were not read by the peer when one more reply came.
    case unreadReplies(bytes: Int)
    /// The service replied where no call was open.
    case unexpectedReply
    /// The service announced more replies to a call that asked for one.
    case unexpectedContinuation
    /// The service ended the connection before it had answered this many calls.
    case unansweredCalls(Int)
}

extension CutReason: CustomStringConvertible {
    /// One clause for a log, in English; it repeats nothing of what the peer sent.
    public var description: String {
        switch self {
        case .malformedMessage(let error): "the peer sent what is no message (\(error))"
        case .overlongMessage(let limit): "the peer sent a message of more than \(limit) bytes"
        case .truncatedMessage: "the peer ended the connection within a message"
        case .unreadReplies(let bytes): "the peer left \(bytes) bytes unread"
        case .unexpectedReply: "the service replied without a call"
        case .unexpectedContinuation: "the service announced more replies than were asked for"
        case .unansweredCalls(let count): "the service ended the connection with \(count) calls unanswered"
        }
    }
}
