/// The maker and the product in DisplayID (DisplayID 1.3 section 4.1, DisplayID 2.0 section 4.1).
public struct ProductIdentification: Sendable, Hashable {
    /// The maker's identifier: three letters, or in DisplayID 2.0 an IEEE identifier in hexadecimal digits (`00-10-FA`).
    public let make: String

    /// The maker's code of the product.
    public let productCode: UInt16

    /// The serial number; nil where it is zero.
    public let serialNumber: UInt32?

    /// The week of manufacture, where it is given.
    public let week: Int?

    /// The year of manufacture or of the model, where it is given.
    public let year: Int?

    /// Whether ``year`` is that of the model.
    public let isModelYear: Bool

    /// The product's name, where there is one.
    public let name: String?

    /// Reads the payload of the block; nil where it is too short.
    init?(payload: Span<UInt8>, isSecondVersion: Bool, tag: Int, findings: inout FindingLog) {
        guard payload.count >= 12 else { return nil }
        make = Self.make(payload, at: 0, isSecondVersion: isSecondVersion)
        productCode = UInt16(payload.littleEndian16(3))
        let serial = payload.littleEndian32(5)
        serialNumber = serial == 0 ? nil : UInt32(serial)
        let weekByte = payload.byte(9)
        isModelYear = weekByte == 0xFF
        week = (1...53).contains(weekByte) ? weekByte : nil
        year = payload.byte(10) == 0 && weekByte == 0 ? nil : 2000 + payload.byte(10)
        let length = payload.clamped(from: 12, length: payload.byte(11))
        name =
            length.isEmpty
            ? nil : DescriptorText.text(of: payload, in: length, tag: tag, findings: &findings)
    }

    /// The three bytes of a maker, as text.
    static func make(_ bytes: Span<UInt8>, at offset: Int, isSecondVersion: Bool) -> String {
        var text = ""
        for position in 0..<3 {
            let byte = bytes.byte(offset + position)
            if isSecondVersion {
                let digits = String(byte, radix: 16, uppercase: true)
                text += position > 0 ? "-" : ""
                text += byte < 16 ? "0\(digits)" : digits
            } else {
                text.unicodeScalars.append((0x21...0x7E).contains(byte) ? Unicode.Scalar(UInt8(byte)) : "\u{FFFD}")
            }
        }
        return text
    }
}
