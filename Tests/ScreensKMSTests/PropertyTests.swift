import Testing

@testable import ScreensKMS

@Suite struct PropertyTests {
    @Test(
        arguments: [
            (0, true, nil), (70, true, 70), (70, false, nil), (UInt64(UInt32.max), true, .max), (1 << 32, true, nil),
        ] as [(UInt64, Bool, UInt32?)])
    func aBlobIsTheValueOfAPropertyThatHoldsOne(_ value: UInt64, _ isBlob: Bool, _ expected: UInt32?) {
        let entry = Properties.Entry(id: PropertyID(rawValue: 1), value: value, isBlob ? .blob : .any)
        #expect(entry.blob?.rawValue == expected)
    }
}

/// The blob `IN_FORMATS`, a `drm_format_modifier_blob`.
@Suite struct FormatListTests {
    private static func words(_ words: [UInt32]) -> [UInt8] {
        words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }

    /// Returns version and flags; formats and their place; modifiers and their place; two formats, and a modifier for
    /// the formats in a mask.
    private static func list(mask: UInt32 = 0b10, offset: UInt32 = 0, modifier: UInt32 = 0) -> [UInt8] {
        words([1, 0, 2, 24, 1, 32, 0x1111, 0x2222, mask, 0, offset, 0, modifier, 0])
    }

    @Test(
        arguments: [
            (list(), [0x2222]), (list(mask: 0b11), [0x1111, 0x2222]), (list(mask: 0), []), (list(modifier: 1), []),
            (list(mask: 1, offset: 1), [0x2222]), (list(mask: .max, offset: .max), []),
        ] as [([UInt8], [UInt32])])
    func theFormatsOfALinearModifierAreListed(_ bytes: [UInt8], _ expected: [UInt32]) {
        #expect(FormatList(bytes)?.linear == expected)
    }

    @Test func aListThatIsCutShortIsRefused() {
        for count in 0..<Self.list().count { #expect(FormatList(Array(Self.list().prefix(count))) == nil) }
    }

    @Test(arguments: [2, 3, 4, 5])
    func countsAndOffsetsBeyondTheBytesAreRefused(_ word: Int) {
        for value in [UInt32(57), 1 << 20, .max] {
            var bytes = Self.list()
            bytes.replaceSubrange(word * 4..<word * 4 + 4, with: Self.words([value]))
            #expect(FormatList(bytes) == nil, "word \(word) is \(value)")
        }
    }
}
