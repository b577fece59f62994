import ScreensJSON

/// The service's end of a connection: bytes in, calls out one after the other, replies in, bytes out.
///
/// It has no socket, clock or thread: its owner reads, writes and waits, and reads after each of these what to do next.
///
/// 1. While ``wantsInput``, wait for bytes and pass them to ``receive(_:)``; at their end call ``endInput()``.
/// 2. Call ``nextCall()`` until it returns nil, after ``receive(_:)``, ``endInput()``, a last reply and ``markSent(_:)``.
/// 3. Answer each call with ``reply(_:replacingUnsent:)``, at once or later.
/// 4. While ``unsentByteCount`` is above zero, wait until the socket takes bytes, write those of ``withUnsentBytes(_:)`` and
///    pass the count that it took to ``markSent(_:)``.
/// 5. Close the socket when ``isToBeCut`` or ``isFinished``.
///
/// A value; it has no thread of its own. It is small while it is idle.
package struct ServerConnection: Sendable {
    /// Why the connection must be cut, for the log; nil while it need not be.
    ///
    /// The bytes that are left in ``withUnsentBytes(_:)`` may be written once before, without waiting.
    package private(set) var cutReason: CutReason?

    /// How many messages of the client were taken: those that ``nextCall()`` has returned, and those that were answered here.
    package private(set) var takenCount: UInt64 = 0

    private let service: ServiceDescription
    private let limits: ConnectionLimits
    private var input: MessageBuffer
    private var output = OutputQueue()
    /// How the call that the owner has must be answered; nil where it has none.
    private var open: Call.Answer?
    private var hasInputEnded = false

    /// A connection without calls.
    package init(service: ServiceDescription, limits: ConnectionLimits = ConnectionLimits()) {
        self.service = service
        self.limits = limits
        input = MessageBuffer(longestMessage: limits.message.bytes)
    }

    /// Why a reply does not answer the open call: a fault of the owner, which changes nothing.
    package enum ReplyError: Error, Sendable, Hashable {
        /// No call is open: none has come, or it has had its last reply.
        case noCall
        /// The reply announces more, and the call allows one.
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
    /// Whether the connection must be cut.
    package var isToBeCut: Bool { cutReason != nil }

    /// Whether the connection is complete: the client sends no more, every call is answered, every answer is sent.
    package var isFinished: Bool {
        hasInputEnded && open == nil && input.byteCount == 0 && output.byteCount == 0
    }

    /// Whether calls have come that ``nextCall()`` has not returned yet.
    package var hasWaitingCalls: Bool { !isToBeCut && input.messageCount > 0 }

    /// Whether the owner is to read more now.
    ///
    /// False while many calls wait behind the open one. `EPOLLHUP` still reports a client that closes then.
    package var wantsInput: Bool {
        !isToBeCut && !hasInputEnded && (input.messageCount == 0 || input.byteCount < limits.heldInput)
    }

    /// Receives bytes from the client.
    package mutating func receive(_ bytes: Span<UInt8>) {
        guard !isToBeCut, !hasInputEnded else { return }
        do {
            try input.append(bytes)
        } catch {
            cut(.overlongMessage(limit: error.limit))
        }
    }

    /// Receives bytes from the client, as for a span.
    package mutating func receive(_ bytes: [UInt8]) {
        receive(bytes.span)
    }

    /// Records that the client sends no more. Its calls are answered all the same.
    package mutating func endInput() {
        hasInputEnded = true
    }

    /// The next call that the owner must answer; nil if there is none, or the one before is still open.
    ///
    /// Its interface, its method and its parameters are declared. Calls of `org.varlink.service`, and of methods that are
    /// not declared, are answered here.
    package mutating func nextCall() -> Call? {
        while !isToBeCut, open == nil, output.byteCount < limits.repliesAhead, let message = input.next() {
            takenCount += 1
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
    /// Whether the open call has a reply that another may replace, as none of it has been sent.
    ///
    /// For a call with ``Call/Answer/more``: such a reply may be out of date. Only the owner knows whether a newer one
    /// replaces it, contains it or follows it.
    package var hasUnsentReply: Bool { output.replaceableCount != nil }

    /// How many bytes of replies have not been sent.
    package var unsentByteCount: Int { output.byteCount }

    /// Answers the open call. A reply that does not continue ends the call.
    ///
    /// A call that wants no answer must be answered as well; nothing is sent. Where the client has left too many bytes
    /// unread, the reply is dropped, and the connection must be cut.
    ///
    /// - Parameter replacingUnsent: whether this reply replaces that of ``hasUnsentReply``.
    /// - Throws: ``ReplyError`` where this does not answer the open call.
    package mutating func reply(_ reply: Reply, replacingUnsent: Bool = false) throws(ReplyError) {
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

    /// Answers the open call with an error.
    ///
    /// - Throws: ``ReplyError`` where no call is open.
    package mutating func reply(_ error: VarlinkError) throws(ReplyError) {
        try reply(Reply(error))
    }

    /// Passes the bytes to send next to a closure; they are valid until it returns.
    package func withUnsentBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try output.withUnsentBytes(body)
    }

    /// Records that the first `count` of these bytes have been sent.
    package mutating func markSent(_ count: Int) {
        output.markSent(count)
    }
}

/// The limits of one connection of a service.
package struct ConnectionLimits: Sendable, Hashable {
    /// The limits of one message of the client.
    package var message: JSONLimits

    /// How many bytes of waiting calls are held before ``ServerConnection/wantsInput`` turns false.
    package var heldInput: Int

    /// How many bytes of replies may be unsent before the next call must wait.
    ///
    /// A client that calls much and reads slowly is slowed down by this, and not cut off.
    package var repliesAhead: Int

    /// How many bytes of replies may be unsent before the connection must be cut; a single reply may be longer.
    package var unsentOutput: Int

    /// Limits, by default for any client.
    package init(
        message: JSONLimits = JSONLimits(), heldInput: Int = 1 << 18, repliesAhead: Int = 1 << 16,
        unsentOutput: Int = 1 << 22
    ) {
        self.message = message
        self.heldInput = heldInput
        self.repliesAhead = max(repliesAhead, 1)
        self.unsentOutput = unsentOutput
    }
}
