/// A VESA Video Timing Block extension (VTB-EXT 1.0 section 2): more timings in the forms of the base block.
struct VideoTimingBlock {
    private(set) var detailedTimings: [DetailedTiming] = []
    private(set) var cvtTimings: [ListedTiming] = []
    private(set) var standardTimings: [ListedTiming] = []

    init(block: Span<UInt8>, firstTiming: Int, standard: StandardTimings, findings: inout FindingLog) {
        // Three counts, then descriptors of 18 bytes, CVT codes of 3 and standard codes of 2, up to the checksum.
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
        // So few bytes for a timing: without room for more, none of the rest is computed.
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
