/// Reads small QR codes, of versions 1 to 4, as ISO/IEC 18004 describes them. Damaged codes are not repaired: the text
/// is nil unless all codewords are right.
struct CodeReader {
    /// The codewords of a version: all of them, and by the level of correction the data and the number of blocks.
    private struct Version {
        let count: Int
        /// The levels in the order of their bits: medium, low, high, quartile.
        let levels: [(data: Int, blocks: Int)]
    }

    private static let versions = [
        Version(count: 26, levels: [(16, 1), (19, 1), (9, 1), (13, 1)]),
        Version(count: 44, levels: [(28, 1), (34, 1), (16, 1), (22, 1)]),
        Version(count: 70, levels: [(44, 1), (55, 1), (26, 2), (34, 2)]),
        Version(count: 100, levels: [(64, 2), (80, 1), (36, 4), (48, 2)]),
    ]
    /// The places of the bits of the format around the finder at the upper left, the highest bit first.
    private static let formatPlaces =
        [0, 1, 2, 3, 4, 5, 7, 8].map { (row: 8, column: $0) } + [7, 5, 4, 3, 2, 1, 0].map { (row: $0, column: 8) }
    private static let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")

    /// The modules, row by row: whether each is dark.
    private let modules: [[Bool]]
    private var side: Int { modules.count }
    private var version: Int { (side - 17) / 4 }

    /// - Parameter isDark: returns whether a pixel of the code with its quiet zone is dark.
    /// - Returns: nil if there is no code.
    init?(size: Int, isDark: (_ x: Int, _ y: Int) -> Bool) {
        // The diagonal begins with the quiet zone, four modules wide.
        guard let first = (0..<size).first(where: { isDark($0, $0) }), first >= 4, first % 4 == 0 else { return nil }
        let scale = first / 4
        let side = size / scale - 8
        guard size % scale == 0, (side - 17) % 4 == 0, 1...4 ~= (side - 17) / 4 else { return nil }
        modules = (0..<side).map { row in
            (0..<side).map { isDark(first + $0 * scale + scale / 2, first + row * scale + scale / 2) }
        }
    }

    /// The words; nil if they cannot be read.
    var text: String? {
        let format = Self.formatPlaces.reduce(0) { $0 << 1 | (modules[$1.row][$1.column] ? 1 : 0) } ^ 0x5412
        guard Self.isFormat(format) else { return nil }
        let whole = Self.versions[version - 1]
        let level = whole.levels[format >> 13]
        let words = codewords(mask: format >> 10 & 7)
        guard words.count == whole.count else { return nil }
        var blocks = [[UInt8]](repeating: [], count: level.blocks)
        for (place, word) in words[..<level.data].enumerated() { blocks[place % level.blocks].append(word) }
        let data = blocks.flatMap(\.self)
        for (place, word) in words[level.data...].enumerated() { blocks[place % level.blocks].append(word) }
        let correction = (whole.count - level.data) / level.blocks
        guard blocks.allSatisfy({ Self.isWhole($0, correction) }) else { return nil }
        return Self.text(data)
    }

    /// Whether the ten lowest bits belong to the five highest ones.
    private static func isFormat(_ format: Int) -> Bool {
        var rest = format
        for bit in (10..<15).reversed() where rest >> bit & 1 == 1 { rest ^= 0x537 << (bit - 10) }
        return rest == 0
    }

    /// The codewords in their order: two columns at a time from the right, up and down in turn.
    private func codewords(mask: Int) -> [UInt8] {
        var bits: [Bool] = []
        var isUpwards = true
        for right in stride(from: side - 1, to: 0, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) where right > 0 {
            for step in 0..<side {
                let row = isUpwards ? side - 1 - step : step
                for column in [right, right - 1] where !isFunction(row, column) {
                    bits.append(modules[row][column] != Self.isMasked(row, column, mask))
                }
            }
            isUpwards.toggle()
        }
        return (0..<bits.count / 8).map { byte in
            bits[byte * 8..<byte * 8 + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    /// Whether a module belongs to a finder, a timing line, the alignment pattern or the format.
    private func isFunction(_ row: Int, _ column: Int) -> Bool {
        if row == 6 || column == 6 || row < 9 && (column < 9 || column >= side - 8) || row >= side - 8 && column < 9 {
            return true
        }
        let middle = side - 7
        return version > 1 && abs(row - middle) <= 2 && abs(column - middle) <= 2
    }

    private static func isMasked(_ row: Int, _ column: Int, _ mask: Int) -> Bool {
        let product = row * column
        return switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: product % 2 + product % 3 == 0
        case 6: (product % 2 + product % 3) % 2 == 0
        default: ((row + column) % 2 + product % 3) % 2 == 0
        }
    }

    /// Whether the codewords of a block are a word of the code of Reed and Solomon.
    private static func isWhole(_ block: [UInt8], _ correction: Int) -> Bool {
        var root = 1
        for _ in 0..<correction {
            guard block.reduce(0, { product($0, root) ^ Int($1) }) == 0 else { return false }
            root = product(root, 2)
        }
        return true
    }

    /// The product in the field of 256 elements.
    private static func product(_ one: Int, _ other: Int) -> Int {
        var (sum, factor) = (0, one)
        for bit in 0..<8 {
            if other >> bit & 1 == 1 { sum ^= factor }
            factor <<= 1
            if factor > 255 { factor ^= 0x11D }
        }
        return sum
    }

    /// The words of the data: digits, letters of the small alphabet, and bytes.
    private static func text(_ data: [UInt8]) -> String? {
        var bits = data.flatMap { byte in (0..<8).reversed().map { Int(byte >> $0 & 1) } }[...]
        func take(_ count: Int) -> Int? {
            guard bits.count >= count else { return nil }
            defer { bits = bits.dropFirst(count) }
            return bits.prefix(count).reduce(0) { $0 << 1 | $1 }
        }
        var bytes: [UInt8] = []
        while let mode = take(min(4, bits.count)), mode != 0 {
            switch mode {
            case 1:
                guard var count = take(10) else { return nil }
                while count > 0 {
                    let digits = min(count, 3)
                    guard let number = take([4, 7, 10][digits - 1]) else { return nil }
                    bytes += String(number + 1000).suffix(digits).utf8
                    count -= digits
                }
            case 2:
                guard var count = take(9) else { return nil }
                while count > 0 {
                    guard let pair = take(count > 1 ? 11 : 6) else { return nil }
                    let both = count > 1 ? [pair / 45, pair % 45] : [pair]
                    bytes += String(both.map { letters[$0] }).utf8
                    count -= both.count
                }
            case 4:
                guard let count = take(8) else { return nil }
                for _ in 0..<count {
                    guard let byte = take(8) else { return nil }
                    bytes.append(UInt8(byte))
                }
            default: return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
