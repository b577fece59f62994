import JSON

/// A connection to a service as its client sees it: calls in, bytes out, bytes in, replies out.
///
/// Has no socket, clock or thread, like ``ServerConnection``. Calls may be sent before earlier ones are answered; the
/// service answers them in their order.
///
/// A value; it has no thread of its own.
public struct ClientConnection: Sendable {
    /// Why the connection is of no more use, if it is.
    public private(set) var failure: CutReason?

    private let limits: JSONLimits
    private var input: MessageBuffer
    private var output = OutputQueue()
    private var waiting: [Waiting] = []
    /// The first of ``waiting`` that is not answered: what is before it is cleared away now and then.
    private var firstWaiting = 0
    private var lastNumber: UInt64 = 0
    private var hasInputEnded = false

    /// A connection on which nothing has been called yet.
    ///
    /// - Parameter limits: those of a reply.
    public init(limits: JSONLimits = JSONLimits(bytes: 1 << 24, values: 1 << 20)) {
        self.limits = limits
        input = MessageBuffer(longestMessage: limits.bytes)
    }

    private struct Waiting: Sendable {
        let number: UInt64
        let mayContinue: Bool
    }

    /// A reply and the call it belongs to.
    public struct Answer: Sendable, Hashable {
        /// The number that ``ClientConnection/send(_:)`` gave the call.
        public let call: UInt64
        /// What the service replies; a call that failed has ``Reply/error``.
        public let reply: Reply
    }
}

// MARK: - Calls

extension ClientConnection {
    /// Queues a call, and gives the number by which its answers are told; nil where it wants none.
    ///
    /// ``Call/wantsUpgrade`` is not sent: this connection speaks no other protocol.
    @discardableResult
    public mutating func send(_ call: Call) -> UInt64? {
        var call = call
        call.wantsUpgrade = false
        output.append(call.encoded)
        guard call.answer != .never else { return nil }
        lastNumber += 1
        waiting.append(Waiting(number: lastNumber, mayContinue: call.answer == .more))
        return lastNumber
    }

    /// How many calls wait for their last reply.
    public var unansweredCount: Int { waiting.count - firstWaiting }

    /// How many bytes of calls are not sent.
    public var unsentByteCount: Int { output.byteCount }

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

// MARK: - Replies

extension ClientConnection {
    /// Takes in what the service has sent.
    public mutating func receive(_ bytes: Span<UInt8>) {
        guard failure == nil, !hasInputEnded else { return }
        do {
            try input.append(bytes)
        } catch {
            failure = .overlongMessage(limit: error.limit)
        }
    }

    /// Takes in what the service has sent, as for a span of it.
    public mutating func receive(_ bytes: [UInt8]) {
        receive(bytes.span)
    }

    /// Takes in that the service sends no more; what has come is still given out.
    public mutating func endInput() {
        hasInputEnded = true
    }

    /// The next reply that has come, if there is one.
    ///
    /// To be called until there is none; then ``failure`` says whether there may come more.
    public mutating func nextAnswer() -> Answer? {
        guard failure == nil else { return nil }
        guard let message = input.next() else {
            if hasInputEnded, input.hasPartialMessage {
                failure = .truncatedMessage
            } else if hasInputEnded, unansweredCount > 0 {
                failure = .unansweredCalls(unansweredCount)
            }
            return nil
        }
        do throws(MessageError) {
            return match(try Reply(decoding: message, limits: limits))
        } catch {
            failure = .malformedMessage(error)
            return nil
        }
    }

    private mutating func match(_ reply: Reply) -> Answer? {
        guard unansweredCount > 0 else {
            failure = .unexpectedReply
            return nil
        }
        let call = waiting[firstWaiting]
        guard call.mayContinue || !reply.continues else {
            failure = .unexpectedContinuation
            return nil
        }
        if !reply.continues { removeFirstWaiting() }
        return Answer(call: call.number, reply: reply)
    }

    private mutating func removeFirstWaiting() {
        firstWaiting += 1
        if firstWaiting >= waiting.count / 2 {
            waiting.removeFirst(firstWaiting)
            firstWaiting = 0
        }
    }
}
