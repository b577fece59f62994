/// The established timings of E-EDID A.2 section 3.8, and the third set of section 3.10.3.9.
enum EstablishedTimings {
    /// The timings of bytes 0x23 to 0x25 of the base block, highest bit first.
    static func firstAndSecond(_ block: Span<UInt8>) -> [ListedTiming] {
        listed(firstTable, flags: block, from: 0x23)
    }

    /// The timings of descriptor 0xF7, whose flags start at its byte 6.
    static func third(_ descriptor: Span<UInt8>) -> [ListedTiming] {
        listed(thirdTable, flags: descriptor, from: 6)
    }

    private static func listed(_ table: [ListedTiming], flags: Span<UInt8>, from start: Int) -> [ListedTiming] {
        var result: [ListedTiming] = []
        for (index, entry) in table.enumerated() where flags.bit(7 - index % 8, of: start + index / 8) {
            result.append(entry)
        }
        return result
    }

    private static func dmt(_ identifiers: [UInt8]) -> [ListedTiming] {
        identifiers.compactMap { identifier in
            DMT.timing(identifier).map { ListedTiming(origin: .dmt(identifier), timing: $0) }
        }
    }

    private static func legacy(_ origin: TimingOrigin, _ row: [Int32]) -> ListedTiming {
        ListedTiming(origin: origin, timing: TimingTable.timing(at: 0, of: row))
    }

    private static let firstTable: [ListedTiming] =
        [
            legacy(.ibm, [0, 720, 400, 28320, 18, 108, 54, 0, 21, 2, 26, 0, 2, 9, 5]),
            legacy(.ibm, [0, 720, 400, 35500, 18, 108, 54, 0, 12, 2, 35, 0, 2, 9, 5]),
        ] + dmt([0x04]) + [
            legacy(.apple, [0, 640, 480, 30240, 64, 64, 96, 0, 3, 3, 39, 0, 0, 4, 3])
        ] + dmt([0x05, 0x06, 0x08, 0x09, 0x0A, 0x0B]) + [
            legacy(.apple, [0, 832, 624, 57284, 32, 64, 224, 0, 1, 3, 39, 0, 0, 4, 3])
        ] + dmt([0x0F, 0x10, 0x11, 0x12, 0x24]) + [
            legacy(.apple, [0, 1152, 870, 100000, 48, 128, 128, 0, 3, 3, 39, 0, 3, 192, 145])
        ]

    private static let thirdTable: [ListedTiming] = dmt([
        0x01, 0x02, 0x03, 0x07, 0x0E, 0x0C, 0x13, 0x15, 0x16, 0x17, 0x18, 0x19,
        0x20, 0x21, 0x23, 0x25, 0x27, 0x2E, 0x2F, 0x30, 0x31, 0x29, 0x2A, 0x2B,
        0x2C, 0x39, 0x3A, 0x3B, 0x3C, 0x33, 0x34, 0x35, 0x36, 0x37, 0x3E, 0x3F,
        0x41, 0x42, 0x44, 0x45, 0x46, 0x47, 0x49, 0x4A,
    ])
}
