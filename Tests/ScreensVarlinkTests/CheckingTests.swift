import ScreensJSON
import Testing

@testable import ScreensVarlink

@Suite("Parameters")
struct CheckingTests {
    private static let definition = """
        interface a.b
        type Kind (bulb, tube)
        type Tree (value: int, left: ?Tree, right: ?Tree)
        type Endless (again: Endless)
        method M(
          b: ?bool, i: ?int, f: ?float, s: ?string, o: ?object, a: ?[]int, m: ?[string]string, set: ?[string](),
          e: ?(on, off), k: ?Kind, t: ?Tree, x: ?Endless, n: ?[]?int
        ) -> ()
        method Needs(first: int, second: string, third: ?bool) -> ()
        """

    private func invalid(_ method: String, _ values: [String: JSONValue]) throws -> String? {
        let interface = try Interface(definition: Self.definition)
        return interface.firstInvalid(of: values, as: try #require(interface.method(method)).input)
    }

    @Test(
        arguments: [
            ("b", [true, nil], [0, "true"]), ("i", [0, .int(.max), nil], [.double(1), true, "1", .double(0x1p63)]),
            ("f", [0, .double(0.5)], ["0.5", false]), ("s", ["", "x"], [1, [], false]),
            ("o", [[:], ["x": [1]]], [[], "x", 1]), ("a", [[], [1, 2]], [[1, nil], ["1"], [:], 1]),
            ("m", [[:], ["x": "y"]], [["x": 1], [], ["x": nil]]),
            ("set", [[:], ["x": [:]]], [["x": true], ["x": ["y": 1]]]),
            ("e", ["on", "off"], ["On", "", 1, ["on"]]), ("k", ["bulb"], ["on", nil as JSONValue? ?? 0]),
            (
                "t", [["value": 1], ["value": 1, "left": ["value": 2, "right": nil]]],
                [[:], ["value": nil], ["value": 1, "left": ["value": "2"]], ["value": 1, "middle": nil]]
            ),
            ("x", [nil], [[:], ["again": ["again": ["again": [:]]]]]), ("n", [[], [1, nil]], [["x"], [[1]]]),
        ] as [(String, [JSONValue], [JSONValue])])
    func haveTheDeclaredType(name: String, right: [JSONValue], wrong: [JSONValue]) throws {
        for value in right { #expect(try invalid("M", [name: value]) == nil, "\(value)") }
        for value in wrong {
            let found = try invalid("M", [name: value])
            #expect(found?.split(separator: ".").first.map(String.init) == name, "\(value)")
        }
    }

    @Test(
        arguments: [
            (["value": "1"], "t.value"), ([:], "t.value"), (["value": 1, "middle": nil], "t.middle"), (1, "t"),
            (["value": 1, "left": ["value": 1, "right": ["value": nil]]], "t.left.right.value"),
            (["value": 1, "left": []], "t.left"),
        ] as [(JSONValue, String)])
    func areNamedByTheirPath(tree: JSONValue, path: String) throws {
        #expect(try invalid("M", ["t": tree]) == path)
    }

    @Test(
        arguments: [
            ([:], "first"), (["first": 1], "second"), (["first": nil, "second": "x"], "first"),
            (["second": 1], "first"), (["first": "x", "second": 1], "first"), (["first": 1, "second": "x"], nil),
            (["first": 1, "second": "x", "third": nil], nil), (["first": 1, "second": "x", "third": 1], "third"),
            (["first": 1, "second": "x", "third": true, "fourth": 1], "fourth"),
            (["first": 1, "second": "x", "zebra": 1, "ape": nil], "ape"), (["first": 1, "ape": 1], "second"),
        ] as [([String: JSONValue], String?)])
    func areAllThereAndNoOthers(values: [String: JSONValue], name: String?) throws {
        #expect(try invalid("Needs", values) == name)
    }

    @Test func haveNoOthersInAStructure() throws {
        #expect(try invalid("M", ["t": ["value": 1, "ape": 1]]) == "t.ape")
    }

    @Test func mayBeAsDeepAsAMessage() throws {
        var tree: JSONValue = ["value": 1]
        for _ in 0..<JSONLimits.deepest { tree = ["value": 1, "left": tree] }
        #expect(try invalid("M", ["t": tree]) == nil)
        // Each level is read again only for the path, not for the levels above it.
        var wrong: JSONValue = ["value": nil]
        for _ in 0..<JSONLimits.deepest { wrong = ["value": 1, "left": wrong] }
        #expect(try invalid("M", ["t": wrong])?.hasSuffix("left.value") == true)
    }
}
