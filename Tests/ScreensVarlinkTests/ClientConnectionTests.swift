import ScreensJSON
import Testing

@testable import ScreensVarlink

@Suite("A client's connection")
struct ClientConnectionTests {
    private func sent(_ connection: inout ClientConnection) -> [UInt8] {
        let bytes = connection.withUnsentBytes { $0.withUnsafeBufferPointer { Array($0) } }
        connection.markSent(bytes.count)
        return bytes
    }

    @Test func sendsCallsAndDistinguishesTheirAnswers() {
        var connection = ClientConnection()
        let numbers = [Lamps.list(), Lamps.off("a", .never), Lamps.watch, Lamps.off("b")].map { connection.send($0) }
        #expect(numbers == [1, nil, 2, 3])
        #expect(connection.unansweredCount == 3)
        #expect(
            sent(&connection) == Lamps.list().encoded + Lamps.off("a", .never).encoded + Lamps.watch.encoded
                + Lamps.off("b").encoded)
        let replies = [
            Reply(["names": []]), Reply(["on": true], continues: true), Reply(["on": false], continues: true), Reply(),
            Reply(VarlinkError("org.example.lamps.NoLamp")),
        ]
        for reply in replies { connection.receive(reply.encoded) }
        for (number, reply) in zip([1, 2, 2, 2, 3] as [UInt64], replies) {
            #expect(connection.nextAnswer() == ClientConnection.Answer(call: number, reply: reply))
        }
        #expect(connection.nextAnswer() == nil)
        #expect(connection.unansweredCount == 0)
        #expect(connection.failure == nil)
        connection.endInput()
        #expect(connection.nextAnswer() == nil)
        #expect(connection.failure == nil)
    }

    @Test func neverRequestsAnotherProtocol() throws {
        var connection = ClientConnection()
        connection.send(Call("a.B", wantsUpgrade: true))
        #expect(sent(&connection) == Call("a.B").encoded)
    }

    @Test func takesRepliesWhereverTheyAreSplit() {
        let bytes = Reply(["a": 1], continues: true).encoded + Reply(["a": 2]).encoded
        for split in 0...bytes.count {
            var connection = ClientConnection()
            connection.send(Lamps.watch)
            connection.receive(Array(bytes[..<split]))
            var found: [JSONValue?] = []
            while let answer = connection.nextAnswer() { found.append(answer.reply.parameters["a"]) }
            connection.receive(Array(bytes[split...]))
            while let answer = connection.nextAnswer() { found.append(answer.reply.parameters["a"]) }
            #expect(found == [1, 2], "split at \(split)")
        }
    }

    @Test(
        arguments: [
            ([], "{}\0", false, CutReason.unexpectedReply), ([Lamps.list(.never)], "{}\0", false, .unexpectedReply),
            ([Lamps.list()], #"{"continues":true}"# + "\0", false, .unexpectedContinuation),
            ([Lamps.list()], "[]\0", false, .malformedMessage(.notAnObject)),
            ([Lamps.list()], "\0", false, .malformedMessage(.json(JSONError(reason: .incomplete, offset: 0)))),
            ([Lamps.list()], String(repeating: " ", count: 101), false, .overlongMessage(limit: 100)),
            ([Lamps.list()], "", true, .unansweredCalls(1)),
            ([Lamps.list(), Lamps.watch], "{}", true, .truncatedMessage),
            ([Lamps.watch], #"{"continues":true}"# + "\0", true, .unansweredCalls(1)),
            ([], "{", true, .truncatedMessage),
        ] as [([Call], String, Bool, CutReason)])
    func failsIfTheServiceIsWrong(calls: [Call], text: String, ends: Bool, failure: CutReason) {
        var connection = ClientConnection(limits: JSONLimits(bytes: 100))
        for call in calls { connection.send(call) }
        connection.receive(Array(text.utf8))
        if ends { connection.endInput() }
        while connection.nextAnswer() != nil {}
        #expect(connection.failure == failure)
        connection.receive(Reply().encoded)
        #expect(connection.nextAnswer() == nil)
        #expect(connection.failure == failure)
    }

    @Test func givesOutAnswersThatCameBeforeTheEnd() {
        var connection = ClientConnection()
        for _ in 0..<3 { connection.send(Lamps.list()) }
        connection.receive(Reply(["a": 1]).encoded + Reply(["a": 2]).encoded)
        connection.endInput()
        #expect(connection.nextAnswer()?.call == 1)
        #expect(connection.failure == nil)
        #expect(connection.nextAnswer()?.call == 2)
        #expect(connection.nextAnswer() == nil)
        #expect(connection.failure == .unansweredCalls(1))
    }

    @Test func mayHaveManyCallsUnanswered() {
        var connection = ClientConnection()
        let numbers = (0..<10_000).compactMap { _ in connection.send(Lamps.list()) }
        var answered: [UInt64] = []
        for _ in numbers {
            connection.receive(Reply().encoded)
            if let answer = connection.nextAnswer() { answered.append(answer.call) }
        }
        #expect(answered == numbers)
        #expect(connection.unansweredCount == 0)
    }
}
