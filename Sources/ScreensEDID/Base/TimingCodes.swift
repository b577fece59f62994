/// A reader of standard timing codes (E-EDID A.2 section 3.9): two bytes for width, aspect ratio and rate.
struct StandardTimings {
    /// The revision of the structure: before revision 3 the ratio code 0 means 1:1, later 16:10.
    let revision: Int

    /// The display's formulas, which explain the codes that DMT lacks.
    let rangeLimits: RangeLimits?

    /// Returns the timing of the two bytes at `offset`; nil if they are unused or mean nothing.
    func timing(of bytes: Span<UInt8>, at offset: Int, findings: inout FindingLog) -> ListedTiming? {
        let (first, second) = (bytes.byte(offset), bytes.byte(offset + 1))
        if first == 1, second == 1 { return nil }
        // A first byte of 1 would be a width of 256 pixels; displays mean the unused code and have a wrong second byte.
        guard first > 1 else {
            findings.note(.invalidStandardTiming, offset)
            return nil
        }
        if let identifier = DMT.identifier(standardCode: first << 8 | second), let timing = DMT.timing(identifier) {
            return ListedTiming(origin: .dmt(identifier), timing: timing)
        }
        let width = (first + 31) * 8
        let height =
            switch second >> 6 {
            case 0: revision >= 3 ? width * 10 / 16 : width
            case 1: width * 3 / 4
            case 2: width * 4 / 5
            default: width * 9 / 16
            }
        let refresh = 60 + (second & 63)
        return computed(width: width, height: height, refresh: refresh, findings: &findings)
    }

    private func computed(width: Int, height: Int, refresh: Int, findings: inout FindingLog) -> ListedTiming {
        if rangeLimits?.formula == .cvt,
            let timing = CVT.timing(width: width, height: height, refresh: Double(refresh))
        {
            return ListedTiming(origin: .cvt, timing: timing)
        }
        if revision >= 2, let timing = GTF.standard.timing(width: width, height: height, refresh: Double(refresh)) {
            guard let limits = rangeLimits, let start = limits.secondaryGTFStart, timing.lineRate >= start * 1000,
                let secondary = limits.secondaryGTF?.timing(width: width, height: height, refresh: Double(refresh))
            else {
                return ListedTiming(origin: .gtf, timing: timing)
            }
            return ListedTiming(origin: .gtf, timing: secondary)
        }
        findings.note(.unknownStandardTiming)
        return ListedTiming(width: width, height: height, refreshMillihertz: refresh * 1000)
    }
}

/// A reader of three-byte CVT codes (E-EDID A.2 section 3.10.3.8, descriptor 0xF8).
enum CVTCodes {
    /// Returns the timings of the code at `offset`, the preferred rate first; empty if the code is unused.
    static func timings(of bytes: Span<UInt8>, at offset: Int) -> [ListedTiming] {
        let (low, middle, rates) = (bytes.byte(offset), bytes.byte(offset + 1), bytes.byte(offset + 2))
        guard low != 0 || middle != 0 || rates != 0 else { return [] }
        let height = ((low | (middle & 0xF0) << 4) + 1) * 2
        let width =
            switch (middle >> 2) & 3 {
            case 0: height * 4 / 3
            case 1: height * 16 / 9
            case 2: height * 16 / 10
            default: height * 15 / 9
            }
        let cells = width / 8 * 8
        let offers: [(bit: Int, refresh: Double, blanking: CVT.Blanking)] = [
            (4, 50, .standard), (3, 60, .standard), (2, 75, .standard), (1, 85, .standard), (0, 60, .reduced),
        ]
        return offers.compactMap { offer in
            guard (rates >> offer.bit) & 1 == 1 else { return nil }
            return CVT.timing(width: cells, height: height, refresh: offer.refresh, blanking: offer.blanking)
                .map { ListedTiming(origin: .cvt, timing: $0) }
        }
    }
}

/// The established timings of E-EDID A.2 section 3.8, and the third set of section 3.10.3.9.
enum EstablishedTimings {
    /// Returns the timings of bytes 0x23 to 0x25 of the base block, highest bit first.
    static func firstAndSecond(_ block: Span<UInt8>) -> [ListedTiming] {
        listed(firstTable, flags: block, from: 0x23)
    }

    /// Returns the timings of descriptor 0xF7, whose flags start at its byte 6.
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

    /// Runs by origin: a sum of so many literals takes the type checker of Swift 6.2 too long.
    private static let firstTable = firstRuns.flatMap(\.self)

    private static let firstRuns: [[ListedTiming]] = [
        [
            legacy(.ibm, [0, 720, 400, 28320, 18, 108, 54, 0, 21, 2, 26, 0, 2, 9, 5]),
            legacy(.ibm, [0, 720, 400, 35500, 18, 108, 54, 0, 12, 2, 35, 0, 2, 9, 5]),
        ],
        dmt([0x04]),
        [legacy(.apple, [0, 640, 480, 30240, 64, 64, 96, 0, 3, 3, 39, 0, 0, 4, 3])],
        dmt([0x05, 0x06, 0x08, 0x09, 0x0A, 0x0B]),
        [legacy(.apple, [0, 832, 624, 57284, 32, 64, 224, 0, 1, 3, 39, 0, 0, 4, 3])],
        dmt([0x0F, 0x10, 0x11, 0x12, 0x24]),
        [legacy(.apple, [0, 1152, 870, 100000, 48, 128, 128, 0, 3, 3, 39, 0, 3, 192, 145])],
    ]

    private static let thirdTable: [ListedTiming] = dmt([
        0x01, 0x02, 0x03, 0x07, 0x0E, 0x0C, 0x13, 0x15, 0x16, 0x17, 0x18, 0x19,
        0x20, 0x21, 0x23, 0x25, 0x27, 0x2E, 0x2F, 0x30, 0x31, 0x29, 0x2A, 0x2B,
        0x2C, 0x39, 0x3A, 0x3B, 0x3C, 0x33, 0x34, 0x35, 0x36, 0x37, 0x3E, 0x3F,
        0x41, 0x42, 0x44, 0x45, 0x46, 0x47, 0x49, 0x4A,
    ])
}
