import ScreensJSON

/// The client's end of a connection: calls in, bytes out, bytes in, replies out.
///
/// Like ``ServerConnection`` it has no socket, clock or thread. Calls may be sent before earlier ones are answered; the
/// service answers them in order.
///
/// The connection is a value and belongs to no thread.
package struct ClientConnection: Sendable {
    /// The reason why the connection can no longer be used; nil while it can.
    package private(set) var failure: CutReason?

    private let limits: JSONLimits
    private var input: MessageBuffer
    private var output = OutputQueue()
    private var waiting: [Waiting] = []
    /// The index of the first unanswered call in ``waiting``. Earlier ones are removed now and then.
    private var firstWaiting = 0
    private var lastNumber: UInt64 = 0
    private var hasInputEnded = false

    /// Makes a connection without calls.
    ///
    /// - Parameter limits: the limits of one reply.
    package init(limits: JSONLimits = JSONLimits(bytes: 1 << 24, values: 1 << 20)) {
        self.limits = limits
        input = MessageBuffer(longestMessage: limits.bytes)
    }

    private struct Waiting: Sendable {
        let number: UInt64
        let mayContinue: Bool
    }

    /// A reply and its call.
    package struct Answer: Sendable, Hashable {
        /// The number of the call, from ``ClientConnection/send(_:)``.
        package let call: UInt64
        /// The reply; after a failed call it has ``Reply/error``.
        package let reply: Reply
    }
}

// MARK: - Calls

extension ClientConnection {
    /// Queues a call and returns its number, which its answers carry; nil if the call requests no answer.
    ///
    /// ``Call/wantsUpgrade`` is not sent: this connection has no other protocol.
    @discardableResult
    package mutating func send(_ call: Call) -> UInt64? {
        var call = call
        call.wantsUpgrade = false
        output.append(call.encoded)
        guard call.answer != .never else { return nil }
        lastNumber += 1
        waiting.append(Waiting(number: lastNumber, mayContinue: call.answer == .more))
        return lastNumber
    }

    /// The number of calls that have not had their last reply.
    package var unansweredCount: Int { waiting.count - firstWaiting }

    /// The number of bytes of calls that have not been sent.
    package var unsentByteCount: Int { output.byteCount }

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

// MARK: - Replies

extension ClientConnection {
    /// Receives bytes from the service.
    package mutating func receive(_ bytes: Span<UInt8>) {
        guard failure == nil, !hasInputEnded else { return }
        do {
            try input.append(bytes)
        } catch {
            failure = .overlongMessage(limit: error.limit)
        }
    }

    /// Receives bytes from the service in an array.
    package mutating func receive(_ bytes: [UInt8]) {
        receive(bytes.span)
    }

    /// Records that the service sends no more. ``nextAnswer()`` still returns replies that have arrived.
    package mutating func endInput() {
        hasInputEnded = true
    }

    /// Returns the next reply that has arrived; nil if there is none.
    ///
    /// Call it until it returns nil; more replies may come if ``failure`` is then nil.
    package mutating func nextAnswer() -> Answer? {
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
