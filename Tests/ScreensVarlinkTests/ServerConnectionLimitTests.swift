import ScreensJSON
import Testing

@testable import ScreensVarlink

@Suite("A service's connection with a hostile client")
struct ServerConnectionLimitTests {
    private func connection(_ limits: ConnectionLimits = ConnectionLimits()) throws -> ServerConnection {
        ServerConnection(service: try Lamps.service(), limits: limits)
    }

    @Test(
        arguments: [
            ("\0", CutReason.malformedMessage(.json(JSONError(reason: .incomplete, offset: 0)))),
            ("[]\0", .malformedMessage(.notAnObject)), ("{}\0", .malformedMessage(.missing("method"))),
            ("GET / HTTP/1.1\r\n\0", .malformedMessage(.json(JSONError(reason: .unexpectedByte, offset: 0)))),
            (String(repeating: "x", count: 2000), .overlongMessage(limit: 1024)),
            (
                String(repeating: "[", count: 1000) + "\0",
                .malformedMessage(.json(JSONError(reason: .tooDeep, offset: 64)))
            ),
        ] as [(String, CutReason)])
    func isCutIfTheInputIsNotACall(text: String, reason: CutReason) throws {
        var connection = try connection(ConnectionLimits(message: JSONLimits(bytes: 1024)))
        connection.receive(Lamps.list().encoded)
        #expect(connection.nextCall() == Lamps.list())
        try connection.reply(Reply())
        connection.receive(Array(text.utf8))
        connection.receive(Lamps.list().encoded)
        #expect(connection.nextCall() == nil)
        #expect(connection.cutReason == reason)
        #expect(!connection.wantsInput)
        connection.receive(Lamps.list().encoded)
        #expect(connection.nextCall() == nil)
        #expect(try connection.sendAll() == [Reply()])
    }

    @Test func takesTheLastReplyOfACallThatOutlivesIt() throws {
        var connection = try connection(ConnectionLimits(message: JSONLimits(bytes: 1024)))
        connection.receive(Lamps.list().encoded)
        _ = connection.nextCall()
        connection.receive([UInt8](repeating: 1, count: 1025))
        #expect(connection.isToBeCut)
        try connection.reply(Reply())
        #expect(connection.unsentByteCount == 0)
        #expect(throws: ServerConnection.ReplyError.noCall) { try connection.reply(Reply()) }
    }

    @Test func wantsNoMoreInputWhileManyCallsWait() throws {
        let call = Lamps.list().encoded
        var connection = try connection(ConnectionLimits(heldInput: 4 * call.count))
        var sent = 0
        while connection.wantsInput {
            connection.receive(call)
            sent += 1
        }
        #expect(sent == 4)
        #expect(connection.nextCall() == Lamps.list())
        #expect(connection.wantsInput)
        connection.receive(call)
        #expect(!connection.wantsInput)
        for _ in 0..<5 {
            try connection.reply(Reply())
            _ = connection.nextCall()
        }
        #expect(connection.wantsInput)
        #expect(try connection.sendAll().count == 5)
    }

    @Test func wantsInputUntilALongCallIsWhole() throws {
        var connection = try connection(ConnectionLimits(heldInput: 16))
        let call = Lamps.off(String(repeating: "a", count: 1000))
        for byte in call.encoded {
            #expect(connection.wantsInput)
            connection.receive([byte])
        }
        #expect(!connection.wantsInput)
        #expect(connection.nextCall() == call)
    }

    @Test func answersNoFasterThanItsClientReads() throws {
        var connection = try connection(ConnectionLimits(repliesAhead: 5000, unsentOutput: 10_000))
        let call = Call("org.varlink.service.GetInterfaceDescription", ["interface": "org.varlink.service"])
        for _ in 0..<1000 { connection.receive(call.encoded) }
        let reply = Reply(["description": .string(ServiceInterface.definition)])
        var replies = 0
        while replies < 1000 {
            #expect(connection.nextCall() == nil)
            #expect(connection.unsentByteCount < 5000 + reply.encoded.count)
            let sent = try connection.sendAll()
            guard !sent.isEmpty else { break }
            replies += sent.count
        }
        #expect(replies == 1000)
        #expect(connection.cutReason == nil)
    }

    @Test func isCutIfItsClientDoesNotRead() throws {
        var connection = try connection(ConnectionLimits(unsentOutput: 1000))
        connection.receive(Lamps.watch.encoded)
        _ = connection.nextCall()
        let reply = Reply(["name": .string(String(repeating: "x", count: 100)), "on": true], continues: true)
        let length = reply.encoded.count
        var sent = 0
        while !connection.isToBeCut, sent < 100 {
            try connection.reply(reply)
            sent += 1
            #expect(connection.unsentByteCount <= 1000)
        }
        #expect(sent == 1000 / length + 1)
        #expect(connection.cutReason == .unreadReplies(bytes: 1000 / length * length))
        #expect(connection.unsentByteCount == 0)
    }

    @Test func mayHaveOneReplyBeyondTheLimitOfUnreadBytes() throws {
        var connection = try connection(ConnectionLimits(unsentOutput: 1000))
        connection.receive([Lamps.watch])
        _ = connection.nextCall()
        let reply = Reply(["name": .string(String(repeating: "x", count: 5000)), "on": true], continues: true)
        try connection.reply(reply)
        #expect(!connection.isToBeCut)
        #expect(try connection.sendAll() == [reply])
        try connection.reply(reply)
        try connection.reply(Reply(continues: true))
        #expect(connection.cutReason == .unreadReplies(bytes: reply.encoded.count))
    }

    @Test func replacesAReplyOfWhichNothingIsSent() throws {
        var connection = try connection(ConnectionLimits(unsentOutput: 1000))
        connection.receive([Lamps.watch])
        _ = connection.nextCall()
        let states = (0..<100).map { Reply(["name": .string("lamp\($0)"), "on": true], continues: true) }
        #expect(!connection.hasUnsentReply)
        try connection.reply(states[0])
        for state in states[1...] {
            #expect(connection.hasUnsentReply)
            try connection.reply(state, replacingUnsent: true)
        }
        #expect(connection.unsentByteCount == states[99].encoded.count)
        connection.markSent(1)
        #expect(!connection.hasUnsentReply)
        try connection.reply(states[1], replacingUnsent: true)
        try connection.reply(states[2], replacingUnsent: true)
        connection.markSent(states[99].encoded.count - 1)
        #expect(connection.hasUnsentReply)
        #expect(try connection.sendAll() == [states[2]])
        try connection.reply(states[3])
        try connection.reply(Reply(["name": "end", "on": true]), replacingUnsent: true)
        #expect(!connection.hasUnsentReply)
        #expect(try connection.sendAll() == [Reply(["name": "end", "on": true])])
    }

    @Test func neverReplacesARepliesOfAnotherCall() throws {
        var connection = try connection()
        connection.receive([Lamps.watch, Lamps.watch])
        _ = connection.nextCall()
        try connection.reply(Reply(["name": "a", "on": true]))
        _ = connection.nextCall()
        #expect(!connection.hasUnsentReply)
        try connection.reply(Reply(["name": "b", "on": true], continues: true), replacingUnsent: true)
        #expect(try connection.sendAll().map { $0.parameters["name"] } == ["a", "b"])
    }

    @Test func answersAClientThatSendsNoMore() throws {
        var connection = try connection()
        connection.receive([Lamps.list(), Lamps.off("a")])
        connection.endInput()
        #expect(!connection.wantsInput)
        for _ in 0..<2 {
            #expect(!connection.isFinished)
            #expect(connection.nextCall() != nil)
            #expect(!connection.isFinished)
            try connection.reply(Reply())
            #expect(!connection.isFinished)
            #expect(try connection.sendAll() == [Reply()])
        }
        #expect(connection.nextCall() == nil)
        #expect(connection.isFinished)
        #expect(connection.cutReason == nil)
    }

    @Test func isCutIfItsClientEndsWithinACall() throws {
        var connection = try connection()
        connection.receive(Lamps.list().encoded + Lamps.list().encoded.dropLast())
        connection.endInput()
        #expect(connection.nextCall() == Lamps.list())
        #expect(connection.cutReason == nil)
        try connection.reply(Reply())
        #expect(connection.nextCall() == nil)
        #expect(connection.cutReason == .truncatedMessage)
    }

    @Test func saysWhyItIsCutWithoutTheClientsBytes() {
        let reasons: [(CutReason, String)] = [
            (
                .malformedMessage(.wrongType("more")),
                "the peer sent bytes that are not a message (`more` has the wrong type)"
            ),
            (.overlongMessage(limit: 7), "the peer sent a message of more than 7 bytes"),
            (.unreadReplies(bytes: 7), "the peer left 7 bytes unread"),
            (
                .malformedMessage(.json(JSONError(reason: .tooDeep, offset: 64))),
                "the peer sent bytes that are not a message (not JSON: the document is nested too deeply, at byte 64)"
            ),
        ]
        for (reason, text) in reasons { #expect(reason.description == text) }
    }
}
