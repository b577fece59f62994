/// A DisplayID section within an extension block (E-EDID A.2 section 2.2.4 with DisplayID 1.3 or 2.0 section 2).
package struct DisplayIDSection: Sendable, Hashable {
    /// The index of the block of 128 bytes.
    package let block: Int

    /// The version of the structure, 1 or 2 in the existing standards.
    package let version: Int

    /// The revision of the structure.
    package let revision: Int

    /// The product type (1.x) or the primary use case (2.x); 0 in all sections except the first.
    package let productType: Int

    /// The manufacturer and the product.
    package private(set) var product: ProductIdentification?

    /// The size and the native format.
    package private(set) var parameters: DisplayParameters?

    /// The place of this tile in a display of several tiles.
    package private(set) var tiledTopology: TiledTopology?

    /// The detailed timings of types I, II and VII.
    package private(set) var detailedTimings: [DetailedTiming] = []

    /// The timings of codes and formulas, of types III, IV, V, VIII and IX, and of the two maps.
    package private(set) var listedTimings: [ListedTiming] = []

    /// The serial number as a text (1.x).
    package private(set) var serialString: String?

    /// The ranges of variable refresh (2.1).
    package private(set) var adaptiveSyncRanges: [AdaptiveSyncRange] = []

    /// The limits of timings (2.0).
    package private(set) var dynamicTimingRange: DynamicTimingRange?

    /// The data blocks of CTA-861 in the section (DisplayID 1.3 section 4.17).
    package private(set) var ctaDataBlocks = CTADataBlocks()

    /// Reads the section from its version byte on.
    init(section: Span<UInt8>, findings: inout FindingLog) {
        block = findings.block
        version = section.byte(0) >> 4
        revision = section.byte(0) & 15
        productType = section.byte(2)
        if version != 1, version != 2 {
            findings.note(.unknownSectionVersion, section.byte(0))
        }
        let length = section.byte(1)
        let body = section.clamped(from: 4, length: length)
        if body.count < length {
            findings.note(.truncatedSection, length)
        }
        let whole = section.extracting(section.clamped(from: 0, length: length + 5))
        if let checksum = whole.correctedChecksum {
            findings.note(.wrongChecksum, checksum)
        }
        readBlocks(section.extracting(body), findings: &findings)
        ctaDataBlocks.finish(findings: &findings)
    }

    private mutating func readBlocks(_ bytes: Span<UInt8>, findings: inout FindingLog) {
        var offset = 0
        while offset + 3 <= bytes.count {
            let (tag, blockRevision, length) = (bytes.byte(offset), bytes.byte(offset + 1), bytes.byte(offset + 2))
            // Zeros may fill the rest of a section.
            if tag == 0, blockRevision == 0, length == 0 { break }
            let range = bytes.clamped(from: offset + 3, length: length)
            if range.count < length {
                findings.note(.truncatedDataBlock, tag)
            }
            read(tag: tag, revision: blockRevision, payload: bytes.extracting(range), findings: &findings)
            offset += 3 + length
        }
    }

    private mutating func read(tag: Int, revision: Int, payload: Span<UInt8>, findings: inout FindingLog) {
        let isSecond = tag >= 0x20
        // The first readable block of a kind counts.
        switch tag {
        case 0x00 where product == nil, 0x20 where product == nil:
            product = ProductIdentification(
                payload: payload,
                isSecondVersion: isSecond,
                tag: tag,
                findings: &findings
            )
            note(missing: product == nil, tag, &findings)
        case 0x01 where parameters == nil, 0x21 where parameters == nil:
            parameters = DisplayParameters(payload: payload, revision: revision, isSecondVersion: isSecond)
            note(missing: parameters == nil, tag, &findings)
        case 0x12 where tiledTopology == nil, 0x28 where tiledTopology == nil:
            tiledTopology = TiledTopology(payload: payload, isSecondVersion: isSecond)
            note(missing: tiledTopology == nil, tag, &findings)
        case 0x25 where dynamicTimingRange == nil:
            dynamicTimingRange = DynamicTimingRange(payload: payload, revision: revision)
            note(missing: dynamicTimingRange == nil, tag, &findings)
        case 0x2B:
            adaptiveSyncRanges += AdaptiveSyncRange.ranges(payload: payload, revision: revision)
        case 0x0A where serialString == nil:
            serialString = DescriptorText.text(of: payload, in: 0..<payload.count, tag: tag, findings: &findings)
        case 0x81:
            ctaDataBlocks.read(collection: payload, findings: &findings)
        default:
            readTimings(tag: tag, revision: revision, payload: payload, findings: &findings)
        }
    }

    private func note(missing: Bool, _ tag: Int, _ findings: inout FindingLog) {
        if missing {
            findings.note(.shortDataBlock, tag)
        }
    }
}

// MARK: - Timings

extension DisplayIDSection {
    private mutating func readTimings(
        tag: Int,
        revision: Int,
        payload: Span<UInt8>,
        findings: inout FindingLog
    ) {
        switch tag {
        case 0x03:
            appendDetailed(.typeI, size: 20, payload, &findings)
        case 0x04:
            appendDetailed(.typeII, size: 11, payload, &findings)
        case 0x22:
            appendDetailed(.typeVII, size: 20, payload, &findings)
        default:
            let coded = CodedTimings(tag: tag, revision: revision, payload: payload, findings: &findings)
            listedTimings += coded.timings
        }
    }

    private mutating func appendDetailed(
        _ form: DetailedTiming.Form,
        size: Int,
        _ payload: Span<UInt8>,
        _ findings: inout FindingLog
    ) {
        for start in stride(from: 0, through: payload.count - size, by: size) {
            let bytes = payload.extracting(start..<start + size)
            detailedTimings.append(
                DetailedTiming(form: form, bytes: bytes, index: detailedTimings.count + 1, findings: &findings)
            )
        }
    }
}

/// The size and the native format of a display (DisplayID 1.3 section 4.2, DisplayID 2.0 section 4.2).
package struct DisplayParameters: Sendable, Hashable {
    /// The size of the picture in mm, in steps of 0.1 mm (or of 1 mm); nil if it is zero.
    package let imageSize: SizeInMillimeters?

    /// The native width in pixels; zero if it is not given.
    package let nativeWidth: Int

    /// The native height in lines; zero if it is not given.
    package let nativeHeight: Int

    /// Reads the payload; nil if it is too short. In DisplayID 2.0 the highest bit of the revision selects the step.
    init?(payload: Span<UInt8>, revision: Int, isSecondVersion: Bool) {
        guard payload.count >= 8 else { return nil }
        let step = isSecondVersion && revision & 0x80 != 0 ? 1.0 : 0.1
        let (width, height) = (payload.littleEndian16(0), payload.littleEndian16(2))
        imageSize =
            width > 0 && height > 0
            ? SizeInMillimeters(width: Double(width) * step, height: Double(height) * step) : nil
        nativeWidth = payload.littleEndian16(4)
        nativeHeight = payload.littleEndian16(6)
    }
}
