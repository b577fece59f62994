/// Reads three-byte CVT codes (E-EDID A.2 section 3.10.3.8, descriptor 0xF8).
enum CVTCodes {
    /// The timings of the code at `offset`, preferred rate first; none where the code is unused.
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
