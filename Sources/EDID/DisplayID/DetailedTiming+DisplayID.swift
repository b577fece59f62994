extension DetailedTiming {
    /// Reads a timing of DisplayID of the given form, whose bytes are all there.
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

    /// Types I (DisplayID 1.3 section 4.4.1) and VII (DisplayID 2.0 section 4.3.1) differ in the step of the clock: 10 kHz
    /// and 1 kHz.
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
            // Lines are those of the frame here; a field has half of them.
            vertical: Self.blanking(bytes, at: 14, dividedBy: isInterlaced ? 2 : 1),
            isInterlaced: isInterlaced,
            aspectRatio: aspectRatio
        )
        self.init(timing: timing, form: form, flags: flags, index: index, findings: &findings)
    }

    /// Type II (DisplayID 1.3 section 4.4.2) counts in cells of 8 pixels, and its clock in steps of 10 kHz.
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
        timing.noteOddities(index: index, findings: &findings)
    }

    /// Blank, front porch and sync of 16 bits each, all one less; the sync's polarity is the porch's highest bit.
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
    /// The ratio of a code of DisplayID (1.3 section 4.4.1); nil where it is not defined.
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
