import ScreensJSON
import Testing

@testable import ScreensVarlink

@Suite("Messages")
struct MessageTests {
    @Test(
        arguments: [
            (#"{"method":"a.B"}"#, Call("a.B")), (#"{"method":"a.B","parameters":null,"more":null}"#, Call("a.B")),
            (#"{"method":"a.B","parameters":{}}"#, Call("a.B")),
            (#"{"method":"a.b.C","parameters":{"x":[1]}}"#, Call("a.b.C", ["x": [1]])),
            (#"{"method":"a.B","more":true}"#, Call("a.B", answer: .more)),
            (#"{"method":"a.B","oneway":true,"more":false}"#, Call("a.B", answer: .never)),
            (#"{"method":"a.B","upgrade":true}"#, Call("a.B", wantsUpgrade: true)),
            (#"{"method":"","org.example.trace":7}"#, Call("")),
        ] as [(String, Call)])
    func areCalls(text: String, call: Call) throws {
        #expect(try Call(decoding: Array(text.utf8)) == call)
    }

    @Test(
        arguments: [
            ("[]", MessageError.notAnObject), ("1", .notAnObject), ("{}", .missing("method")),
            (#"{"method":null}"#, .missing("method")), (#"{"method":1}"#, .wrongType("method")),
            (#"{"method":"a.B","parameters":[]}"#, .wrongType("parameters")),
            (#"{"method":"a.B","more":1}"#, .wrongType("more")),
            (#"{"method":"a.B","oneway":"true"}"#, .wrongType("oneway")),
            (#"{"method":"a.B","upgrade":{}}"#, .wrongType("upgrade")),
            (#"{"method":"a.B","oneway":true,"more":true}"#, .contradictory("oneway", "more")),
            (#"{"method":"a.B","oneway":true,"upgrade":true}"#, .contradictory("oneway", "upgrade")),
            (#"{"method":"a.B","more":true,"upgrade":true}"#, .contradictory("more", "upgrade")),
            ("", .json(JSONError(reason: .incomplete, offset: 0))),
            ("{", .json(JSONError(reason: .incomplete, offset: 1))),
            (#"{"method":"a.B","method":"a.C"}"#, .json(JSONError(reason: .duplicateName, offset: 16))),
        ] as [(String, MessageError)])
    func areRefusedAsCalls(text: String, error: MessageError) {
        #expect(throws: error) { _ = try Call(decoding: Array(text.utf8)) }
    }

    @Test(
        arguments: [
            (Call("a.B"), #"{"method":"a.B"}"#), (Call("a.B", ["x": 1]), #"{"method":"a.B","parameters":{"x":1}}"#),
            (Call("a.B", answer: .more), #"{"method":"a.B","more":true}"#),
            (Call("a.B", answer: .never), #"{"method":"a.B","oneway":true}"#),
            (Call("a.B", wantsUpgrade: true), #"{"method":"a.B","upgrade":true}"#),
            (Call("a.\0B"), #"{"method":"a.\u0000B"}"#),
        ] as [(Call, String)])
    func ofCallsEndWithOneNUL(call: Call, text: String) {
        #expect(call.encoded == Array(text.utf8) + [0])
    }

    @Test(
        arguments: [
            (Reply(), "{}"), (Reply(["a": nil]), #"{"parameters":{"a":null}}"#),
            (Reply(["a": 1], continues: true), #"{"continues":true,"parameters":{"a":1}}"#),
            (Reply(.expectedMore), #"{"error":"org.varlink.service.ExpectedMore"}"#),
            (Reply(.permissionDenied), #"{"error":"org.varlink.service.PermissionDenied"}"#),
            (
                Reply(.invalidParameter("x")),
                #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"x"}}"#
            ),
            (
                Reply(.interfaceNotFound("a.b")),
                #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"a.b"}}"#
            ),
            (
                Reply(.methodNotFound("a.B")),
                #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"a.B"}}"#
            ),
            (
                Reply(.methodNotImplemented("a.B")),
                #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"a.B"}}"#
            ),
            (Reply(VarlinkError("a.Gone", ["why": "so"])), #"{"error":"a.Gone","parameters":{"why":"so"}}"#),
        ] as [(Reply, String)])
    func areReplies(reply: Reply, text: String) throws {
        #expect(reply.encoded == Array(text.utf8) + [0])
        #expect(try Reply(decoding: Array(text.utf8)) == reply)
    }

    @Test(
        arguments: [
            ("null", MessageError.notAnObject), (#"{"error":1}"#, .wrongType("error")),
            (#"{"continues":"yes"}"#, .wrongType("continues")), (#"{"parameters":1}"#, .wrongType("parameters")),
            (#"{"continues":true,"error":"a.B"}"#, .contradictory("continues", "error")),
        ] as [(String, MessageError)])
    func areRefusedAsReplies(text: String, error: MessageError) {
        #expect(throws: error) { _ = try Reply(decoding: Array(text.utf8)) }
    }

    @Test(
        arguments: [
            ("org.varlink.service.GetInfo", "org.varlink.service", "GetInfo"), ("a.B", "a", "B"), ("B", nil, nil),
            ("", nil, nil),
            (".B", nil, nil), ("a.", nil, nil), (".", nil, nil), ("a..B", "a.", "B"),
        ] as [(String, String?, String?)])
    func nameTheMethodBehindTheLastDot(method: String, interface: String?, member: String?) {
        #expect(Call(method).interface == interface)
        #expect(Call(method).member == member)
    }

    @Test func nameTheErrorOfACall() {
        #expect(Reply(["a": 1]).error == nil)
        #expect(Reply(.methodNotFound("a.B")).error == .methodNotFound("a.B"))
        #expect(VarlinkError.methodNotFound("a.B").member == "MethodNotFound")
        #expect(VarlinkError("odd").description == "odd")
        #expect(VarlinkError("a.B", ["c": 1]).description == #"a.B {"c":1}"#)
    }

    @Test func areNotRepeatedInTheirErrors() {
        let error = #expect(throws: MessageError.self) {
            _ = try Call(decoding: Array("{\"method\":\"evil\u{1B}".utf8) + [0x1B, 0x22])
        }
        #expect(error.map { $0.description.utf8.allSatisfy { $0 >= 0x20 } } == true)
    }
}
