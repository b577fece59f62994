/// Builds EDIDs byte by byte, with correct counts and checksums.
package struct DescriptionBuilder: Sendable {
    /// The 128 bytes of the base block; ``bytes`` sets the count and the checksum.
    package var base: [UInt8]

    /// The extension blocks, each cut or filled to 128 bytes; ``bytes`` sets their checksums.
    package var extensions: [[UInt8]] = []

    /// Makes an empty digital display of revision 4 with only a manufacturer and a product.
    package init(make: String = "TST", product: UInt16 = 0x1234, serial: UInt32 = 0, revision: UInt8 = 4) {
        base = [UInt8](repeating: 0, count: 128)
        base.replaceSubrange(0..<8, with: [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0])
        let letters = make.utf8.reduce(0) { $0 << 5 | UInt16($1 & 31) }
        base[8] = UInt8(letters >> 8)
        base[9] = UInt8(letters & 0xFF)
        base[10] = UInt8(product & 0xFF)
        base[11] = UInt8(product >> 8)
        for index in 0..<4 {
            base[12 + index] = UInt8(truncatingIfNeeded: serial >> UInt32(8 * index))
        }
        base[16] = 10
        base[17] = 30
        base[18] = 1
        base[19] = revision
        base[20] = 0xA5
        base[21] = 60
        base[22] = 34
        base[23] = 120
        base[24] = 0x06
        for index in 0x26..<0x36 {
            base[index] = 1
        }
        for slot in 0..<4 {
            setDescriptor(slot, [0, 0, 0, 0x10, 0])
        }
    }

    /// Fills one of the four descriptors; missing bytes of the 18 are zero.
    package mutating func setDescriptor(_ slot: Int, _ bytes: [UInt8]) {
        let start = 0x36 + slot * 18
        for index in 0..<18 {
            base[start + index] = index < bytes.count ? bytes[index] : 0
        }
    }

    /// Fills a descriptor with a text: the tag 0xFC is the name, 0xFF the serial number, 0xFE any other text.
    package mutating func setText(_ slot: Int, tag: UInt8, _ text: String) {
        var bytes = [0, 0, 0, tag, 0] + text.utf8.prefix(13)
        if bytes.count < 18 { bytes.append(0x0A) }
        while bytes.count < 18 { bytes.append(0x20) }
        setDescriptor(slot, bytes)
    }

    /// Appends a CTA-861 extension with data blocks and detailed timings.
    package mutating func addCTA(flags: UInt8 = 0, dataBlocks: [[UInt8]] = [], timings: [[UInt8]] = []) {
        let collection = dataBlocks.flatMap { $0 }
        var block: [UInt8] = [0x02, 0x03, UInt8(truncatingIfNeeded: 4 + collection.count), flags] + collection
        block += timings.flatMap { $0 }
        extensions.append(block)
    }

    /// Appends a DisplayID section with data blocks of a tag, a revision and a payload.
    package mutating func addDisplayID(
        version: UInt8,
        productType: UInt8 = 0,
        dataBlocks: [(tag: UInt8, revision: UInt8, payload: [UInt8])]
    ) {
        let body = dataBlocks.flatMap { [$0.tag, $0.revision, UInt8($0.payload.count)] + $0.payload }
        var section: [UInt8] = [version, UInt8(body.count), productType, 0] + body
        section.append(0 &- section.reduce(0, &+))
        extensions.append([0x70] + section)
    }

    /// Returns a data block of CTA-861.
    package static func dataBlock(tag: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [tag << 5 | UInt8(payload.count & 31)] + payload
    }

    /// Returns a data block of CTA-861 with an extended tag.
    package static func extendedBlock(tag: UInt8, _ payload: [UInt8]) -> [UInt8] {
        dataBlock(tag: 7, [tag] + payload)
    }

    /// The 18 bytes of 1920x1080 at 60 Hz, 520 mm by 290 mm.
    package static let fullHD: [UInt8] = [
        0x02, 0x3A, 0x80, 0x18, 0x71, 0x38, 0x2D, 0x40, 0x58, 0x2C, 0x45, 0x00, 0x08, 0x22, 0x21, 0x00, 0x00, 0x1E,
    ]

    /// The whole EDID.
    package var bytes: [UInt8] {
        var result = base
        result[126] = UInt8(truncatingIfNeeded: extensions.count)
        Self.seal(&result, block: 0)
        for (index, content) in extensions.enumerated() {
            result += content.prefix(127)
            result += [UInt8](repeating: 0, count: 128 - min(content.count, 127))
            Self.seal(&result, block: index + 1)
        }
        return result
    }

    private static func seal(_ bytes: inout [UInt8], block: Int) {
        let start = block * 128
        let sum = bytes[start..<start + 127].reduce(0, &+)
        bytes[start + 127] = 0 &- sum
    }
}
