import FoundationEssentials
import Testing

@testable import ScreensJSON

@Suite("Documents from JSON")
struct JSONDecodingTests {
    private struct Screen: Codable, Equatable {
        var name: String
        var modes: [Mode]
        var current: Mode?
        var scale: Float
        var limits: [String: UInt64]
        var pair: [[Bool?]]
    }

    private struct Mode: Codable, Equatable {
        var width: UInt16
        var refresh: Double
        var isPreferred: Bool
    }

    private static let screen = Screen(
        name: "é\"\n", modes: [Mode(width: 1920, refresh: 59.94, isPreferred: true)], current: nil, scale: 0.1,
        limits: ["a": .max, "b": 0], pair: [[true, nil], []])

    @Test func areEqualToTheEncodedValues() throws {
        let value = try JSONValue(decoding: try JSONValue(encoding: Self.screen).encoded)
        #expect(try value.decode() == Self.screen)
        let bytes = Data(value.encoded)
        #expect(try JSONDecoder().decode(Screen.self, from: bytes) == Self.screen)
    }

    @Test func mayLeaveOutOptionalMembers() throws {
        let text = #"{"name":"a","modes":[],"current":{"width":1.0,"refresh":60,"isPreferred":false},"scale":1,"#
        let value = try JSONValue(decoding: Array((text + #""limits":{},"pair":[],"more":[1]}"#).utf8))
        let screen: Screen = try value.decode()
        #expect(screen.current == Mode(width: 1, refresh: 60, isPreferred: false))
    }

    @Test(
        arguments: [
            nil, true, [], "", [:], ["width": 1, "refresh": 1], ["width": 1, "refresh": 1, "isPreferred": nil],
            ["width": 65536, "refresh": 1, "isPreferred": true], ["width": -1, "refresh": 1, "isPreferred": true],
            ["width": 1.5, "refresh": 1, "isPreferred": true], ["width": "1", "refresh": 1, "isPreferred": true],
            ["width": 1, "refresh": "1", "isPreferred": true], ["width": 1, "refresh": 1, "isPreferred": 1],
        ] as [JSONValue])
    func areRefusedIfTheyDoNotFit(_ value: JSONValue) {
        #expect(throws: DecodingError.self) { try value.decode(Mode.self) }
        #expect(throws: DecodingError.self) { try JSONValue.array([value]).decode([Mode].self) }
    }

    private struct Nested: Decodable {
        enum Key: CodingKey { case base, list, object, none }
        var texts: [String] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            #expect(container.allKeys.count == 3)
            #expect(try container.decodeNil(forKey: .base) == false)
            #expect(!container.contains(.none))
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            #expect(list.count == 4)
            texts.append(try list.decode(String.self))
            #expect(try list.decodeNil())
            var inner = try list.nestedUnkeyedContainer()
            texts.append(try inner.decode(String.self))
            #expect(throws: DecodingError.self) { try inner.decode(String.self) }
            #expect(inner.isAtEnd && !list.isAtEnd)
            texts.append(try list.nestedContainer(keyedBy: Key.self).decode(String.self, forKey: .none))
            let object = try container.nestedContainer(keyedBy: Key.self, forKey: .object)
            texts.append(try object.decode(String.self, forKey: .none))
            texts.append(try String(from: container.superDecoder(forKey: .base)))
        }
    }

    @Test func mayNestTheirContainers() throws {
        let value: JSONValue = ["base": "e", "list": ["a", nil, ["b"], ["none": "c"]], "object": ["none": "d"]]
        #expect(try value.decode(Nested.self).texts == ["a", "b", "c", "d", "e"])
    }
}
