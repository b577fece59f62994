import EDIDMutations

/// Makes new streams of messages and new definitions from known ones; the same seed gives the same inputs.
package struct SessionMutator: Sendable {
    private let seeds: [[UInt8]]
    private var random: Xorshift

    /// The longest input.
    package static let longestInput = 8192

    /// Bytes that mean something to one of the readers, for places where they mean nothing.
    private static let words: [[UInt8]] =
        [
            "\0", "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "\\udc00", "null", "true", "false",
            "-0", "1e999",
            "9223372036854775808", "-9223372036854775808", "0.1", "{}", "[]", "{}\0", "\"method\":",
            "\"parameters\":{}",
            "\"oneway\":true", "\"more\":true", "\"upgrade\":true", "\"continues\":true", "\"error\":\"a.B\"", "#",
            "\n", "(", ")",
            "->", "?", "[string]", "type ", "method ", "error ", "interface ", "Lamp", "int", "\u{301}", "\u{FEFF}",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x80], [0x7F], [0x1F]]

    /// Makes a mutator of at least one seed.
    package init(seeds: [[UInt8]], seed: UInt64) {
        self.seeds = seeds.isEmpty ? [[]] : seeds
        random = Xorshift(seed: seed)
    }

    /// Returns the next input.
    package mutating func next() -> [UInt8] {
        var input = seeds[random.below(seeds.count)]
        for _ in 0..<random.below(5) { mutate(&input) }
        return Array(input.prefix(Self.longestInput))
    }

    private mutating func mutate(_ input: inout [UInt8]) {
        let start = random.below(input.count + 1)
        let end = min(start + random.below(40), input.count)
        switch random.below(10) {
        case 0 where start < input.count:
            input[start] ^= 1 << UInt8(random.below(8))
        case 1 where start < input.count:
            input[start] = UInt8(truncatingIfNeeded: random.next())
        case 2, 3, 4:
            input.insert(contentsOf: Self.words[random.below(Self.words.count)], at: start)
        case 5:
            input.replaceSubrange(start..<end, with: Self.words[random.below(Self.words.count)])
        case 6:
            input.removeSubrange(start..<end)
        case 7:
            input.insert(contentsOf: input[start..<end], at: random.below(input.count + 1))
        case 8:
            let word = Self.words[random.below(Self.words.count)]
            input.insert(contentsOf: repeatElement(word, count: random.below(200)).joined(), at: start)
        default:
            let other = seeds[random.below(seeds.count)]
            input.replaceSubrange(start..., with: other.suffix(random.below(other.count + 1)))
        }
    }
}
