import Testing

@testable import ScreensVarlink

@Suite("Definitions of interfaces")
struct DefinitionTests {
    private let example = """
        # Talks of lamps.
        #
        #   On two lines.
        interface org.example.lamp-2.Lamps # not this

        # A comment that stands alone.

        # A colour.
        type Colour (red: float, green: float, blue: float)
        type Kind (bulb, neon_tube, LED)
        type Lamp (
          name: string,     # what it is called
          kind: Kind,
          colour: ?Colour, tags: [string](), history: []?[string][]int,
          more: ?(left: int, right: ?[]Lamp), raw: object, type: bool, method: (interface, error)
        )
        # All lamps.
        method List()->(lamps:[]Lamp)    # of the house
        error Broken()
            # Switches one.
        method Switch(name: string, on: bool) -> ()
        # There is none.\r
        error NoLamp (name: string)
        """

    @Test func areRead() throws {
        let lamps = try Interface(definition: example)
        #expect(lamps.name == "org.example.lamp-2.Lamps")
        #expect(lamps.documentation == "Talks of lamps.\n\n  On two lines.")
        #expect(lamps.text == example)
        #expect(lamps.methods.map(\.name) == ["List", "Switch"])
        #expect(lamps.methods.map(\.documentation) == ["All lamps.", "Switches one."])
        #expect(lamps.methods.map(\.input.count) == [0, 2])
        #expect(lamps.method("List")?.output == [Interface.Field(name: "lamps", type: .array(.named("Lamp")))])
        #expect(lamps.errors.map(\.name) == ["Broken", "NoLamp"])
        #expect(lamps.errors.map(\.documentation) == ["", "There is none."])
        #expect(lamps.errors.last?.fields == [Interface.Field(name: "name", type: .string)])
        #expect(lamps.types.map(\.name) == ["Colour", "Kind", "Lamp"])
        #expect(lamps.types.map(\.documentation) == ["A colour.", "", ""])
        #expect(lamps.type("Kind") == .enumeration(["bulb", "neon_tube", "LED"]))
        guard case .structure(let fields)? = lamps.type("Lamp") else {
            Issue.record("a lamp is a structure")
            return
        }
        #expect(
            fields == [
                Interface.Field(name: "name", type: .string), Interface.Field(name: "kind", type: .named("Kind")),
                Interface.Field(name: "colour", type: .optional(.named("Colour"))),
                Interface.Field(name: "tags", type: .map(.structure([]))),
                Interface.Field(name: "history", type: .array(.optional(.map(.array(.int))))),
                Interface.Field(
                    name: "more",
                    type: .optional(
                        .structure([
                            Interface.Field(name: "left", type: .int),
                            Interface.Field(name: "right", type: .optional(.array(.named("Lamp")))),
                        ]))),
                Interface.Field(name: "raw", type: .object), Interface.Field(name: "type", type: .bool),
                Interface.Field(name: "method", type: .enumeration(["interface", "error"])),
            ])
    }

    @Test func mayBeEmptyButForTheName() throws {
        #expect(try Interface(definition: "interface a.b").methods.isEmpty)
    }

    @Test func haveTheOneOfEveryService() throws {
        let service = try Interface(definition: ServiceInterface.definition)
        #expect(service.name == "org.varlink.service")
        #expect(service.methods.map(\.name) == ["GetInfo", "GetInterfaceDescription"])
        #expect(
            service.errors.map(\.name) == [
                "InterfaceNotFound", "MethodNotFound", "MethodNotImplemented", "InvalidParameter", "PermissionDenied",
                "ExpectedMore",
            ])
        #expect(service.methods.allSatisfy { !$0.documentation.isEmpty })
    }

    @Test(
        arguments: [
            ("", DefinitionError.Reason.expected("`interface`"), 1, 1),
            ("\n # x\n  method", .expected("`interface`"), 3, 3),
            ("interface", .invalidName("interface"), 1, 10), ("interface a", .invalidName("interface"), 1, 11),
            ("interface a..b", .invalidName("interface"), 1, 11), ("interface 1.b", .invalidName("interface"), 1, 11),
            ("interface a.-b", .invalidName("interface"), 1, 11), ("interface a.b-", .invalidName("interface"), 1, 11),
            ("interface a-.b", .invalidName("interface"), 1, 11), ("interface a.b->", .invalidName("interface"), 1, 11),
            ("interface a.b_c", .invalidName("interface"), 1, 11),
            ("interface a.b.", .invalidName("interface"), 1, 11), ("interface ä.b", .invalidName("interface"), 1, 11),
            ("interface a.b\nfoo", .expected("`method`, `error` or `type`"), 2, 1),
            ("interface a.b\n)", .expected("`method`, `error` or `type`"), 2, 1),
            ("interface a.b\n\0", .expected("`method`, `error` or `type`"), 2, 1),
            ("interface a.b type a (b)", .invalidName("member"), 1, 20),
            ("interface a.b type A_B (b)", .invalidName("member"), 1, 20),
            ("interface a.b method", .invalidName("member"), 1, 21), ("interface a.b type A", .expected("`(`"), 1, 21),
            ("interface a.b type A int", .expected("`(`"), 1, 22),
            ("interface a.b type A (", .invalidName("field"), 1, 23),
            ("interface a.b type A (b", .expected("`,` or `)`"), 1, 24),
            ("interface a.b type A (b,)", .invalidName("field"), 1, 25),
            ("interface a.b type A (_b)", .invalidName("field"), 1, 23),
            ("interface a.b type A (b_)", .invalidName("field"), 1, 23),
            ("interface a.b type A (b__c)", .invalidName("field"), 1, 23),
            ("interface a.b type A (1)", .invalidName("field"), 1, 23),
            ("interface a.b type A (b.c)", .invalidName("field"), 1, 23),
            ("interface a.b type A (b:)", .expected("a type"), 1, 25),
            ("interface a.b type A (b: c)", .expected("a type"), 1, 26),
            ("interface a.b type A (b: ??int)", .expected("a type"), 1, 27),
            ("interface a.b type A (b: [int]string)", .expected("a type"), 1, 26),
            ("interface a.b type A (b: int", .expected("`,` or `)`"), 1, 29),
            ("interface a.b type A (b: int c: int)", .expected("`,` or `)`"), 1, 30),
            ("interface a.b type A (b: int, c)", .expected("`:`"), 1, 32),
            ("interface a.b type A (b, c: int)", .expected("`,` or `)`"), 1, 27),
            ("interface a.b type A (b: (c: int, d))", .expected("`:`"), 1, 36),
            ("interface a.b type A (b, b)", .duplicateName("b"), 1, 26),
            ("interface a.b type A (b: int, b: int)", .duplicateName("b"), 1, 31),
            ("interface a.b\ntype A (b)\nerror A ()", .duplicateName("A"), 3, 7),
            ("interface a.b type A (b: []\n ?Bee)", .unknownType("Bee"), 2, 3),
            ("interface a.b method A (b) -> ()", .expected("a structure"), 1, 24),
            ("interface a.b method A ()", .expected("`->`"), 1, 26),
            ("interface a.b method A () - > ()", .expected("`->`"), 1, 27),
            ("interface a.b method A () -> (b)", .expected("a structure"), 1, 30),
            ("interface a.b method A () ->", .expected("`(`"), 1, 29),
            ("interface a.b error A", .expected("`(`"), 1, 22),
            ("interface a.b error A (b)", .expected("a structure"), 1, 23),
            ("interface a.b error A () interface c.d", .expected("`method`, `error` or `type`"), 1, 26),
        ] as [(String, DefinitionError.Reason, Int, Int)])
    func areRefusedWithThePlace(text: String, reason: DefinitionError.Reason, line: Int, column: Int) {
        #expect(throws: DefinitionError(reason: reason, line: line, column: column)) {
            _ = try Interface(definition: text)
        }
    }

    @Test(arguments: ["[]", "[string]", "(a: ", "?(a: ", "?[]"])
    func areRefusedIfTheyAreTooDeep(_ unit: String) {
        let head = "interface a.b type A (b: "
        let close = unit.contains("(") ? ")" : ""
        let levels = unit.hasPrefix("?") ? 15 : 30
        let deep = { (count: Int) in
            head + String(repeating: unit, count: count) + "int" + String(repeating: close, count: count) + ")"
        }
        #expect(throws: Never.self) { _ = try Interface(definition: deep(levels)) }
        for count in [levels + 1, 100_000] {
            let error = #expect(throws: DefinitionError.self) { _ = try Interface(definition: deep(count)) }
            #expect(error?.reason == .tooDeep)
            #expect(
                error.map { $0.column > head.utf8.count && $0.column < head.utf8.count + 35 * unit.utf8.count } == true)
        }
    }

    @Test func areRefusedIfTheyAreTooLong() {
        let error = #expect(throws: DefinitionError.self) {
            _ = try Interface(definition: "interface a.b" + String(repeating: " ", count: 1 << 20))
        }
        #expect(error?.reason == .tooLong)
    }

    @Test func mayEndAnywhere() throws {
        let bytes = Array(example.utf8)
        for length in bytes.indices {
            _ = try? Interface(definition: String(decoding: bytes[..<length], as: UTF8.self))
        }
    }

    @Test func mayHaveManyMembers() throws {
        let types = (0..<20_000).map { "type T\($0) (a: ?T\(19_999 - $0))" }
        #expect(try Interface(definition: "interface a.b\n" + types.joined(separator: "\n")).types.count == 20_000)
    }

    @Test func haveErrorsOfOneClause() {
        let error = DefinitionError(reason: .unknownType("Bee"), line: 3, column: 7)
        #expect(error.description == "line 3, column 7: no type has the name `Bee`")
        #expect(
            DefinitionError(reason: .invalidName("interface"), line: 1, column: 2).description
                == "line 1, column 2: not the name of an interface")
    }
}
