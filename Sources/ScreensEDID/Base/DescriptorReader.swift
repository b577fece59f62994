/// A reader of the four descriptors of 18 bytes in the base block (E-EDID A.2 section 3.10).
struct DescriptorReader {
    private(set) var detailedTimings: [DetailedTiming] = []
    private(set) var establishedTimings: [ListedTiming] = []
    private(set) var cvtTimings: [ListedTiming] = []
    private(set) var nameParts = NameParts()
    private(set) var serialString: String?
    private(set) var texts: [String] = []
    private(set) var rangeLimits: RangeLimits?

    /// The offsets of descriptors of standard timings, which need the range limits that may come later.
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
            addName(text(descriptor, tag, &findings), of: descriptor, findings: &findings)
        case 0xFA:
            standardTimingDescriptors.append(start)
        // Codes of other versions are not defined.
        case 0xF8 where descriptor.byte(5) == 1:
            for offset in stride(from: 6, to: 18, by: 3) {
                cvtTimings += CVTCodes.timings(of: descriptor, at: offset)
            }
        case 0xF7:
            establishedTimings += EstablishedTimings.third(descriptor)
        case 0xFB, 0xF9, 0x00...0x10:
            // Further white points, colour management, manufacturers' own and dummy descriptors are not read.
            break
        default:
            findings.note(.unknownDescriptor, tag)
        }
    }

    private func text(_ descriptor: Span<UInt8>, _ tag: Int, _ findings: inout FindingLog) -> String? {
        DescriptorText.text(of: descriptor, in: 5..<18, tag: tag, findings: &findings)
    }

    private mutating func addName(
        _ text: String?, of descriptor: Span<UInt8>, findings: inout FindingLog
    ) {
        guard let text else { return }
        if !nameParts.append(text, fillsDescriptor: (0x21...0x7E).contains(descriptor.byte(17))) {
            findings.note(.repeatedDescriptor, descriptor.byte(3))
        }
    }

    /// Keeps the first text of a kind.
    private static func keep(_ text: String?, in field: inout String?, tag: Int, findings: inout FindingLog) {
        guard let text else { return }
        if field == nil {
            field = text
        } else {
            findings.note(.repeatedDescriptor, tag)
        }
    }
}

/// The parts of a product's name, which some displays spread over two descriptors.
struct NameParts {
    private var first: String?
    private var second: String?

    /// Whether the first text has all 13 characters, so that it may be cut within a word.
    private var firstIsFull = false

    /// The whole name.
    var joined: String? {
        guard let first, let second, second != first else { return first }
        return firstIsFull || second.hasPrefix(" ") ? first + second : "\(first) \(second)"
    }

    /// Adds the text of a descriptor.
    ///
    /// - Returns: false for a third text, which does not count.
    mutating func append(_ text: String, fillsDescriptor: Bool) -> Bool {
        if first == nil {
            first = text
            firstIsFull = fillsDescriptor && text.unicodeScalars.count == 13
        } else if second == nil {
            second = text
        } else {
            return false
        }
        return true
    }
}

/// The descriptors of a built-in panel as defined by the Standard Panels Working Group (SPWG 3.x, appendix on EDID).
///
/// Such panels have the four descriptors of the base block, but use the last three differently: the second timing ends
/// with a revision of the module instead of flags, the third descriptor holds two part numbers, and the fourth holds
/// values for the backlight. Read in the ordinary way, a progressive panel would become interlaced, and its texts would
/// be garbage.
struct PanelDescriptors {
    /// The part numbers of the computer's and the panel's manufacturers.
    let partNumbers: [String]

    /// Recognizes the descriptors: two texts, the second with eight values, one or two channels, a yes or no, and a
    /// line feed.
    init?(block: Span<UInt8>) {
        let (third, fourth) = (0x5A, 0x6C)
        guard Self.isText(block, third), Self.isText(block, fourth), block.byte(0x48) | block.byte(0x49) != 0,
            (1...2).contains(block.byte(fourth + 13)), block.byte(fourth + 14) <= 1,
            block.byte(fourth + 15) == 0x0A, block.byte(fourth + 16) == 0x20, block.byte(fourth + 17) == 0x20
        else { return nil }
        // Five characters of the first number, a byte of revision, and seven characters of the second.
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
