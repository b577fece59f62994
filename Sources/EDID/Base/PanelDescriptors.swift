/// The descriptors of a built-in panel by the Standard Panels Working Group (SPWG 3.x, appendix on EDID).
///
/// Such panels keep to the four descriptors of the base block and put other things into the last three: the second timing ends
/// with a revision of the module instead of flags, the third descriptor holds two part numbers, and the fourth values for the
/// backlight. Read in the ordinary way, a progressive panel would come out interlaced, and its texts as rubbish.
struct PanelDescriptors {
    /// The part numbers of the computer's maker and of the panel's.
    let partNumbers: [String]

    /// Recognizes them: two texts, the second one being eight values, one or two channels, a yes or no, and a line feed.
    init?(block: Span<UInt8>) {
        let (third, fourth) = (0x5A, 0x6C)
        guard Self.isText(block, third), Self.isText(block, fourth), block.byte(0x48) | block.byte(0x49) != 0,
            (1...2).contains(block.byte(fourth + 13)), block.byte(fourth + 14) <= 1,
            block.byte(fourth + 15) == 0x0A, block.byte(fourth + 16) == 0x20, block.byte(fourth + 17) == 0x20
        else { return nil }
        // Five characters of the one, a byte of revision, seven of the other.
        partNumbers = [Self.text(block, third + 5, 5), Self.text(block, third + 11, 7)].filter { !$0.isEmpty }
    }

    private static func isText(_ block: Span<UInt8>, _ start: Int) -> Bool {
        block.byte(start) | block.byte(start + 1) == 0 && block.byte(start + 3) == 0xFE
    }

    private static func text(_ block: Span<UInt8>, _ start: Int, _ length: Int) -> String {
        var text = ""
        for offset in start..<start + length {
            let byte = UInt8(truncatingIfNeeded: block.byte(offset))
            guard (0x21...0x7E).contains(byte) else { break }
            text.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return text
    }
}
