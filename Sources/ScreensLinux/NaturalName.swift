/// A name that sorts as people expect: digits count as numbers, so that 2 comes before 10, and capitals count as small
/// letters.
///
/// Names that differ only in leading zeros or capitals are in the order of their bytes, so different names are never
/// equal.
package struct NaturalName: Comparable, Sendable {
    /// A part of a name: a byte, or a number, which sorts as digits do among the bytes.
    private enum Part: Equatable, Sendable {
        /// The digits without leading zeros. There may be more than an integer holds.
        case number(ArraySlice<UInt8>)
        case byte(UInt8)

        static func precedes(_ first: Part, _ second: Part) -> Bool {
            switch (first, second) {
            case (.byte(let first), .byte(let second)): first < second
            case (.byte(let byte), .number): byte < UInt8(ascii: "0")
            case (.number, .byte(let byte)): byte > UInt8(ascii: "0")
            case (.number(let first), .number(let second)):
                first.count == second.count ? first.lexicographicallyPrecedes(second) : first.count < second.count
            }
        }
    }

    package let text: String
    private let parts: [Part]

    package init(_ text: String) {
        self.text = text
        var parts: [Part] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            let digits = rest.prefix { Self.digits.contains($0) }
            if digits.isEmpty {
                parts.append(.byte(Self.capitals.contains(byte) ? byte | 0x20 : byte))
                rest = rest.dropFirst()
            } else {
                parts.append(.number(digits.drop { $0 == UInt8(ascii: "0") }))
                rest = rest.dropFirst(digits.count)
            }
        }
        self.parts = parts
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")

    package static func < (first: NaturalName, second: NaturalName) -> Bool {
        if first.parts != second.parts {
            return first.parts.lexicographicallyPrecedes(second.parts, by: Part.precedes)
        }
        return first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
    }

    package static func == (first: NaturalName, second: NaturalName) -> Bool {
        first.text.utf8.elementsEqual(second.text.utf8)
    }
}
