import EDIDMutations
import ScreensJSON

/// A generator of JSON values of all kinds; the same seed gives the same values.
struct RandomDocuments: Sendable {
    private var random: Xorshift

    private let hasPlainNames: Bool

    /// Starts a sequence of values.
    ///
    /// - Parameter hasPlainNames: whether names have only letters, because encoders sort other names in different ways.
    init(seed: UInt64, hasPlainNames: Bool = false) {
        random = Xorshift(seed: seed)
        self.hasPlainNames = hasPlainNames
    }

    /// Returns the next value, with at most `depth` levels below it.
    mutating func value(depth: Int) -> JSONValue {
        switch random.below(depth > 0 ? 9 : 7) {
        case 0: return .null
        case 1: return .bool(random.below(2) == 0)
        case 2: return .int(Int64(truncatingIfNeeded: random.next()) >> Int64(random.below(64)))
        case 3:
            let number = Double(bitPattern: random.next())
            return .double(number.isFinite ? number : 0.1)
        case 4: return .uint(random.next() | 1 << 63)
        case 5, 6: return .string(text())
        case 7: return .array((0..<random.below(5)).map { _ in value(depth: depth - 1) })
        default:
            let members = (0..<random.below(5)).map { _ in (name(), value(depth: depth - 1)) }
            return .object(Dictionary(members) { $1 })
        }
    }

    private mutating func name() -> String {
        guard hasPlainNames else { return text() }
        return String((0..<random.below(4)).map { _ in ["a", "B", "b", "edid", "EDID"][random.below(5)] }.joined())
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

extension JSONValue {
    /// The value after it was read again: a number with a fraction of zero is written as an integer.
    var withoutEmptyFractions: JSONValue {
        switch self {
        case .double(let number) where number.magnitude < 1e16: Int64(exactly: number).map(JSONValue.int) ?? self
        case .array(let values): .array(values.map(\.withoutEmptyFractions))
        case .object(let members): .object(members.mapValues(\.withoutEmptyFractions))
        default: self
        }
    }
}
