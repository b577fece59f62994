/// A reader of DisplayID's timings that are given by codes or formulas.
struct CodedTimings {
    private(set) var timings: [ListedTiming] = []

    /// Reads the payload of a data block; blocks with other tags have no such timings.
    init(tag: Int, revision: Int, payload: Span<UInt8>, findings: inout FindingLog) {
        switch tag {
        case 0x05: readTypeIII(payload, &findings)
        case 0x06: readCodes(payload, kind: 0, isWide: false, findings: &findings)
        case 0x07: readMap(payload, kind: 0, &findings)
        case 0x08: readMap(payload, kind: 1, &findings)
        case 0x11: readTypeV(payload, &findings)
        case 0x23: readCodes(payload, kind: revision >> 6, isWide: revision & 8 != 0, findings: &findings)
        case 0x24: readTypeIX(payload, &findings)
        default: break
        }
    }

    /// Reads types IV (DisplayID 1.3 section 4.4.4) and VIII (DisplayID 2.0 section 4.3.2): codes of DMT, CTA-861 or
    /// HDMI.
    private mutating func readCodes(_ payload: Span<UInt8>, kind: Int, isWide: Bool, findings: inout FindingLog) {
        for offset in stride(from: 0, to: payload.count, by: isWide ? 2 : 1) {
            let code = isWide ? payload.littleEndian16(offset) : payload.byte(offset)
            guard let timing = Self.timing(code: code, kind: kind) else {
                findings.note(.unknownFormat, code)
                continue
            }
            guard findings.takeRoomForTiming() else { return }
            timings.append(timing)
        }
    }

    /// Reads the maps of DMT and CTA-861 (DisplayID 1.3 sections 4.4.7 and 4.4.8): the lowest bit is code 1.
    private mutating func readMap(_ payload: Span<UInt8>, kind: Int, _ findings: inout FindingLog) {
        for position in 0..<payload.count * 8 where payload.bit(position % 8, of: position / 8) {
            guard let timing = Self.timing(code: position + 1, kind: kind) else { continue }
            guard findings.takeRoomForTiming() else { return }
            timings.append(timing)
        }
    }

    private static func timing(code: Int, kind: Int) -> ListedTiming? {
        guard let code = UInt8(exactly: code) else { return nil }
        switch kind {
        case 0: return DMT.timing(code).map { ListedTiming(origin: .dmt(code), timing: $0) }
        case 1: return VideoIdentificationCode.timing(code).map { ListedTiming(origin: .vic(code), timing: $0) }
        case 2: return VideoIdentificationCode.hdmiTiming(code).map { ListedTiming(origin: .hdmiVIC(code), timing: $0) }
        default: return nil
        }
    }

    /// Reads type III (DisplayID 1.3 section 4.4.3): a width, an aspect ratio and a rate, by CVT.
    private mutating func readTypeIII(_ payload: Span<UInt8>, _ findings: inout FindingLog) {
        for start in stride(from: 0, through: payload.count - 3, by: 3) {
            let width = (payload.byte(start + 1) + 1) * 8
            guard let ratio = AspectRatio(displayIDCode: payload.byte(start) & 15) else { continue }
            append(
                width: width,
                height: width * ratio.height / ratio.width,
                rate: payload.byte(start + 2) & 0x7F,
                isInterlaced: payload.bit(7, of: start + 2),
                blanking: (payload.byte(start) >> 4) & 7 == 1 ? .reduced : .standard,
                &findings
            )
        }
    }

    /// Reads type V (DisplayID 1.3 section 4.4.5): a size and a rate, by CVT with the second reduced blanking.
    private mutating func readTypeV(_ payload: Span<UInt8>, _ findings: inout FindingLog) {
        for start in stride(from: 0, through: payload.count - 7, by: 7) {
            append(
                width: payload.littleEndian16(start + 2) + 1,
                height: payload.littleEndian16(start + 4) + 1,
                rate: payload.byte(start + 6),
                isInterlaced: false,
                blanking: .reduced2,
                &findings
            )
        }
    }

    /// Reads type IX (DisplayID 2.0 section 4.3.3): a size, a rate and the formula.
    private mutating func readTypeIX(_ payload: Span<UInt8>, _ findings: inout FindingLog) {
        let formulas: [CVT.Blanking] = [.standard, .reduced, .reduced2]
        for start in stride(from: 0, through: payload.count - 6, by: 6) {
            let formula = payload.byte(start) & 7
            guard formula < formulas.count else { continue }
            append(
                width: payload.littleEndian16(start + 1) + 1,
                height: payload.littleEndian16(start + 3) + 1,
                rate: payload.byte(start + 5),
                isInterlaced: false,
                blanking: formulas[formula],
                &findings
            )
        }
    }

    private mutating func append(
        width: Int,
        height: Int,
        rate: Int,
        isInterlaced: Bool,
        blanking: CVT.Blanking,
        _ findings: inout FindingLog
    ) {
        guard findings.takeRoomForTiming() else { return }
        let timing = CVT.timing(
            width: width,
            height: height,
            refresh: Double(rate + 1),
            isInterlaced: isInterlaced,
            blanking: blanking
        )
        if let timing {
            timings.append(ListedTiming(origin: .cvt, timing: timing))
        }
    }
}

extension DetailedTiming {
    /// Reads a timing of DisplayID of the given form from a full number of bytes.
    init(form: Form, bytes: Span<UInt8>, index: Int, findings: inout FindingLog) {
        switch form {
        case .typeII:
            self.init(elevenBytes: bytes, index: index, findings: &findings)
        case .typeI:
            self.init(twentyBytes: bytes, clockStep: 10, form: form, index: index, findings: &findings)
        default:
            self.init(twentyBytes: bytes, clockStep: 1, form: form, index: index, findings: &findings)
        }
    }

    /// Reads types I (DisplayID 1.3 section 4.4.1) and VII (DisplayID 2.0 section 4.3.1), which differ in the step of
    /// the clock: 10 kHz and 1 kHz.
    private init(
        twentyBytes bytes: Span<UInt8>,
        clockStep: Int,
        form: Form,
        index: Int,
        findings: inout FindingLog
    ) {
        let flags = bytes.byte(3)
        let aspectRatio = AspectRatio(displayIDCode: flags & 15)
        let isInterlaced = flags & 0x10 != 0
        let timing = Timing(
            width: bytes.littleEndian16(4) + 1,
            height: bytes.littleEndian16(12) + 1,
            pixelClock: (bytes.littleEndian24(0) + 1) * clockStep,
            horizontal: Self.blanking(bytes, at: 6),
            // Here the lines are the frame's; a field has half of them.
            vertical: Self.blanking(bytes, at: 14, dividedBy: isInterlaced ? 2 : 1),
            isInterlaced: isInterlaced,
            aspectRatio: aspectRatio
        )
        self.init(timing: timing, form: form, flags: flags, index: index, findings: &findings)
    }

    /// Reads type II (DisplayID 1.3 section 4.4.2), which counts in cells of 8 pixels, with a clock in steps of 10 kHz.
    private init(elevenBytes bytes: Span<UInt8>, index: Int, findings: inout FindingLog) {
        let flags = bytes.byte(3)
        let isInterlaced = flags & 0x10 != 0
        let width = ((bytes.byte(4) | (bytes.byte(5) & 1) << 8) + 1) * 8
        let height = (bytes.byte(7) | (bytes.byte(8) & 15) << 8) + 1
        let divisor = isInterlaced ? 2 : 1
        let horizontalBlank = ((bytes.byte(5) >> 1) + 1) * 8
        let horizontalFront = ((bytes.byte(6) >> 4) + 1) * 8
        let horizontalSync = ((bytes.byte(6) & 15) + 1) * 8
        let verticalBlank = bytes.byte(9) + 1
        let verticalFront = (bytes.byte(10) >> 4) + 1
        let verticalSync = (bytes.byte(10) & 15) + 1
        let timing = Timing(
            width: width,
            height: height,
            pixelClock: (bytes.littleEndian24(0) + 1) * 10,
            horizontal: Blanking(
                frontPorch: horizontalFront,
                sync: horizontalSync,
                backPorch: horizontalBlank - horizontalFront - horizontalSync,
                isSyncPositive: flags & 8 != 0
            ),
            vertical: Blanking(
                frontPorch: verticalFront / divisor,
                sync: verticalSync / divisor,
                backPorch: (verticalBlank - verticalFront - verticalSync) / divisor,
                isSyncPositive: flags & 4 != 0
            ),
            isInterlaced: isInterlaced,
            aspectRatio: AspectRatio(ofWidth: width, height: height)
        )
        self.init(timing: timing, form: .typeII, flags: flags, index: index, findings: &findings)
    }

    private init(timing: Timing, form: Form, flags: Int, index: Int, findings: inout FindingLog) {
        self.timing = timing
        self.form = form
        block = findings.block
        imageSize = nil
        syncKind = .digitalSeparate
        isMarkedPreferred = flags & 0x80 != 0
        isStereo = flags & 0x60 == 0x20
        isUsable = true
        timing.noteOddities(index: index, findings: &findings)
    }

    /// Reads blanking, front porch and sync of 16 bits each, all one less; the sync's polarity is the porch's highest
    /// bit.
    private static func blanking(_ bytes: Span<UInt8>, at offset: Int, dividedBy divisor: Int = 1) -> Blanking {
        let blank = bytes.littleEndian16(offset) + 1
        let front = (bytes.littleEndian16(offset + 2) & 0x7FFF) + 1
        let sync = bytes.littleEndian16(offset + 4) + 1
        return Blanking(
            frontPorch: front / divisor,
            sync: sync / divisor,
            backPorch: (blank - front - sync) / divisor,
            isSyncPositive: bytes.bit(7, of: offset + 3)
        )
    }
}

extension AspectRatio {
    /// Makes the ratio of a code of DisplayID (1.3 section 4.4.1); nil if it is not defined.
    init?(displayIDCode code: Int) {
        switch code {
        case 0: self.init(width: 1, height: 1)
        case 1: self.init(width: 5, height: 4)
        case 2: self.init(width: 4, height: 3)
        case 3: self.init(width: 15, height: 9)
        case 4: self.init(width: 16, height: 9)
        case 5: self.init(width: 16, height: 10)
        case 6: self.init(width: 64, height: 27)
        case 7: self.init(width: 256, height: 135)
        default: return nil
        }
    }
}
