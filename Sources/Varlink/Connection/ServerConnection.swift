import JSON

/// One client's connection as its service sees it: bytes in, calls out one after the other, replies in, bytes out.
///
/// Has no socket, clock or thread: its owner reads, writes and waits, and asks after each of these what is to be done.
///
/// 1. While ``wantsInput``, wait for bytes and give them to ``receive(_:)``; at their end call ``endInput()``.
/// 2. Call ``nextCall()`` until there is none, after ``receive(_:)``, ``endInput()``, a last reply and ``markSent(_:)``.
/// 3. Answer each call with ``reply(_:replacingUnsent:)``, at once or later.
/// 4. While ``unsentByteCount`` is above zero, wait until the socket takes bytes, write those of ``withUnsentBytes(_:)`` and
///    say with ``markSent(_:)`` how many it took.
/// 5. Close when ``cutReason`` or ``isFinished`` says so.
///
/// A value; it has no thread of its own. It is small while nothing is under way.
public struct ServerConnection: Sendable {
    /// Why the connection is to be cut, if it is; for the log.
    ///
    /// What ``withUnsentBytes(_:)`` still has may be written once before, without waiting for it.
    public private(set) var cutReason: CutReason?

    private let service: ServiceDescription
    private let limits: ConnectionLimits
    private var input: MessageBuffer
    private var output = OutputQueue()
    /// How the call is to be answered that the owner has.
    private var open: Call.Answer?
    private var hasInputEnded = false

    /// A connection on which nothing has come yet.
    public init(service: ServiceDescription, limits: ConnectionLimits = ConnectionLimits()) {
        self.service = service
        self.limits = limits
        input = MessageBuffer(longestMessage: limits.message.bytes)
    }

    /// Why a reply is not one to the call that is open: a mistake of the owner, after which nothing is different.
    public enum ReplyError: Error, Sendable, Hashable {
        /// No call is open: none was given out, or it has had its last reply.
        case noCall
        /// The reply says that more follow, and the call has asked for one.
        case calledOnce
    }

    private mutating func cut(_ reason: CutReason) {
        guard cutReason == nil else { return }
        cutReason = reason
        input = MessageBuffer(longestMessage: limits.message.bytes)
        if case .unreadReplies = reason { output = OutputQueue() }
    }
}

// MARK: - Calls

extension ServerConnection {
    /// Whether the connection is to be cut.
    public var isToBeCut: Bool { cutReason != nil }

    /// Whether all is done: the client sends no more, all it has called is answered, and the answers are sent.
    public var isFinished: Bool {
        hasInputEnded && open == nil && input.byteCount == 0 && output.byteCount == 0
    }

    /// Whether calls have come that are not given out yet.
    public var hasWaitingCalls: Bool { !isToBeCut && input.messageCount > 0 }

    /// Whether more is to be read now.
    ///
    /// Not while many calls wait for the one that is open. A client that closes is then still heard of by `EPOLLHUP`.
    public var wantsInput: Bool {
        !isToBeCut && !hasInputEnded && (input.messageCount == 0 || input.byteCount < limits.heldInput)
    }

    /// Takes in what the client has sent.
    public mutating func receive(_ bytes: Span<UInt8>) {
        guard !isToBeCut, !hasInputEnded else { return }
        do {
            try input.append(bytes)
        } catch {
            cut(.overlongMessage(limit: error.limit))
        }
    }

    /// Takes in what the client has sent, as for a span of it.
    public mutating func receive(_ bytes: [UInt8]) {
        receive(bytes.span)
    }

    /// Takes in that the client sends no more; what it has called is answered all the same.
    public mutating func endInput() {
        hasInputEnded = true
    }

    /// The next call that the owner has to answer, if there is one and the one before has had its last reply.
    ///
    /// Its interface, its method and its parameters are declared. What needs no owner is answered here: calls of
    /// `org.varlink.service`, and those of what is not declared.
    public mutating func nextCall() -> Call? {
        while !isToBeCut, open == nil, output.byteCount < limits.repliesAhead, let message = input.next() {
            do throws(MessageError) {
                let call = try Call(decoding: message, limits: limits.message)
                guard let reply = service.reply(to: call) else {
                    open = call.answer
                    return call
                }
                if call.answer != .never { output.append(reply.encoded) }
            } catch {
                cut(.malformedMessage(error))
            }
        }
        if hasInputEnded, input.messageCount == 0, input.hasPartialMessage { cut(.truncatedMessage) }
        return nil
    }
}

// MARK: - Replies

extension ServerConnection {
    /// Whether the call that is open has a reply of which nothing is sent, and which another may replace.
    ///
    /// For a call with ``Call/Answer/more``: what such a reply says may be out of date. Whether the newer one replaces it,
    /// is made of both, or comes behind it, only the owner knows.
    public var hasUnsentReply: Bool { output.replaceableCount != nil }

    /// How many bytes of replies are not sent.
    public var unsentByteCount: Int { output.byteCount }

    /// Answers the call that is open; with a reply that does not continue, the call is done.
    ///
    /// A call that wants no answer is to be answered as well, and none of it is sent. Where the client leaves too much
    /// unread, the reply is dropped, and the connection is to be cut.
    /// - Parameter replacingUnsent: whether this reply takes the place of that of ``hasUnsentReply``.
    /// - Throws: ``ReplyError`` where this is no reply to that call.
    public mutating func reply(_ reply: Reply, replacingUnsent: Bool = false) throws(ReplyError) {
        guard let answer = open else { throw .noCall }
        guard !reply.continues || answer != .once else { throw .calledOnce }
        if !reply.continues { open = nil }
        guard answer != .never, !isToBeCut else { return }
        if replacingUnsent { output.removeReplaceable() }
        let message = reply.encoded
        let unsent = output.byteCount
        // A reply may be longer than all that may be left unread.
        guard unsent == 0 || unsent + message.count <= limits.unsentOutput else {
            return cut(.unreadReplies(bytes: unsent))
        }
        output.append(message, isReplaceable: reply.continues)
    }

    /// Fails the call that is open.
    ///
    /// - Throws: ``ReplyError`` where none is.
    public mutating func reply(_ error: VarlinkError) throws(ReplyError) {
        try reply(Reply(error))
    }

    /// Gives the bytes that are to be sent next, for as long as the closure runs.
    public func withUnsentBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try output.withUnsentBytes(body)
    }

    /// Takes in that so many of the bytes have been sent.
    public mutating func markSent(_ count: Int) {
        output.markSent(count)
    }
}

/// What one connection may cost at most.
public struct ConnectionLimits: Sendable, Hashable {
    /// The longest message that comes in, and what it may hold.
    public var message: JSONLimits

    /// How many bytes of calls that wait for their turn are held before no more is to be read.
    public var heldInput: Int

    /// How many bytes of replies may be unsent before the next call has to wait.
    ///
    /// So that a client that calls much and reads slowly is slowed down, and not cut off.
    public var repliesAhead: Int

    /// How many bytes of replies may be unsent before the connection is to be cut; a single reply may be longer.
    public var unsentOutput: Int

    /// Limits, by default those for a client that may be anybody.
    public init(
        message: JSONLimits = JSONLimits(), heldInput: Int = 1 << 18, repliesAhead: Int = 1 << 16,
        unsentOutput: Int = 1 << 22
    ) {
        self.message = message
        self.heldInput = heldInput
        self.repliesAhead = max(repliesAhead, 1)
        self.unsentOutput = unsentOutput
    }
}
