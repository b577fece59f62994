import Testing

@testable import ScreensVarlink

@Suite("A service's connection")
struct ServerConnectionTests {
    private func connection(_ limits: ConnectionLimits = ConnectionLimits()) throws -> ServerConnection {
        ServerConnection(service: try Lamps.service(), limits: limits)
    }

    @Test func givesOutACallWhenTheOneBeforeIsAnswered() throws {
        var connection = try connection()
        #expect(connection.nextCall() == nil)
        connection.receive([Lamps.list(), Lamps.off("a"), Lamps.off("b")])
        #expect(connection.nextCall() == Lamps.list())
        #expect(connection.nextCall() == nil)
        try connection.reply(Reply(["names": ["a"]]))
        #expect(connection.nextCall() == Lamps.off("a"))
        try connection.reply(VarlinkError("org.example.lamps.NoLamp", ["name": "a"]))
        #expect(connection.nextCall() == Lamps.off("b"))
        #expect(
            try connection.sendAll() == [
                Reply(["names": ["a"]]), Reply(VarlinkError("org.example.lamps.NoLamp", ["name": "a"])),
            ])
        try connection.reply(Reply())
        #expect(connection.nextCall() == nil)
        #expect(try connection.sendAll() == [Reply()])
        #expect(connection.cutReason == nil)
    }

    /// Files that come with calls are found by this count.
    @Test func countsTheMessagesThatItTakes() throws {
        var connection = try connection()
        connection.receive([Call("org.varlink.service.GetInfo"), Lamps.list(), Call("a.b.C"), Lamps.off("a")])
        #expect(connection.takenCount == 0)
        #expect(connection.nextCall() == Lamps.list())
        #expect(connection.takenCount == 2)
        try connection.reply(Reply(["names": []]))
        #expect(connection.nextCall() == Lamps.off("a"))
        #expect(connection.takenCount == 4)
    }

    @Test func takesCallsWhereverTheyAreSplit() throws {
        let bytes = Lamps.list().encoded + Lamps.off("a").encoded
        for split in 0...bytes.count {
            var connection = try connection()
            var calls: [Call] = []
            for piece in [bytes[..<split], bytes[split...]] {
                connection.receive(Array(piece))
                while let call = connection.nextCall() {
                    calls.append(call)
                    try connection.reply(Reply())
                }
            }
            #expect(calls == [Lamps.list(), Lamps.off("a")], "split at \(split)")
        }
    }

    @Test(
        arguments: [
            (
                Call("org.varlink.service.GetInfo"),
                Reply([
                    "vendor": "Example", "product": "Lamps", "version": "1.2", "url": "https://example.org",
                    "interfaces": ["org.varlink.service", "org.example.lamps"],
                ])
            ),
            (
                Call("org.varlink.service.GetInterfaceDescription", ["interface": "org.example.lamps"]),
                Reply(["description": .string(Lamps.definition)])
            ),
            (
                Call("org.varlink.service.GetInterfaceDescription", ["interface": "org.varlink.service"]),
                Reply(["description": .string(ServiceInterface.definition)])
            ),
            (
                Call("org.varlink.service.GetInterfaceDescription", ["interface": "org.example.lamp"]),
                Reply(.interfaceNotFound("org.example.lamp"))
            ),
            (Call("org.varlink.service.GetInterfaceDescription"), Reply(.invalidParameter("interface"))),
            (
                Call("org.varlink.service.GetInterfaceDescription", ["interface": 1]),
                Reply(.invalidParameter("interface"))
            ),
            (Call("org.varlink.service.GetInfo", ["x": 1]), Reply(.invalidParameter("x"))),
            (Call("org.varlink.service.Get"), Reply(.methodNotFound("org.varlink.service.Get"))),
            (
                Call("org.varlink.service.InvalidParameter"),
                Reply(.methodNotFound("org.varlink.service.InvalidParameter"))
            ),
            (Call("org.example.lamp.List"), Reply(.interfaceNotFound("org.example.lamp"))),
            (Call("org.example.lamps.list"), Reply(.methodNotFound("org.example.lamps.list"))),
            (Call("List"), Reply(.invalidParameter("method"))), (Call(""), Reply(.invalidParameter("method"))),
            (Call("org.example.lamps.Switch", ["name": "a"]), Reply(.invalidParameter("on"))),
            (Call("org.example.lamps.Switch", ["name": 1, "on": true]), Reply(.invalidParameter("name"))),
            (Call("org.example.lamps.List", ["all": true]), Reply(.invalidParameter("all"))),
            (Call("org.example.lamps.Watch"), Reply(.expectedMore)),
            (Call("org.example.lamps.Watch", ["name": 1]), Reply(.invalidParameter("name"))),
            (
                Call("org.example.lamps.List", wantsUpgrade: true),
                Reply(.methodNotImplemented("org.example.lamps.List"))
            ),
        ] as [(Call, Reply)])
    func answersCallsThatNeedNoOwner(call: Call, reply: Reply) throws {
        var connection = try connection()
        connection.receive([call])
        #expect(connection.nextCall() == nil)
        #expect(try connection.sendAll() == [reply])
        var quiet = call
        quiet.answer = .never
        quiet.wantsUpgrade = false
        connection.receive([quiet])
        if connection.nextCall() != nil { try connection.reply(Reply()) }
        #expect(connection.unsentByteCount == 0)
    }

    @Test func neverAnswersACallThatWantsNoAnswer() throws {
        var connection = try connection()
        connection.receive([Lamps.off("a", .never), Lamps.list()])
        #expect(connection.nextCall() == Lamps.off("a", .never))
        #expect(connection.nextCall() == nil)
        try connection.reply(Reply(continues: true))
        try connection.reply(.permissionDenied)
        #expect(connection.unsentByteCount == 0)
        #expect(connection.nextCall() == Lamps.list())
    }

    @Test func answersACallThatWantsMoreOften() throws {
        var connection = try connection()
        connection.receive([Lamps.watch, Lamps.list()])
        #expect(connection.nextCall() == Lamps.watch)
        for on in [true, false] {
            try connection.reply(Reply(["name": "a", "on": .bool(on)], continues: true))
            #expect(connection.nextCall() == nil)
        }
        try connection.reply(Reply(["name": "b", "on": true]))
        #expect(connection.nextCall() == Lamps.list())
        #expect(try connection.sendAll().map(\.continues) == [true, true, false])
    }

    @Test func refusesRepliesWithoutACall() throws {
        var connection = try connection()
        #expect(throws: ServerConnection.ReplyError.noCall) { try connection.reply(Reply()) }
        connection.receive([Lamps.list()])
        #expect(throws: ServerConnection.ReplyError.noCall) { try connection.reply(Reply()) }
        _ = connection.nextCall()
        #expect(throws: ServerConnection.ReplyError.calledOnce) { try connection.reply(Reply(continues: true)) }
        #expect(connection.unsentByteCount == 0)
        try connection.reply(Reply())
        #expect(throws: ServerConnection.ReplyError.noCall) { try connection.reply(Reply()) }
    }

    @Test(
        arguments: [
            (["interface a.b", "interface a.c", "interface a.b"], DefinitionError.Reason.duplicateName("a.b")),
            (["interface org.varlink.service"], .duplicateName("org.varlink.service")),
            (["interface a.b", "interface"], .invalidName("interface")),
        ] as [([String], DefinitionError.Reason)])
    func needsDefinitionsOfDifferentInterfaces(definitions: [String], reason: DefinitionError.Reason) {
        let error = #expect(throws: DefinitionError.self) {
            _ = try ServiceDescription(vendor: "", product: "", version: "", url: "", definitions: definitions)
        }
        #expect(error?.reason == reason)
    }

    @Test func isSmallWhileNothingIsUnderWay() throws {
        #expect(MemoryLayout<ServerConnection>.size <= 320)
    }
}
