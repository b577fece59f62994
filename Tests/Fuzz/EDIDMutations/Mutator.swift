/// Makes new inputs from known ones; the same seed gives the same inputs.
package struct Mutator: Sendable {
    private let seeds: [[UInt8]]
    private var random: Xorshift

    /// The longest possible EDID: 256 blocks.
    package static let longestInput = 32768

    /// Makes a mutator of at least one seed.
    package init(seeds: [[UInt8]], seed: UInt64) {
        self.seeds = seeds.isEmpty ? [[]] : seeds
        random = Xorshift(seed: seed)
    }

    /// Writes the next input over `input`.
    package mutating func next(into input: inout [UInt8]) {
        input.removeAll(keepingCapacity: true)
        input += seeds[random.below(seeds.count)]
        for _ in 0..<(1 + random.below(6)) {
            mutate(&input)
        }
        if input.count > Self.longestInput {
            input.removeLast(input.count - Self.longestInput)
        }
    }

    private mutating func mutate(_ input: inout [UInt8]) {
        guard !input.isEmpty else {
            input.append(UInt8(truncatingIfNeeded: random.next()))
            return
        }
        switch random.below(12) {
        case 0:
            input[position(input)] ^= 1 << UInt8(random.below(8))
        case 1, 2:
            input[position(input)] = UInt8(truncatingIfNeeded: random.next())
        case 3, 4:
            // Lengths, tags and counts at the limits of a byte.
            let edges: [UInt8] = [0, 1, 2, 0x1F, 0x20, 0x7E, 0x7F, 0x80, 0x81, 0xE1, 0xFE, 0xFF]
            input[position(input)] = edges[random.below(edges.count)]
        case 5:
            let start = position(input)
            for index in start..<min(start + 1 + random.below(32), input.count) {
                input[index] = UInt8(truncatingIfNeeded: random.next())
            }
        case 6:
            copyWithin(&input)
        case 7:
            input.removeLast(random.below(input.count))
        case 8:
            let other = seeds[random.below(seeds.count)]
            let block = random.below(max(other.count / 128, 1)) * 128
            input += other[block..<min(block + 128, other.count)]
        case 9:
            let start = position(input)
            let value: UInt8 = random.below(2) == 0 ? 0 : 0xFF
            for index in start..<min(start + 1 + random.below(64), input.count) {
                input[index] = value
            }
        case 10 where input.count > 127:
            // An extension of another kind, or another number of extensions.
            let kinds: [UInt8] = [0x02, 0x70, 0xF0, 0x10, 0x00]
            let block = random.below(input.count / 128)
            input[block == 0 ? 126 : block * 128] = block == 0 ? UInt8(random.below(256)) : kinds[random.below(5)]
        default:
            input[position(input)] &+= UInt8(truncatingIfNeeded: random.next()) & 7
        }
    }

    private mutating func copyWithin(_ input: inout [UInt8]) {
        let (from, to) = (position(input), position(input))
        for offset in 0..<(1 + random.below(40)) where from + offset < input.count && to + offset < input.count {
            input[to + offset] = input[from + offset]
        }
    }

    private mutating func position(_ input: [UInt8]) -> Int {
        random.below(input.count)
    }
}
