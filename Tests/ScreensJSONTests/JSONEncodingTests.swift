import FoundationEssentials
import Testing

@testable import ScreensJSON

@Suite("Documents as JSON")
struct JSONEncodingTests {
    private struct Mode: Codable, Equatable {
        var width: UInt16
        var refresh: Double
        var name: String?
    }

    private class Base: Encodable {
        var id = 7
    }

    private final class Derived: Base {
        enum Key: CodingKey { case modes, pair, none, base }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encodeNil(forKey: .none)
            var modes = container.nestedUnkeyedContainer(forKey: .modes)
            try modes.encode(Mode(width: 1, refresh: 0.5, name: nil))
            try modes.encodeNil()
            var pair = modes.nestedUnkeyedContainer()
            try pair.encode(true)
            try pair.encode(Int8(-1))
            var object = modes.nestedContainer(keyedBy: Key.self)
            try object.encode(["x"], forKey: .pair)
            #expect(modes.count == 4)
            try super.encode(to: container.superEncoder(forKey: .base))
            var again = encoder.container(keyedBy: Key.self)
            try again.encode(Float(0.25), forKey: .pair)
        }
    }

    private struct Empty: Encodable {}

    @Test func areMadeOfEncodableValues() throws {
        #expect(try JSONValue(encoding: 1) == 1)
        #expect(try JSONValue(encoding: "a") == "a")
        #expect(try JSONValue(encoding: [1, nil, 3]) == [1, nil, 3])
        #expect(try JSONValue(encoding: ["a": [1.5]]) == ["a": [.double(1.5)]])
        #expect(try JSONValue(encoding: Empty()) == [:])
        #expect(try JSONValue(encoding: [Int]()) == [])
        #expect(try JSONValue(encoding: Int64.min) == .int(.min))
        #expect(try JSONValue(encoding: ["a": JSONValue.int(.max)]) == ["a": .int(.max)])
        #expect(
            try JSONValue(encoding: Derived()) == [
                "modes": [["width": 1, "refresh": 0.5], nil, [true, -1], ["pair": ["x"]]], "none": nil, "pair": 0.25,
                "base": ["id": 7],
            ])
    }

    @Test func haveIntegersOf64Bits() throws {
        #expect(try JSONValue(encoding: ["a": UInt64.max]) == ["a": .uint(.max)])
        #expect(try JSONValue(encoding: ["a": UInt64(Int64.max)]) == ["a": .int(.max)])
        #expect(throws: EncodingError.self) { try JSONValue(encoding: ["a": Int128(UInt64.max) + 1]) }
    }

    /// The output of `--json` equals the output of Foundation's encoder.
    @Test func areTheSameByAnotherEncoder() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var random = RandomDocuments(seed: 9, hasPlainNames: true)
        for _ in 0..<1000 {
            let value = random.value(depth: 4)
            let other = try encoder.encode(value)
            #expect(String(decoding: other, as: UTF8.self) == value.description)
            #expect(try JSONValue(encoding: [value]) == [value])
        }
    }
}
