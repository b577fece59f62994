/// A CTA-861 extension block (CTA-861-I section 7.3), which consumer displays add to the base block.
package struct CTAExtension: Sendable, Hashable {
    /// The index of the block of 128 bytes.
    package let block: Int

    /// The revision of the extension, 1 to 3.
    package let revision: Int

    /// Whether IT formats are shown whole by default, because the display underscans them.
    package let underscansITFormats: Bool

    /// Whether basic audio is supported.
    package let supportsBasicAudio: Bool

    /// Whether YCbCr 4:4:4 is supported.
    package let supportsYCbCr444: Bool

    /// Whether YCbCr 4:2:2 is supported.
    package let supportsYCbCr422: Bool

    /// The number of native detailed timings, counted from the first of the base block.
    package let nativeDetailedTimingCount: Int

    /// The data blocks; only revision 3 has them.
    package let dataBlocks: CTADataBlocks

    /// The serial number as text, if a display descriptor after the data blocks has it (E-EDID A.2 section 3.10.3.1).
    package let serialString: String?

    /// The detailed timings after the data blocks.
    package let detailedTimings: [DetailedTiming]

    init(block bytes: Span<UInt8>, firstTiming: Int, findings: inout FindingLog) {
        block = findings.block
        revision = bytes.byte(1)
        let flags = revision >= 2 ? bytes.byte(3) : 0
        underscansITFormats = flags & 0x80 != 0
        supportsBasicAudio = flags & 0x40 != 0
        supportsYCbCr444 = flags & 0x20 != 0
        supportsYCbCr422 = flags & 0x10 != 0
        nativeDetailedTimingCount = flags & 15

        // The data blocks end at the offset of the timings; zero means that there are neither blocks nor timings.
        let offset = bytes.byte(2)
        let isOffsetValid = (4...127).contains(offset)
        if !isOffsetValid, offset != 0 {
            findings.note(.invalidTimingOffset, offset)
        }
        // With an offset past the end of the block there are no timings, but data blocks.
        let end = isOffsetValid ? offset : (offset > 127 ? 127 : 4)
        let collection = revision >= 3 ? bytes.clamped(from: 4, length: end - 4) : 0..<0
        var dataBlocks = CTADataBlocks()
        dataBlocks.read(collection: bytes.extracting(collection), findings: &findings)
        dataBlocks.finish(findings: &findings)
        self.dataBlocks = dataBlocks

        var timings: [DetailedTiming] = []
        var serial: String?
        var start = offset
        while isOffsetValid, start + 18 <= 127, start + 18 <= bytes.count {
            let descriptor = bytes.extracting(start..<start + 18)
            // Zeros are padding up to the checksum. Some manufacturers put the display descriptor with the serial
            // number here.
            if DetailedTiming.isTiming(descriptor) {
                if DetailedTiming.isClockPlausible(descriptor, findings: &findings) {
                    let index = firstTiming + timings.count
                    timings.append(DetailedTiming(descriptor: descriptor, index: index, findings: &findings))
                }
            } else if descriptor.isFilled(with: 0) {
                break
            } else if descriptor.byte(3) == 0xFF, serial == nil {
                serial = DescriptorText.text(of: descriptor, in: 5..<18, tag: 0xFF, findings: &findings)
            }
            start += 18
        }
        detailedTimings = timings
        serialString = serial
    }
}
