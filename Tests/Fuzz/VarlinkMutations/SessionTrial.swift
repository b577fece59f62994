import EDIDMutations
import ScreensJSON
import ScreensVarlink

/// A trial that plays inputs against the protocol, and looks for violations besides traps.
package struct SessionTrial: Sendable {
    /// The counts of steps, which show that the inputs reach everything.
    package private(set) var counts = Counts()

    /// The rules that were broken.
    package private(set) var violations: [String] = []

    private let service: ServiceDescription
    private let limits = ConnectionLimits(
        message: JSONLimits(bytes: 4096, depth: 16, values: 500), heldInput: 2048, repliesAhead: 2048,
        unsentOutput: 8192)
    private var random: Xorshift

    /// The number of times that each step happened.
    package struct Counts: Sendable {
        /// Calls that the owner had to answer.
        package var calls = 0
        /// Replies that clients got.
        package var replies = 0
        /// Connections that were cut.
        package var cuts = 0
        /// Documents and definitions that were read.
        package var documents = 0
    }

    /// Makes a trial that splits and answers at random; the same seed gives the same trial.
    package init(seed: UInt64) throws(DefinitionError) {
        random = Xorshift(seed: seed)
        service = try ServiceDescription(
            vendor: "v", product: "p", version: "1", url: "u", definitions: [SessionSeeds.definition])
    }

    private mutating func require(_ condition: Bool, _ violation: String) {
        if !condition, violations.count < 20 { violations.append(violation) }
    }

    /// Plays the bytes of a client.
    package mutating func playClient(_ bytes: [UInt8]) {
        var connection = ServerConnection(service: service, limits: limits)
        var output = MessageBuffer(longestMessage: 1 << 16)
        var position = 0
        while position < bytes.count, connection.wantsInput {
            let end = min(position + 1 + random.below(600), bytes.count)
            connection.receive(Array(bytes[position..<end]))
            position = end
            answerCalls(of: &connection)
            if random.below(3) > 0 { drain(&connection, into: &output) }
        }
        if position == bytes.count { connection.endInput() }
        repeat {
            answerCalls(of: &connection)
            drain(&connection, into: &output)
        } while !connection.isToBeCut && !connection.isFinished && position == bytes.count && output.messageCount < 9999
        counts.cuts += connection.isToBeCut ? 1 : 0
        while let message = output.next() {
            counts.replies += 1
            require((try? Reply(decoding: message)) != nil, "a reply that cannot be decoded")
        }
        require(!output.hasPartialMessage || connection.isToBeCut, "half a reply")
    }

    private mutating func answerCalls(of connection: inout ServerConnection) {
        while let call = connection.nextCall() {
            counts.calls += 1
            let interface = call.interface.flatMap { service.interface($0) }
            let method = call.member.flatMap { interface?.method($0) }
            if let interface, let method {
                require(interface.firstInvalid(of: call.parameters, as: method.input) == nil, "a wrong parameter")
            } else {
                require(false, "a call of what is not declared")
            }
            require(connection.nextCall() == nil, "two calls at once")
            do throws(ServerConnection.ReplyError) {
                if call.answer != .once {
                    for _ in 0..<random.below(6) {
                        try connection.reply(
                            Reply(call.parameters, continues: true), replacingUnsent: random.below(2) == 0)
                        require(connection.unsentByteCount <= 1 << 15, "too much is held")
                    }
                }
                try connection.reply(random.below(2) == 0 ? Reply(call.parameters) : Reply(.permissionDenied))
            } catch {
                require(false, "a reply that was refused")
            }
        }
    }

    private mutating func drain(_ connection: inout ServerConnection, into output: inout MessageBuffer) {
        let count = random.below(4) == 0 ? random.below(connection.unsentByteCount + 1) : connection.unsentByteCount
        let bytes = connection.withUnsentBytes { span in (0..<count).map { span[$0] } }
        connection.markSent(count)
        let taken: Void? = try? output.append(bytes)
        require(taken != nil, "a reply that is too long")
    }

    /// Plays the bytes of a service.
    package mutating func playService(_ bytes: [UInt8]) {
        var connection = ClientConnection(limits: limits.message)
        for call in SessionSeeds.openCalls { connection.send(call) }
        var (position, last): (Int, UInt64) = (0, 1)
        while position < bytes.count {
            let end = min(position + 1 + random.below(600), bytes.count)
            connection.receive(Array(bytes[position..<end]))
            position = end
            while let answer = connection.nextAnswer() {
                counts.replies += 1
                require(answer.call >= last && answer.call <= last + 1, "an answer out of turn")
                last = answer.call
            }
        }
        connection.endInput()
        while connection.nextAnswer() != nil { require(false, "an answer that was there before") }
        require(connection.failure != nil || connection.unansweredCount == 0, "a call without answer")
        counts.cuts += connection.failure == nil ? 0 : 1
    }

    /// Reads the bytes as JSON and as a definition.
    package mutating func read(_ bytes: [UInt8]) {
        for message in bytes.split(separator: 0).prefix(10) {
            guard let value = try? JSONValue(decoding: Array(message), limits: limits.message) else { continue }
            counts.documents += 1
            require(
                (try? JSONValue(decoding: value.encoded, limits: JSONLimits())) == value,
                "another value when read again")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(DefinitionError) {
            let interface = try Interface(definition: text)
            counts.documents += 1
            for method in interface.methods {
                _ = interface.firstInvalid(of: [:], as: method.input)
                require(interface.method(method.name) == method, "a method that is not found")
            }
        } catch {
            let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            require(
                (1...lines.count).contains(error.line)
                    && (1...(lines[error.line - 1].count + 1)).contains(error.column),
                "an error outside of the text")
        }
    }
}
