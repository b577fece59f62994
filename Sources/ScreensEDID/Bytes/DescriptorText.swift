/// Texts of display descriptors (E-EDID A.2 sections 3.10.3.1, 3.10.3.2 and 3.10.3.4).
enum DescriptorText {
    /// Returns the text of the bytes at `range`, without the spaces at its end; nil if it is empty.
    ///
    /// It ends at a line feed, and at 0x00 or 0xFF, with which displays fill the rest.
    ///
    /// Displays also send bytes beyond ASCII. Printable ones are read as ISO 8859-1, so that different texts stay
    /// different; control characters become U+FFFD.
    static func text(
        of bytes: Span<UInt8>,
        in range: Range<Int>,
        tag: Int,
        findings: inout FindingLog
    ) -> String? {
        var text = ""
        var pendingSpaces = 0
        var isPrintable = true
        for offset in range {
            let byte = UInt8(truncatingIfNeeded: bytes.byte(offset))
            if byte == 0x0A || byte == 0 || byte == 0xFF { break }
            if byte == 0x20 {
                pendingSpaces += 1
                continue
            }
            while pendingSpaces > 0 {
                text.unicodeScalars.append(" ")
                pendingSpaces -= 1
            }
            switch byte {
            case 0x21...0x7E:
                text.unicodeScalars.append(Unicode.Scalar(byte))
            case 0xA1...:
                isPrintable = false
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                isPrintable = false
                text.unicodeScalars.append("\u{FFFD}")
            }
        }
        if !isPrintable {
            findings.note(.unprintableText, tag)
        }
        if text.isEmpty {
            findings.note(.emptyText, tag)
            return nil
        }
        return text
    }
}
