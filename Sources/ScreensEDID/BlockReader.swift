/// A reader of the blocks of an EDID in order, which collects the results.
struct BlockReader {
    let base: BaseBlock
    private(set) var extensions: [ExtensionBlock] = []
    private(set) var ctaExtensions: [CTAExtension] = []
    private(set) var displayIDSections: [DisplayIDSection] = []
    private(set) var detailedTimings: [DetailedTiming]
    private(set) var extensionTimings: [ListedTiming] = []
    private(set) var findings = FindingLog()
    private var blockMaps: [Int] = []

    private static let blockSize = 128
    private static let header: [UInt8] = [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0]

    init(_ bytes: Span<UInt8>) throws(DisplayDescription.DecodingError) {
        guard bytes.count > 0 else { throw .empty }
        guard bytes.count >= Self.blockSize else { throw .tooShort }
        let damage = Self.headerDamage(bytes)
        // Two wrong bytes out of eight are transfer errors that the kernel repairs as well. A block of ones from an
        // idle bus looks the same, except for the version.
        guard damage == 0 || (damage <= 2 && bytes.byte(0x12) == 1) else { throw .noHeader }
        if damage > 0 {
            findings.note(.damagedHeader, damage)
        }
        let block = bytes.extracting(0..<Self.blockSize)
        Self.noteChecksum(block, &findings)
        base = BaseBlock(block: block, findings: &findings)
        detailedTimings = base.detailedTimings
        readExtensions(bytes)
    }

    private static func headerDamage(_ bytes: Span<UInt8>) -> Int {
        var damage = 0
        for (offset, expected) in header.enumerated() where bytes.byte(offset) != Int(expected) {
            damage += 1
        }
        return damage
    }

    @discardableResult
    private static func noteChecksum(_ block: Span<UInt8>, _ findings: inout FindingLog) -> Bool {
        guard let checksum = block.correctedChecksum else { return true }
        findings.note(.wrongChecksum, checksum)
        return false
    }

    private mutating func readExtensions(_ bytes: Span<UInt8>) {
        let present = min(bytes.count / Self.blockSize, 256)
        let announced = announcedExtensions(bytes)
        if present - 1 < announced {
            findings.note(.missingExtensions, announced - (present - 1))
        } else if present - 1 > announced {
            findings.note(.undeclaredBlocks, present - 1 - announced)
        }
        for index in 1..<present {
            findings.begin(block: index)
            let start = index * Self.blockSize
            let block = bytes.extracting(start..<start + Self.blockSize)
            if index > announced {
                // A memory that is read past its end starts again, with the same EDID.
                if Self.headerDamage(block) == 0 { break }
                guard block.byteSum == 0, ExtensionBlock.Kind(tag: UInt8(block.byte(0))).name != nil else { continue }
            }
            read(block)
        }
        checkBlockMaps(bytes)
        let rest = bytes.count % Self.blockSize
        if rest > 0 {
            findings.begin(block: bytes.count / Self.blockSize)
            findings.note(.truncatedBlock, rest)
        }
    }

    /// Compares the maps with the present blocks: the first map lists the tags of the blocks from 2 on; the second one,
    /// block 128, the blocks from 129 on (E-EDID A.2 section 3.2).
    private mutating func checkBlockMaps(_ bytes: Span<UInt8>) {
        for map in blockMaps where map == 1 || map == Self.blockSize {
            findings.begin(block: map)
            for position in 1..<(Self.blockSize - 1) {
                let tag = bytes.byte(map * Self.blockSize + position)
                let start = (map + position) * Self.blockSize
                guard start < bytes.count, tag != bytes.byte(start) else { continue }
                findings.note(.blockMapMismatch, map + position)
            }
        }
    }

    /// Returns the number of extensions in the base block, unless an HDMI block overrides it (HDMI 2.1 section 10.3.6).
    private mutating func announcedExtensions(_ bytes: Span<UInt8>) -> Int {
        let count = base.extensionCount
        let first = Self.blockSize
        // Sources that do not know the override must see one extension, whose first data block is the override.
        guard count >= 1, bytes.byte(first) == 2, bytes.byte(first + 4) == 0xE2, bytes.byte(first + 5) == 0x78 else {
            return count
        }
        let override = bytes.byte(first + 6)
        guard override > count else { return count }
        findings.note(.extensionCountOverride, override)
        return override
    }

    private mutating func read(_ block: Span<UInt8>) {
        let index = findings.block
        let kind = ExtensionBlock.Kind(tag: UInt8(block.byte(0)))
        if block.isFilled(with: 0) {
            findings.note(.emptyExtension)
            return
        }
        let isValid = Self.noteChecksum(block, &findings)
        extensions.append(ExtensionBlock(block: index, kind: kind, hasValidChecksum: isValid))
        switch kind {
        case .cta:
            let cta = CTAExtension(block: block, firstTiming: detailedTimings.count + 1, findings: &findings)
            ctaExtensions.append(cta)
            detailedTimings += cta.dataBlocks.detailedTimings
            detailedTimings += cta.detailedTimings
        case .displayID:
            let section = DisplayIDSection(
                section: block.extracting(1..<Self.blockSize - 1), findings: &findings)
            displayIDSections.append(section)
            detailedTimings += section.detailedTimings
            detailedTimings += section.ctaDataBlocks.detailedTimings
        case .videoTimingBlock:
            let standard = StandardTimings(revision: base.revision, rangeLimits: base.rangeLimits)
            let timings = VideoTimingBlock(
                block: block,
                firstTiming: detailedTimings.count + 1,
                standard: standard,
                findings: &findings
            )
            detailedTimings += timings.detailedTimings
            extensionTimings += timings.cvtTimings + timings.standardTimings
        case .blockMap:
            blockMaps.append(index)
        default:
            if kind.name == nil {
                findings.note(.unknownExtension, Int(kind.tag))
            }
        }
    }
}

/// A VESA Video Timing Block extension (VTB-EXT 1.0 section 2): more timings in the forms of the base block.
struct VideoTimingBlock {
    private(set) var detailedTimings: [DetailedTiming] = []
    private(set) var cvtTimings: [ListedTiming] = []
    private(set) var standardTimings: [ListedTiming] = []

    init(block: Span<UInt8>, firstTiming: Int, standard: StandardTimings, findings: inout FindingLog) {
        // Three counts, then descriptors of 18 bytes, CVT codes of 3 bytes and standard codes of 2 bytes, up to the
        // checksum.
        let end = block.count - 1
        var offset = 5
        for _ in 0..<block.byte(2) where offset + 18 <= end {
            let descriptor = block.extracting(offset..<offset + 18)
            if DetailedTiming.isTiming(descriptor), DetailedTiming.isClockPlausible(descriptor, findings: &findings) {
                let index = firstTiming + detailedTimings.count
                detailedTimings.append(DetailedTiming(descriptor: descriptor, index: index, findings: &findings))
            }
            offset += 18
        }
        // A timing takes few bytes, so once the room is used up, none of the rest is computed.
        for _ in 0..<block.byte(3) where offset + 3 <= end {
            for timing in CVTCodes.timings(of: block, at: offset) {
                guard findings.takeRoomForTiming() else { return }
                cvtTimings.append(timing)
            }
            offset += 3
        }
        for _ in 0..<block.byte(4) where offset + 2 <= end {
            if let timing = standard.timing(of: block, at: offset, findings: &findings) {
                guard findings.takeRoomForTiming() else { return }
                standardTimings.append(timing)
            }
            offset += 2
        }
    }
}
