/// A maker's identifier of three letters, as the PNP registry of UEFI hands them out.
///
/// E-EDID A.2 section 3.4.1: five bits a letter, 1 is A, in the bytes 0x08 and 0x09, the higher one first.
public struct PNPIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The two bytes as they are sent.
    public let rawValue: UInt16

    /// Creates an identifier from the two bytes of the base block.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Whether all three letters are letters, and the reserved highest bit is clear.
    public var isValid: Bool {
        rawValue < 0x8000 && letters.allSatisfy { (1...26).contains($0) }
    }

    /// Three characters; what is no letter continues the alphabet's code points on both sides (`@`, `[`, `\`, …).
    public var description: String {
        var text = ""
        for letter in letters {
            text.unicodeScalars.append(Unicode.Scalar(UInt8(0x40 + letter)))
        }
        return text
    }

    private var letters: [Int] {
        let value = Int(rawValue)
        return [(value >> 10) & 31, (value >> 5) & 31, value & 31]
    }
}
