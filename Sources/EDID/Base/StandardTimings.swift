/// Reads standard timing codes (E-EDID A.2 section 3.9): two bytes for width, aspect ratio and rate.
struct StandardTimings {
    /// The revision of the structure: before 3 the ratio code 0 means 1:1, later 16:10.
    let revision: Int

    /// What the display says about formulas; they explain the codes that DMT does not have.
    let rangeLimits: RangeLimits?

    /// The timing of the two bytes at `offset`; nil where they are unused or mean nothing.
    func timing(of bytes: Span<UInt8>, at offset: Int, findings: inout FindingLog) -> ListedTiming? {
        let (first, second) = (bytes.byte(offset), bytes.byte(offset + 1))
        if first == 1, second == 1 { return nil }
        // A first byte of 1 would be a width of 256 pixels; displays mean the unused code and get the second byte wrong.
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
