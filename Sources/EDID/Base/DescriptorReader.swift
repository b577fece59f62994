/// Reads the four descriptors of 18 bytes in the base block (E-EDID A.2 section 3.10).
struct DescriptorReader {
    private(set) var detailedTimings: [DetailedTiming] = []
    private(set) var establishedTimings: [ListedTiming] = []
    private(set) var cvtTimings: [ListedTiming] = []
    private(set) var name: String?
    private(set) var serialString: String?
    private(set) var texts: [String] = []
    private(set) var rangeLimits: RangeLimits?

    /// Where descriptors of standard timings start; reading them takes the range limits, which may come later.
    private(set) var standardTimingDescriptors: [Int] = []

    init(block: Span<UInt8>, revision: Int, findings: inout FindingLog) {
        let panel = PanelDescriptors(block: block)
        for start in stride(from: 0x36, through: 0x6C, by: 18) {
            let descriptor = block.extracting(block.clamped(from: start, length: 18))
            if DetailedTiming.isTiming(descriptor) {
                guard DetailedTiming.isClockPlausible(descriptor, findings: &findings) else { continue }
                let timing = DetailedTiming(
                    descriptor: descriptor,
                    index: detailedTimings.count + 1,
                    hasFlags: panel == nil || start != 0x48,
                    findings: &findings
                )
                detailedTimings.append(timing)
            } else if let panel, start >= 0x5A {
                texts += start == 0x5A ? panel.partNumbers : []
            } else {
                if start == 0x36 {
                    findings.note(.noFirstTiming)
                }
                read(descriptor, at: start, revision: revision, findings: &findings)
            }
        }
    }

    private mutating func read(
        _ descriptor: Span<UInt8>,
        at start: Int,
        revision: Int,
        findings: inout FindingLog
    ) {
        let tag = descriptor.byte(3)
        switch tag {
        case 0xFF:
            Self.keep(text(descriptor, tag, &findings), in: &serialString, tag: tag, findings: &findings)
        case 0xFE:
            if let text = text(descriptor, tag, &findings) {
                texts.append(text)
            }
        case 0xFD:
            if rangeLimits != nil {
                findings.note(.repeatedDescriptor, tag)
            } else {
                rangeLimits = RangeLimits(descriptor: descriptor, revision: revision, findings: &findings)
            }
        case 0xFC:
            Self.keep(text(descriptor, tag, &findings), in: &name, tag: tag, findings: &findings)
        case 0xFA:
            standardTimingDescriptors.append(start)
        // Codes of another version than 1 are not defined.
        case 0xF8 where descriptor.byte(5) == 1:
            for offset in stride(from: 6, to: 18, by: 3) {
                cvtTimings += CVTCodes.timings(of: descriptor, at: offset)
            }
        case 0xF7:
            establishedTimings += EstablishedTimings.third(descriptor)
        case 0xFB, 0xF9, 0x00...0x10:
            // Further white points, colour management, the maker's own and the dummy descriptor: nothing that is asked for.
            break
        default:
            findings.note(.unknownDescriptor, tag)
        }
    }

    private func text(_ descriptor: Span<UInt8>, _ tag: Int, _ findings: inout FindingLog) -> String? {
        DescriptorText.text(of: descriptor, in: 5..<18, tag: tag, findings: &findings)
    }

    /// The first text of a kind counts.
    private static func keep(_ text: String?, in field: inout String?, tag: Int, findings: inout FindingLog) {
        guard let text else { return }
        if field == nil {
            field = text
        } else {
            findings.note(.repeatedDescriptor, tag)
        }
    }
}
