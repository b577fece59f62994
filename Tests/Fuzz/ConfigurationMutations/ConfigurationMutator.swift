import EDIDMutations
import ScreensConfiguration

/// Makes new configurations from a good one; the same seed gives the same configurations.
package struct ConfigurationMutator {
    private var random: Xorshift
    private let seeds: [[UInt8]]

    /// Makes a mutator of the example and of other ways to write the same.
    package init(seed: UInt64) {
        random = Xorshift(seed: seed)
        seeds = ([ConfigurationExample.text] + Self.forms).map { Array($0.utf8) }
    }

    /// Writes the next input over `input`.
    package mutating func next(into input: inout [UInt8]) {
        input = seeds[random.below(seeds.count)]
        for _ in 0..<(1 + random.below(3)) { mutate(&input) }
        if input.count > 16_384 { input.removeLast(input.count - 16_384) }
    }

    private mutating func mutate(_ input: inout [UInt8]) {
        let position = random.below(input.count + 1)
        let length = min(random.below(24), input.count - position)
        switch random.below(6) {
        case 0 where position < input.count: input[position] = UInt8(truncatingIfNeeded: random.next())
        case 1: input.removeSubrange(position..<(position + length))
        case 2: input.insert(contentsOf: input[position..<(position + length)], at: random.below(input.count + 1))
        case 3:
            // A piece of another seed.
            let other = seeds[random.below(seeds.count)]
            let start = random.below(other.count)
            input.insert(contentsOf: other[start..<min(start + random.below(60), other.count)], at: position)
        default: input.insert(contentsOf: Array(Self.pieces[random.below(Self.pieces.count)].utf8), at: position)
        }
    }

    private static let forms = [
        "default.mode = \"largest\"\ndefault . 'content' = { \"color\" = '#112233' }\n",
        "screen = [\n  { match = { role = \"internal\" }, dim = 3 }, # x\n  { match.connector = 'DP-1' },\n]\n",
        """
        [[arrangement]]\nname = '''a\n[b]'''\ndisplays = [ \"a\\\"]\", 'b#',\n 'c' \
        ]\n[[arrangement.screen]]\n[arrangement.screen.match]\nrole = 'external'\n
        """,
        "[daemon]\nmetrics = \"\"\"/\\\n   x \\\"\"\"\" \"\"\"\nlog-level = \"\\u0069nfo\"\r\n",
        "a = 1\n[b.c]\nd = [[1, 2], [{ e = 1.5e3 }, true]]\n[[b.f]]\n[b.f.g]\nh = 'x'\n",
    ]

    private static let pieces = [
        "\"", "'", "\"\"\"", "'''", "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "#", "\n", "\r\n", "\\", "\\u00e9",
        "\\U00000000",
        "\\x00", "\0", " ", "\t", "é", "😀", "\u{FEFF}", "[default]\n", "[[screen]]\n", "\nmatch = { }\n", "a.b.c = 1\n",
        "0x1F", "-inf",
        "nan", "1979-05-27 07:32:00", "1e999", "_", ":", "+", "-", "99999999999999999999", "true", "rotate = 45\n",
        "power = \"Sa-Mo 22:00-02:30\"\n", "x = \"",
        "\n\"x y\".z = ",
    ]
}
