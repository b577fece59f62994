import ScreensJSON
import ScreensVarlink

/// Correct streams and definitions, from which wrong ones are made.
package enum SessionSeeds {
    /// A definition with every feature of the language.
    package static let definition = """
        # Talks of lamps.
        interface org.example.lamps

        type Kind (bulb, neon_tube)
        # A lamp.
        type Lamp (name: string, kind: Kind, level: ?float, tags: [string](), near: ?[]Lamp, raw: object)
        method List(first: ?int, kinds: ?[]Kind) -> (lamps: []Lamp)
        method Add(lamp: Lamp, place: (x: int, y: int)) -> ()
        # Goes on.
        method Watch() -> (lamp: ?Lamp)
        method Paint(colours: [string]?[]int) -> ()
        error NoLamp (name: string)
        """

    /// Definitions.
    package static var definitions: [[UInt8]] {
        [definition, "interface a.b", "interface a.b method A(b: ?[][string](c, d), e: ?(f: int))->()"].map {
            Array($0.utf8)
        }
    }

    private static let lamp: JSONValue = [
        "name": "a\n\"b\" é😀", "kind": "neon_tube", "level": 0.5, "tags": ["x": [:]], "raw": ["y": [nil, true, -1]],
        "near": [["name": "b", "kind": "bulb", "tags": [:], "raw": [:]]],
    ]

    /// Bytes that clients send.
    package static var calls: [[UInt8]] {
        let calls = [
            Call("org.varlink.service.GetInfo"),
            Call("org.varlink.service.GetInterfaceDescription", ["interface": "org.example.lamps"]),
            Call("org.example.lamps.List", ["first": 3, "kinds": ["bulb"]]),
            Call("org.example.lamps.List", answer: .never),
            Call("org.example.lamps.Add", ["lamp": lamp, "place": ["x": 1, "y": -2]]),
            Call("org.example.lamps.Watch", answer: .more),
            Call("org.example.lamps.Paint", ["colours": ["a": [1, 2], "b": nil]]),
        ]
        return calls.map(\.encoded) + [calls.flatMap(\.encoded), calls.reversed().flatMap(\.encoded)]
    }

    /// Bytes that services send to a client that has sent ``openCalls``.
    package static var replies: [[UInt8]] {
        let replies = [
            Reply(["lamps": [lamp]]), Reply(), Reply(["lamp": lamp], continues: true), Reply(["lamp": nil]),
            Reply(.methodNotFound("a.B")), Reply(VarlinkError("org.example.lamps.NoLamp", ["name": "a"])),
        ]
        return [replies.flatMap(\.encoded), replies.dropFirst(2).flatMap(\.encoded)]
    }

    /// The calls that ``replies`` answer.
    package static var openCalls: [Call] {
        [
            Call("org.example.lamps.List"), Call("org.example.lamps.Add"),
            Call("org.example.lamps.Watch", answer: .more),
            Call("a.B"), Call("org.example.lamps.List"),
        ]
    }
}
