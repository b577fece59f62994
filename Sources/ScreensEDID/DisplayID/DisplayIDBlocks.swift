/// The manufacturer and the product in DisplayID (DisplayID 1.3 section 4.1, DisplayID 2.0 section 4.1).
package struct ProductIdentification: Sendable, Hashable {
    /// The manufacturer's identifier: three letters, or in DisplayID 2.0 an IEEE identifier in hexadecimal digits
    /// (`00-10-FA`).
    package let make: String

    /// The manufacturer's code for the product.
    package let productCode: UInt16

    /// The serial number; nil if it is zero.
    package let serialNumber: UInt32?

    /// The week of manufacture; nil if it is not given.
    package let week: Int?

    /// The year of manufacture or of the model; nil if it is not given.
    package let year: Int?

    /// Whether ``year`` is the model's.
    package let isModelYear: Bool

    /// The product's name, if any.
    package let name: String?

    /// Reads the payload of the block; nil if it is too short.
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

    /// Returns the three bytes of a manufacturer as text.
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

/// The place of a tile within a display of several tiles (DisplayID 1.3 section 4.14, DisplayID 2.0 section 4.9).
package struct TiledTopology: Sendable, Hashable {
    /// Whether all tiles are within one enclosure.
    package let isSingleEnclosure: Bool

    /// The number of tiles in a row, 1 to 64.
    package let columns: Int

    /// The number of tiles in a column, 1 to 64.
    package let rows: Int

    /// The column of this tile, from 0.
    package let column: Int

    /// The row of this tile, from 0.
    package let row: Int

    /// The width of this tile in pixels.
    package let width: Int

    /// The height of this tile in lines.
    package let height: Int

    /// The manufacturer's identifier: three letters, or in DisplayID 2.0 an IEEE identifier in hexadecimal digits.
    package let make: String

    /// The manufacturer's code for the product.
    package let productCode: UInt16

    /// The serial number, equal in all tiles of one display.
    package let serialNumber: UInt32

    /// The picture of the display if only this tile gets one: 0 is not given, 1 at the tile's place, 2 scaled to the
    /// whole display, 3 cloned to all tiles.
    package let behaviorWhenAlone: Int

    /// Reads the payload of the block; nil if it is too short.
    init?(payload: Span<UInt8>, isSecondVersion: Bool) {
        guard payload.count >= 22 else { return nil }
        isSingleEnclosure = payload.bit(7, of: 0)
        behaviorWhenAlone = payload.byte(0) & 7
        let high = payload.byte(3)
        columns = (payload.byte(1) >> 4 | (high >> 6 & 3) << 4) + 1
        rows = (payload.byte(1) & 15 | (high >> 4 & 3) << 4) + 1
        column = payload.byte(2) >> 4 | (high >> 2 & 3) << 4
        row = payload.byte(2) & 15 | (high & 3) << 4
        width = payload.littleEndian16(4) + 1
        height = payload.littleEndian16(6) + 1
        make = ProductIdentification.make(payload, at: 13, isSecondVersion: isSecondVersion)
        productCode = UInt16(payload.littleEndian16(16))
        serialNumber = UInt32(payload.littleEndian32(18))
    }
}

/// A range of rates that a display follows from frame to frame, from an Adaptive-Sync data block (DisplayID 2.1 section
/// 4.13).
package struct AdaptiveSyncRange: Sendable, Hashable {
    /// The lowest refresh rate in Hz.
    package let minimumRefresh: Int

    /// The highest refresh rate in Hz.
    package let maximumRefresh: Int

    /// Reads the descriptors of a block; the revision gives their size, and only six bytes are defined.
    static func ranges(payload: Span<UInt8>, revision: Int) -> [Self] {
        guard revision & 0x70 == 0 else { return [] }
        return stride(from: 0, through: payload.count - 6, by: 6).map { start in
            AdaptiveSyncRange(
                minimumRefresh: payload.byte(start + 2),
                maximumRefresh: (payload.byte(start + 3) | (payload.byte(start + 4) & 3) << 8) + 1
            )
        }
    }
}

/// The limits of the timings that a display supports (DisplayID 2.0 section 4.5, dynamic video timing range limits).
package struct DynamicTimingRange: Sendable, Hashable {
    /// The lowest pixel clock in kHz.
    package let minimumPixelClock: Int

    /// The highest pixel clock in kHz.
    package let maximumPixelClock: Int

    /// The lowest refresh rate in Hz.
    package let minimumRefresh: Int

    /// The highest refresh rate in Hz.
    package let maximumRefresh: Int

    /// Whether the rate may change from frame to frame without a visible break.
    package let isSeamless: Bool

    /// Reads the payload of the block; nil if it is too short.
    init?(payload: Span<UInt8>, revision: Int) {
        guard payload.count >= 9 else { return nil }
        minimumPixelClock = payload.littleEndian24(0) + 1
        maximumPixelClock = payload.littleEndian24(3) + 1
        minimumRefresh = payload.byte(6)
        // From revision 1 on, the highest rate has ten bits.
        maximumRefresh = payload.byte(7) | (revision & 7 == 0 ? 0 : (payload.byte(8) & 3) << 8)
        isSeamless = payload.bit(7, of: 8)
    }
}
