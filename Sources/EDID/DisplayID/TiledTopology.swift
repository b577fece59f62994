/// The place of a tile within a display of several tiles (DisplayID 1.3 section 4.14, DisplayID 2.0 section 4.9).
public struct TiledTopology: Sendable, Hashable {
    /// Whether all tiles are within one enclosure.
    public let isSingleEnclosure: Bool

    /// The number of tiles in a row, 1 to 64.
    public let columns: Int

    /// The number of tiles in a column, 1 to 64.
    public let rows: Int

    /// The column of this tile, from 0.
    public let column: Int

    /// The row of this tile, from 0.
    public let row: Int

    /// The width of this tile in pixels.
    public let width: Int

    /// The height of this tile in lines.
    public let height: Int

    /// The maker's identifier: three letters, or in DisplayID 2.0 an IEEE identifier in hexadecimal digits.
    public let make: String

    /// The maker's code of the product.
    public let productCode: UInt16

    /// The serial number, equal in all tiles of one display.
    public let serialNumber: UInt32

    /// The picture of the display where only this tile gets one: 0 is not given, 1 the tile's place, 2 scaled
    /// to the whole display, 3 cloned to all tiles.
    public let behaviorWhenAlone: Int

    /// Reads the payload of the block; nil where it is too short.
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
