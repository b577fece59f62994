import EDIDMutations
import ScreensJSON

/// Makes new documents from good ones; the same seed gives the same documents.
package struct CardDocumentMutator {
    private var random: Xorshift
    private let seeds: [JSONValue]

    /// Makes a mutator of at least one document.
    package init(_ documents: [[UInt8]], seed: UInt64) {
        random = Xorshift(seed: seed)
        let seeds = documents.compactMap { try? JSONValue(decoding: $0) }
        self.seeds = seeds.isEmpty ? [.object([:])] : seeds
    }

    /// Returns the next document, which may not be JSON.
    package mutating func next() -> [UInt8] {
        var document = seeds[random.below(seeds.count)]
        for _ in 0..<(1 + random.below(3)) { document = changed(document, depth: 0) }
        var bytes = document.encoded
        switch random.below(8) {
        case 0: bytes.removeLast(random.below(bytes.count))
        case 1: bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        default: break
        }
        return bytes
    }

    /// Returns the value with a change somewhere in it.
    private mutating func changed(_ value: JSONValue, depth: Int) -> JSONValue {
        switch value {
        case .object(var members) where !members.isEmpty && random.below(12) > 0:
            let names = members.keys.sorted()
            let name = names[random.below(names.count)]
            switch random.below(24) {
            case 0: members[name] = nil
            case 1: members[names[random.below(names.count)]] = members[name]
            case 2: members[Self.names[random.below(Self.names.count)]] = members[name]
            case 3 where members["raw_value"] != nil: members["raw_value"] = Self.ids[random.below(Self.ids.count)]
            case 4 where members["id"] != nil: members["id"] = Self.ids[random.below(Self.ids.count)]
            default: members[name] = changed(members[name] ?? .null, depth: depth + 1)
            }
            return .object(members)
        case .array(var elements) where !elements.isEmpty && random.below(12) > 0:
            let index = random.below(elements.count)
            switch random.below(12) {
            case 0: elements.remove(at: index)
            // A repeated element has the same id twice.
            case 1: elements.append(elements[index])
            case 2: elements = Array(repeating: elements[index], count: Self.counts[random.below(Self.counts.count)])
            default: elements[index] = changed(elements[index], depth: depth + 1)
            }
            return .array(elements)
        default: return hostile()
        }
    }

    private mutating func hostile() -> JSONValue {
        switch random.below(10) {
        case 0: return .array((0..<Self.counts[random.below(Self.counts.count)]).map { .int(Int64($0)) })
        case 1:
            var nested = JSONValue.null
            for _ in 0..<Self.depths[random.below(Self.depths.count)] { nested = .array([nested]) }
            return nested
        case 2: return .string(String(repeating: "f", count: Self.counts[random.below(Self.counts.count)]))
        case 3: return .uint(random.next())
        default: return Self.values[random.below(Self.values.count)]
        }
    }

    private static let counts = [0, 1, 33, 129, 257, 1025, 5000]
    private static let depths = [1, 8, 31, 33, 1000]
    private static let names = ["screens", "", "id", "EDID", "MODE_ID", "\u{1B}[2J", "/dev/dri/card9", "connectors"]
    private static let ids: [JSONValue] = [0, 1, 16_777_216, 16_777_217, 4_294_967_294, 4_294_967_295, .uint(.max)]
    private static let values: [JSONValue] = [
        nil, true, false, 0, 1, -1, 255, 65_535, 65_536, 4_294_967_295, 4_294_967_296, .int(.max), .int(.min),
        .uint(.max), 1e300, -0.5, "", "\u{0}", "\u{202E}", "00", "0g", [], [:], [[:]], ["": nil], "../../etc/passwd",
    ]
}
