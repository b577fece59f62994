/// Makes small PNG files of every kind, byte by byte and without compression: no encoder writes all of them.
struct PNGBuilder {
    var width: Int
    var height: Int
    /// The bits of a sample.
    var depth = 8
    /// The colour type in the header: 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha.
    var kind: UInt8 = 2
    var isInterlaced = false
    /// The chunks between the header and the picture.
    var chunks: [(name: String, body: [UInt8])] = []
    /// The samples of a pixel.
    var samples: (_ x: Int, _ y: Int) -> [Int]

    var bytes: [UInt8] {
        let header = Self.big(width) + Self.big(height) + [UInt8(depth), kind, 0, 0, isInterlaced ? 1 : 0]
        let all = [("IHDR", header)] + chunks + [("IDAT", Self.zlib(rows)), ("IEND", [])]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + all.flatMap { Self.chunk($0.0, $0.1) }
    }

    /// All rows, each with the filter type "none"; if interlaced, the rows of seven smaller pictures.
    private var rows: [UInt8] {
        let passes: [(x: Int, y: Int, dx: Int, dy: Int)] =
            isInterlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        var bytes: [UInt8] = []
        for pass in passes where pass.x < width {
            for y in stride(from: pass.y, to: height, by: pass.dy) {
                var bits: [UInt8] = []
                for x in stride(from: pass.x, to: width, by: pass.dx) {
                    for sample in samples(x, y) {
                        bits += (0..<depth).map { UInt8(sample >> (depth - 1 - $0) & 1) }
                    }
                }
                bytes.append(0)
                for start in stride(from: 0, to: bits.count, by: 8) {
                    bytes.append((0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) })
                }
            }
        }
        return bytes
    }

    static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        return big(body.count) + named + big(Int(checksum(named)))
    }

    static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Returns one stored block, which holds up to 65535 bytes.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        let lengths = [count & 0xFF, count >> 8, ~count & 0xFF, ~count >> 8].map { UInt8($0) }
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65521
            high = (high + low) % 65521
        }
        return [0x78, 0x01, 0x01] + lengths + bytes + big(high << 16 | low)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = ~0
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
