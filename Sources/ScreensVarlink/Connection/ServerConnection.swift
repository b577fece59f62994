import ScreensJSON

/// The service's end of a connection: bytes in, calls out one after the other, replies in, bytes out.
///
/// It has no socket, clock or thread: its owner reads, writes and waits, and then does the following.
///
/// 1. While ``wantsInput``, wait for bytes and pass them to ``receive(_:)``; at their end, call ``endInput()``.
/// 2. Call ``nextCall()`` until it returns nil, after ``receive(_:)``, ``endInput()``, a last reply and
///    ``markSent(_:)``.
/// 3. Answer each call with ``reply(_:replacingUnsent:)``, at once or later.
/// 4. While ``unsentByteCount`` is above zero, wait until the socket accepts bytes, write the bytes of
///    ``withUnsentBytes(_:)`` and pass the number written to ``markSent(_:)``.
/// 5. Close the socket when ``isToBeCut`` or ``isFinished``.
///
/// The connection is a value and belongs to no thread. It is small while it is idle.
package struct ServerConnection: Sendable {
    /// The reason why the connection must be cut, for the log; nil while it must not.
    ///
    /// The remaining bytes of ``withUnsentBytes(_:)`` may be written once before the cut, without waiting.
    package private(set) var cutReason: CutReason?

    /// The number of messages of the client that were taken: returned by ``nextCall()``, or answered here.
    package private(set) var takenCount: UInt64 = 0

    private let service: ServiceDescription
    private let limits: ConnectionLimits
    private var input: MessageBuffer
    private var output = OutputQueue()
    /// The way to answer the owner's open call; nil if there is none.
    private var open: Call.Answer?
    private var hasInputEnded = false

    /// Makes a connection without calls.
    package init(service: ServiceDescription, limits: ConnectionLimits = ConnectionLimits()) {
        self.service = service
        self.limits = limits
        input = MessageBuffer(longestMessage: limits.message.bytes)
    }

    /// The reason why a reply does not answer the open call. It is a bug of the owner, and the reply changes nothing.
    package enum ReplyError: Error, Sendable, Hashable {
        /// No call is open: none has arrived, or its last reply was sent.
        case noCall
        /// The reply announces more, but the call allows only one.
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

    /// Whether calls have arrived that ``nextCall()`` has not returned yet.
    package var hasWaitingCalls: Bool { !isToBeCut && input.messageCount > 0 }

    /// Whether the owner must read more now.
    ///
    /// It is false while many calls wait behind the open one. `EPOLLHUP` still reports that a client has closed.
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

    /// Receives bytes from the client in an array.
    package mutating func receive(_ bytes: [UInt8]) {
        receive(bytes.span)
    }

    /// Records that the client sends no more. Its calls are still answered.
    package mutating func endInput() {
        hasInputEnded = true
    }

    /// Returns the next call that the owner must answer; nil if there is none, or the previous one is still open.
    ///
    /// Its interface, its method and its parameters are declared. The connection itself answers calls of
    /// `org.varlink.service`, and of undeclared methods.
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
    /// Whether the open call has a reply that another may replace, because none of it has been sent.
    ///
    /// This is for calls with ``Call/Answer/more``: such a reply may be out of date. Only the owner knows whether a
    /// newer one replaces it, contains it or follows it.
    package var hasUnsentReply: Bool { output.replaceableCount != nil }

    /// The number of bytes of replies that have not been sent.
    package var unsentByteCount: Int { output.byteCount }

    /// The number of unsent bytes that no other connection has.
    package var ownUnsentByteCount: Int { output.ownByteCount }

    /// Answers the open call. A reply that does not continue ends the call.
    ///
    /// A call that requests no answer must be answered as well; nothing is sent. If the client has left too many bytes
    /// unread, the reply is dropped, and the connection must be cut.
    ///
    /// - Parameter replacingUnsent: whether this reply replaces the reply of ``hasUnsentReply``.
    /// - Throws: ``ReplyError`` if this does not answer the open call.
    package mutating func reply(_ reply: Reply, replacingUnsent: Bool = false) throws(ReplyError) {
        guard let answer = open else { throw .noCall }
        guard !reply.continues || answer != .once else { throw .calledOnce }
        if !reply.continues { open = nil }
        guard answer != .never, !isToBeCut else { return }
        if replacingUnsent { output.removeReplaceable() }
        let message = reply.encoded
        let unsent = output.byteCount
        // A reply may be longer than the limit of unread bytes.
        guard unsent == 0 || unsent + message.count <= limits.unsentOutput else {
            return cut(.unreadReplies(bytes: unsent))
        }
        output.append(message, isReplaceable: reply.continues, shared: reply.shared)
    }

    /// Answers the open call with an error.
    ///
    /// - Throws: ``ReplyError`` if no call is open.
    package mutating func reply(_ error: VarlinkError) throws(ReplyError) {
        try reply(Reply(error))
    }

    /// Passes the bytes to send next to a closure; they are valid until it returns. More bytes may follow when these
    /// are sent.
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

    /// The number of bytes of waiting calls above which ``ServerConnection/wantsInput`` is false.
    package var heldInput: Int

    /// The number of unsent bytes of replies above which the next call must wait.
    ///
    /// It slows down a client that calls much and reads slowly, without cutting it off.
    package var repliesAhead: Int

    /// The number of unsent bytes of replies above which the connection must be cut; a single reply may be longer.
    package var unsentOutput: Int

    /// Makes limits, by default for any client.
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
