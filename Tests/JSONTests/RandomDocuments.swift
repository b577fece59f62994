import EDIDMutations
import JSON

/// Makes JSON values of all kinds, the same for the same seed.
struct RandomDocuments: Sendable {
    private var random: Xorshift

    /// Starts a row.
    init(seed: UInt64) {
        random = Xorshift(seed: seed)
    }

    /// The next value, with no more levels below it than `depth`.
    mutating func value(depth: Int) -> JSONValue {
        switch random.below(depth > 0 ? 8 : 6) {
        case 0: return .null
        case 1: return .bool(random.below(2) == 0)
        case 2: return .int(Int64(truncatingIfNeeded: random.next()) >> Int64(random.below(64)))
        case 3:
            let number = Double(bitPattern: random.next())
            return .double(number.isFinite ? number : 0.1)
        case 4, 5: return .string(text())
        case 6: return .array((0..<random.below(5)).map { _ in value(depth: depth - 1) })
        default:
            let members = (0..<random.below(5)).map { _ in (text(), value(depth: depth - 1)) }
            return .object(Dictionary(members) { $1 })
        }
    }

    private mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<random.below(8) {
            let limits: [UInt32] = [0x20, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF]
            let code = 1 + UInt32(random.below(Int(limits[random.below(limits.count)])))
            text.append(Unicode.Scalar(code) ?? "?")
        }
        return String(text)
    }
}
