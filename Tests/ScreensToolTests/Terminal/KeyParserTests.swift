import Testing

@testable import ScreensTool

struct KeyParserTests {
    private static let sequences: [(String, Key)] = [
        ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
        ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
        ("\u{1B}[1;5C", .right), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[6;2~", .pageDown),
        ("\u{1B}[Z", .backTab), ("\u{1B}Ok", .character("+")), ("\u{1B}Om", .character("-")), ("\u{1B}OM", .enter),
    ]

    private func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
        var parser = KeyParser()
        return bytes.compactMap { parser.take($0) }
    }

    @Test func anEscapeThatNothingFollowsIsAKey() {
        var parser = KeyParser()
        #expect(parser.pause() == nil)
        #expect(parser.take(0x1B) == nil)
        #expect(parser.isAfterEscape && parser.pause() == .escape && !parser.isAfterEscape)
        #expect(parser.pause() == nil)
        // In the middle of a sequence, a pause completes no key.
        for byte in [0x1B, UInt8(ascii: "[")] { #expect(parser.take(byte) == nil) }
        #expect(parser.pause() == nil)
        #expect(parser.take(UInt8(ascii: "A")) == .up)
    }

    @Test(
        arguments: [
            ("q0+-", [.character("q"), .character("0"), .character("+"), .character("-")]),
            ("\t\r\n", [.tab, .enter, .enter]),
            ("\u{0}\u{1}\u{4}\u{7F}", []),
            // Keys without a meaning in this program are skipped.
            ("\u{1B}[H\u{1B}[3~\u{1B}[55~\u{1B}[15~\u{1B}OPq", [.character("q")]),
            // Function keys of the Linux console end with another letter.
            ("\u{1B}[[A\u{1B}[[Eq", [.character("q")]),
            // Escape alone, twice, and with Alt.
            ("\u{1B}q", [.character("q")]), ("\u{1B}\u{1B}q", [.character("q")]),
            ("\u{1B}\u{1B}[A", [.up]),
            // Only the first number counts, and no number is too long.
            ("\u{1B}[1;5~\u{1B}[5;1~", [.pageUp]),
            ("\u{1B}[" + String(repeating: "9", count: 99) + "5~q", [.character("q")]),
            // A control character cuts a sequence off.
            ("\u{1B}[5\r", [.enter]),
            ("ä\u{9B}A", [.character("A")]),
        ] as [(String, [Key])])
    func bytesAreKeys(text: String, expected: [Key]) {
        #expect(keys(text.utf8) == expected)
    }

    @Test(arguments: sequences)
    func aSequenceIsOneKey(sequence: String, key: Key) {
        #expect(keys(sequence.utf8) == [key])
    }

    @Test(arguments: sequences)
    func aSequenceThatIsCutOffAnywhereDoesNotSpoilTheNext(sequence: String, key: Key) {
        for cut in 1..<sequence.utf8.count {
            for (next, nextKey) in Self.sequences {
                #expect(keys(Array(sequence.utf8.prefix(cut)) + Array(next.utf8)) == [nextKey], "cut at \(cut)")
            }
        }
    }

    @Test func afterAnyGarbageASequenceIsUnderstood() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let garbage = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                // Most bytes belong to sequences.
                Bool.random() ? UInt8.random(in: 0...255) : Array("\u{1B}[O;59~A".utf8).randomElement() ?? 0
            }
            #expect(keys(garbage + Array("\u{1B}[5~".utf8)).last == .pageUp, "\(garbage)")
            #expect(keys(garbage).count <= garbage.count)
        }
    }
}
