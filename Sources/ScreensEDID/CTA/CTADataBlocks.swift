/// The data blocks of one collection (CTA-861-I section 7.4 and 7.5), in a CTA extension or within DisplayID.
package struct CTADataBlocks: Sendable, Hashable {
    /// The video formats, in the order of preference (section 7.5.1).
    package private(set) var videoFormats: [ShortVideoDescriptor] = []

    /// The formats that also support 4:2:0 sampling (section 7.5.11).
    package private(set) var formatsAlsoIn420: [UInt8] = []

    /// The formats that support only 4:2:0 sampling (section 7.5.10).
    package private(set) var formatsOnlyIn420: [UInt8] = []

    /// The block of HDMI.
    package private(set) var hdmi: HDMIVendorBlock?

    /// The block of the HDMI Forum.
    package private(set) var hdmiForum: HDMIForumBlock?

    /// The block of AMD, for variable refresh.
    package private(set) var amd: AMDVendorBlock?

    /// High dynamic range (section 7.5.13).
    package private(set) var hdrStaticMetadata: HDRStaticMetadata?

    /// Colour spaces (section 7.5.5).
    package private(set) var colorimetry: Colorimetry?

    /// Quantization and overscan (section 7.5.6).
    package private(set) var videoCapability: VideoCapability?

    /// The audio formats (section 7.5.2).
    package private(set) var audioFormats: [AudioFormat] = []

    /// The places of the speakers (section 7.5.3).
    package private(set) var speakers: SpeakerAllocation?

    /// Whether there is an audio data block with any format.
    package private(set) var hasAudio = false

    /// The detailed timings in DisplayID's form (section 7.5.17).
    package private(set) var detailedTimings: [DetailedTiming] = []

    /// The timings from DisplayID's codes (section 7.5.17).
    package private(set) var listedTimings: [ListedTiming] = []

    /// The bits of the 4:2:0 map, which refer to formats by their places in the list.
    private var capabilityMap: [UInt8]?
    private var codesByIndex: [UInt8?] = []

    /// Makes an empty collection.
    init() {}

    /// Reads a collection of data blocks, and adds it: one byte with tag and length each, then the payload.
    mutating func read(collection: Span<UInt8>, findings: inout FindingLog) {
        var offset = 0
        while offset < collection.count {
            let head = collection.byte(offset)
            let (tag, length) = (head >> 5, head & 31)
            let range = collection.clamped(from: offset + 1, length: length)
            if range.count < length {
                findings.note(.truncatedDataBlock, tag)
            }
            read(tag: tag, payload: collection.extracting(range), findings: &findings)
            offset += 1 + length
        }
    }

    private mutating func read(tag: Int, payload: Span<UInt8>, findings: inout FindingLog) {
        switch tag {
        case 1:
            hasAudio = hasAudio || payload.count >= 3
            for offset in stride(from: 0, through: payload.count - 3, by: 3) {
                if let format = AudioFormat(payload, at: offset) { audioFormats.append(format) }
            }
        case 2:
            appendVideoFormats(payload, findings: &findings)
        case 3:
            readVendorBlock(payload, findings: &findings)
        case 4:
            if payload.count >= 3 {
                speakers = speakers ?? SpeakerAllocation(rawValue: UInt32(payload.littleEndian24(0)))
            }
        case 7 where payload.count >= 1:
            let rest = payload.extracting(1..<payload.count)
            readExtended(tag: payload.byte(0), payload: rest, whole: payload, findings: &findings)
        default:
            break
        }
    }

    private mutating func appendVideoFormats(_ payload: Span<UInt8>, findings: inout FindingLog) {
        for position in 0..<payload.count {
            let byte = payload.byte(position)
            // The bits of a 4:2:0 map count all bytes, including reserved ones.
            codesByIndex.append(ShortVideoDescriptor(byte: byte)?.vic)
            guard let format = ShortVideoDescriptor(byte: byte) else {
                findings.note(.unknownFormat, byte)
                continue
            }
            if format.timing == nil {
                findings.note(.unknownFormat, byte)
            }
            videoFormats.append(format)
        }
    }

    private mutating func readVendorBlock(_ payload: Span<UInt8>, findings: inout FindingLog) {
        guard payload.count >= 3 else {
            findings.note(.shortDataBlock, 3)
            return
        }
        switch payload.littleEndian24(0) {
        case 0x000C03:
            if hdmi != nil {
                findings.note(.repeatedDataBlock, 3)
            } else {
                hdmi = HDMIVendorBlock(payload: payload, findings: &findings)
            }
        case 0xC45DD8:
            if hdmiForum != nil {
                findings.note(.repeatedDataBlock, 3)
            } else {
                hdmiForum = HDMIForumBlock(payload: payload)
            }
        case 0x00001A:
            amd = amd ?? AMDVendorBlock(payload: payload)
        default:
            break
        }
    }
}

// MARK: - Extended tags

extension CTADataBlocks {
    private mutating func readExtended(
        tag: Int,
        payload: Span<UInt8>,
        whole: Span<UInt8>,
        findings: inout FindingLog
    ) {
        switch tag {
        case 0x00 where payload.count >= 1:
            note(repeated: videoCapability != nil, tag, &findings)
            videoCapability = videoCapability ?? VideoCapability(byte: payload.byte(0))
        case 0x05 where payload.count >= 1:
            note(repeated: colorimetry != nil, tag, &findings)
            colorimetry = colorimetry ?? Colorimetry(rawValue: UInt16(payload.littleEndian16(0)))
        case 0x06 where payload.count >= 2:
            note(repeated: hdrStaticMetadata != nil, tag, &findings)
            hdrStaticMetadata = hdrStaticMetadata ?? HDRStaticMetadata(payload: payload)
        case 0x0E:
            for position in 0..<payload.count {
                if let format = ShortVideoDescriptor(byte: payload.byte(position)) {
                    formatsOnlyIn420.append(format.vic)
                }
            }
        case 0x0F:
            note(repeated: capabilityMap != nil, tag, &findings)
            if capabilityMap == nil { readCapabilityMap(payload) }
        case 0x22:
            // The first byte is the revision of the timing, as in DisplayID's own block of type VII.
            let timing = payload.extracting(payload.clamped(from: 1, length: 20))
            if timing.count == 20 {
                let index = detailedTimings.count + 1
                detailedTimings.append(
                    DetailedTiming(form: .typeVII, bytes: timing, index: index, findings: &findings)
                )
            } else {
                findings.note(.shortDataBlock, tag)
            }
        case 0x23:
            // The same holds for codes.
            let codes = payload.extracting(payload.clamped(from: 1, length: payload.count))
            let coded = CodedTimings(tag: tag, revision: payload.byte(0), payload: codes, findings: &findings)
            listedTimings += coded.timings
        case 0x79:
            hdmiForum = hdmiForum ?? HDMIForumBlock(payload: whole)
        case 0x00, 0x05, 0x06:
            findings.note(.shortDataBlock, tag)
        default:
            break
        }
    }

    private func note(repeated: Bool, _ tag: Int, _ findings: inout FindingLog) {
        if repeated {
            findings.note(.repeatedDataBlock, tag)
        }
    }

    private mutating func readCapabilityMap(_ payload: Span<UInt8>) {
        var bytes: [UInt8] = []
        for position in 0..<payload.count {
            bytes.append(UInt8(payload.byte(position)))
        }
        capabilityMap = bytes
    }

    /// Looks up the formats of the 4:2:0 map after all collections: it has a bit for each format, or no bits for all of
    /// them.
    mutating func finish(findings: inout FindingLog) {
        guard let map = capabilityMap else { return }
        guard !map.isEmpty else {
            formatsAlsoIn420 = videoFormats.map(\.vic)
            return
        }
        for index in 0..<map.count * 8 where (map[index / 8] >> (index % 8)) & 1 == 1 {
            if index < codesByIndex.count, let code = codesByIndex[index] {
                formatsAlsoIn420.append(code)
            } else {
                findings.note(.capabilityMapOutOfRange, index)
            }
        }
    }
}

/// A video format that a display names by its code (CTA-861-I section 7.5.1).
package struct ShortVideoDescriptor: Sendable, Hashable {
    /// The video identification code.
    package let vic: UInt8

    /// Whether the display marks the format as native; only the codes 1 to 64 can be native.
    package let isNative: Bool

    /// The timing of the code; nil for codes that the standard lacks.
    package var timing: Timing? {
        VideoIdentificationCode.timing(vic)
    }

    /// Makes a descriptor of a format.
    package init(vic: UInt8, isNative: Bool = false) {
        self.vic = vic
        self.isNative = isNative
    }

    /// Reads the byte of a descriptor; nil for the reserved values 0, 128, 254 and 255.
    init?(byte: Int) {
        switch byte {
        case 1...127, 193...253:
            self.init(vic: UInt8(byte))
        case 129...192:
            self.init(vic: UInt8(byte & 0x7F), isNative: true)
        default:
            return nil
        }
    }
}
