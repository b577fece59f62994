@testable import ScreensVarlink

/// The service that the tests of connections call.
enum Lamps {
    static let definition = """
        interface org.example.lamps
        method List() -> (names: []string)
        method Switch(name: string, on: bool) -> ()
        method Watch(name: ?string) -> (name: string, on: bool)
        error NoLamp (name: string)
        """

    static func service() throws(DefinitionError) -> ServiceDescription {
        try ServiceDescription(
            vendor: "Example", product: "Lamps", version: "1.2", url: "https://example.org", definitions: [definition],
            methodsNeedingMore: ["org.example.lamps.Watch"])
    }

    static func list(_ answer: Call.Answer = .once) -> Call { Call("org.example.lamps.List", answer: answer) }
    static let watch = Call("org.example.lamps.Watch", answer: .more)
    static func off(_ name: String, _ answer: Call.Answer = .once) -> Call {
        Call("org.example.lamps.Switch", ["name": .string(name), "on": false], answer: answer)
    }
}

extension ServerConnection {
    /// Sends everything unsent, and returns the replies in it.
    mutating func sendAll() throws -> [Reply] {
        let bytes = withUnsentBytes { $0.withUnsafeBufferPointer { Array($0) } }
        markSent(bytes.count)
        return try bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            try Reply(decoding: Array($0))
        }
    }

    mutating func receive(_ calls: [Call]) {
        for call in calls { receive(call.encoded) }
    }
}
