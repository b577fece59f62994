/// EDIDs that reach every part of the decoder, and EDIDs that cost it the most.
package enum BuiltSeeds {
    /// Small EDIDs, one for each kind of block.
    package static var small: [[UInt8]] {
        [base, consumer, firstDisplayID, secondDisplayID].map(\.bytes) + [[], [0], [UInt8](repeating: 0, count: 128)]
    }

    /// EDIDs of 256 blocks, each full of the data that costs the most for its size.
    package static var longest: [[UInt8]] {
        let dense: [(String, [UInt8])] = [
            (
                "timings",
                [0x02, 0x03, 0x04, 0x00] + [[UInt8]](repeating: DescriptionBuilder.fullHD, count: 6).flatMap { $0 }
            ),
            ("formats", collection([UInt8](repeating: 0x5F, count: 1) + [UInt8](repeating: 0x10, count: 31))),
            ("unknown formats", collection([0x5F] + [UInt8](repeating: 0x80, count: 31))),
            ("empty vendor blocks", collection([UInt8](repeating: 0x60, count: 32))),
            ("capability maps", collection([0xFF, 0x0F] + [UInt8](repeating: 0xFF, count: 30))),
            ("maps of timings", section([0x07, 0x00, 0x0A] + [UInt8](repeating: 0xFF, count: 10))),
            ("codes", section([0x23, 0x00, 0x75] + [UInt8](repeating: 0x52, count: 117))),
            ("type II", section([0x04, 0x00, 0x0B] + [UInt8](repeating: 0x22, count: 11))),
            ("type V", section([0x11, 0x00, 0x07] + [UInt8](repeating: 0x05, count: 7))),
            ("type IX", section([0x24, 0x00, 0x06] + [UInt8](repeating: 0x01, count: 6))),
            ("standard codes", [0x10, 1, 0, 0, 61] + [UInt8](repeating: 0x70, count: 122)),
            ("CVT codes", [0x10, 1, 0, 40, 0] + [[UInt8]](repeating: [0x57, 0x28, 0x1F], count: 40).flatMap { $0 }),
            ("empty texts", section([0x0A, 0x00, 0x00])),
            ("formats within", section([0x81, 0x00, 0x02, 0x41, 0x10])),
            (
                "products",
                section([0x00, 0x00, 0x10] + [UInt8](repeating: 0x41, count: 11) + [4, 0x41, 0xE4, 0x80, 0x41])
            ),
        ]
        return dense.map { entry in
            var builder = base
            builder.extensions = [[UInt8]](repeating: entry.1, count: 255)
            return builder.bytes
        }
    }

    private static func collection(_ blocks: [UInt8]) -> [UInt8] {
        var block: [UInt8] = [0x02, 0x03, 0x7F, 0xF0]
        while block.count < 127 { block += blocks }
        return Array(block.prefix(127))
    }

    private static func section(_ dataBlock: [UInt8]) -> [UInt8] {
        var block: [UInt8] = [0x70, 0x20, 0x79, 0x00, 0x00]
        while block.count < 126 { block += dataBlock }
        return Array(block.prefix(126))
    }

    private static var base: DescriptionBuilder {
        var builder = DescriptionBuilder(make: "DEL", product: 0xA0B1, serial: 0x4142_4344)
        builder.setDescriptor(0, DescriptionBuilder.fullHD)
        builder.setText(1, tag: 0xFC, "DELL U2410")
        builder.setText(2, tag: 0xFF, "F525M0A1234L")
        builder.setDescriptor(3, [0, 0, 0, 0xFD, 0, 48, 75, 30, 90, 17, 4, 0x11, 0, 0, 0xF8, 0x38, 0xF0, 0x3C])
        builder.base.replaceSubrange(
            0x23..<0x36,
            with: [
                0xFF, 0xFF, 0x80, 0xD1, 0xC0, 0x81, 0x80, 0x61, 0x4F, 0x45, 0x59, 0x71, 0x2A, 0x01, 0x01, 0x95, 0x00,
                0xB3, 0x40,
            ])
        return builder
    }

    private static var consumer: DescriptionBuilder {
        typealias Builder = DescriptionBuilder
        var builder = base
        builder.setDescriptor(2, [0, 0, 0, 0xFA, 0, 0xD1, 0xC0, 0xA9, 0xC0, 0x01, 0x01])
        builder.setDescriptor(3, [0, 0, 0, 0xF8, 0, 1, 0x4F, 0x21, 0x7F, 0x2F, 0x38, 0x1F])
        builder.addCTA(
            flags: 0xF1,
            dataBlocks: [
                Builder.dataBlock(tag: 2, [0x90, 0x04, 0x61, 0xC1, 0x1F]),
                Builder.dataBlock(tag: 1, [0x09, 0x07, 0x07]),
                Builder.dataBlock(tag: 4, [0x01, 0, 0]),
                Builder.dataBlock(
                    tag: 3, [0x03, 0x0C, 0, 0x10, 0, 0xB8, 0x3C, 0xE0, 5, 7, 9, 11, 0x80, 0x60, 1, 2, 3]),
                Builder.dataBlock(tag: 3, [0xD8, 0x5D, 0xC4, 1, 0x78, 0x80, 0x53, 0x02, 0x30, 0x90, 0x80, 0, 0]),
                Builder.extendedBlock(tag: 0, [0xCA]),
                Builder.extendedBlock(tag: 5, [0xE3, 0x80]),
                Builder.extendedBlock(tag: 6, [0x0F, 0x01, 0x60, 0x50, 0x10]),
                Builder.extendedBlock(tag: 14, [0x61]),
                Builder.extendedBlock(tag: 15, [0x07]),
            ],
            timings: [Builder.fullHD]
        )
        return builder
    }

    private static var firstDisplayID: DescriptionBuilder {
        var builder = base
        builder.addDisplayID(
            version: 0x12,
            productType: 3,
            dataBlocks: [
                (0x00, 0, Array("DEL".utf8) + [0xB1, 0xA0, 1, 2, 3, 4, 10, 20, 4] + Array("U241".utf8)),
                (0x01, 0, [0x9C, 0x18, 0x0E, 0x0E, 0x80, 0x07, 0x38, 0x04, 0, 120, 0, 0]),
                (
                    0x12, 0,
                    [0x82, 0x10, 0x00, 0x00, 0x7F, 0x07, 0x37, 0x04, 0, 0, 0, 0, 0] + Array("DEL".utf8) + [
                        1, 2, 3, 4, 5, 6,
                    ]
                ),
                (0x03, 1, typeI),
            ]
        )
        return builder
    }

    private static var secondDisplayID: DescriptionBuilder {
        var builder = base
        builder.addDisplayID(
            version: 0x20,
            productType: 1,
            dataBlocks: [
                (0x20, 0, [0x00, 0x10, 0xFA, 0xB1, 0xA0, 1, 2, 3, 4, 10, 20, 0]),
                (0x22, 0, typeI),
                (0x23, 0, [0x52, 0x04]),
                (0x24, 0, [0x02, 0x7F, 0x07, 0x37, 0x04, 59]),
                (0x81, 0, DescriptionBuilder.extendedBlock(tag: 6, [0x05, 0x01, 0x60, 0x50, 0x10])),
            ]
        )
        return builder
    }

    /// 1920x1080 at 60 Hz in 20 bytes, with a clock in steps of 10 kHz.
    private static let typeI: [UInt8] = [
        0x01, 0x3A, 0x00, 0x84, 0x7F, 0x07, 0x17, 0x01, 0x57, 0x80, 0x2B, 0x00, 0x37, 0x04, 0x2C, 0x00, 0x03, 0x80,
        0x04, 0x00,
    ]
}
