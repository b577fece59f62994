/// The vendor-specific data block of HDMI (HDMI 1.4b section 8.3.2), by the identifier 00-0C-03.
public struct HDMIVendorBlock: Sendable, Hashable {
    /// The four nibbles of the physical address for CEC, the highest first; nil where the block ends before it.
    public let physicalAddress: UInt16?

    /// Whether ACP, ISRC1 or ISRC2 packets are taken.
    public let supportsAI: Bool

    /// Whether 48 bits a pixel are taken.
    public let supportsDeepColor48: Bool

    /// Whether 36 bits a pixel are taken.
    public let supportsDeepColor36: Bool

    /// Whether 30 bits a pixel are taken.
    public let supportsDeepColor30: Bool

    /// Whether the deep colour modes hold for YCbCr 4:4:4 as well.
    public let supportsDeepColorYCbCr444: Bool

    /// Whether dual-link DVI is taken.
    public let supportsDualLinkDVI: Bool

    /// The highest TMDS clock in MHz, where it is given.
    public let maximumTMDSClock: Int?

    /// The latency of progressive formats (and of all, where ``interlacedLatency`` is nil).
    public let latency: HDMILatency?

    /// The latency of interlaced formats.
    public let interlacedLatency: HDMILatency?

    /// The content types that the display treats as such: bit 0 graphics, 1 photo, 2 cinema, 3 game.
    public let contentTypes: UInt8

    /// The 4K formats, by HDMI video identification codes 1 to 4.
    public let videoCodes: [UInt8]

    /// Whether any 3D format is taken.
    public let supports3D: Bool

    /// The meaning of the size in the base block (Image_Size).
    public let imageSize: HDMIImageSize

    /// The timings of ``videoCodes``.
    public var timings: [ListedTiming] {
        videoCodes.compactMap { code in
            VideoIdentificationCode.hdmiTiming(code).map { ListedTiming(origin: .hdmiVIC(code), timing: $0) }
        }
    }

    /// Reads the payload of the block, its identifier included.
    init(payload: Span<UInt8>, findings: inout FindingLog) {
        physicalAddress = payload.count >= 5 ? UInt16(payload.byte(3) << 8 | payload.byte(4)) : nil
        supportsAI = payload.bit(7, of: 5)
        supportsDeepColor48 = payload.bit(6, of: 5)
        supportsDeepColor36 = payload.bit(5, of: 5)
        supportsDeepColor30 = payload.bit(4, of: 5)
        supportsDeepColorYCbCr444 = payload.bit(3, of: 5)
        supportsDualLinkDVI = payload.bit(0, of: 5)
        maximumTMDSClock = payload.byte(6) == 0 ? nil : payload.byte(6) * 5
        contentTypes = UInt8(payload.byte(7) & 15)

        var offset = 8
        var latencies: [HDMILatency?] = []
        if payload.bit(7, of: 7) {
            latencies.append(HDMILatency(video: payload.byte(offset), audio: payload.byte(offset + 1)))
            offset += 2
            if payload.bit(6, of: 7) {
                latencies.append(HDMILatency(video: payload.byte(offset), audio: payload.byte(offset + 1)))
                offset += 2
            }
        }
        latency = latencies.first ?? nil
        interlacedLatency = latencies.count > 1 ? latencies[1] : nil

        guard payload.bit(5, of: 7) else {
            videoCodes = []
            supports3D = false
            imageSize = .unspecified
            return
        }
        imageSize = HDMIImageSize(code: payload.byte(offset) >> 3)
        supports3D = payload.bit(7, of: offset)
        let count = payload.byte(offset + 1) >> 5
        var codes: [UInt8] = []
        for position in 0..<count {
            let code = payload.byte(offset + 2 + position)
            codes.append(UInt8(code))
            if VideoIdentificationCode.hdmiTiming(UInt8(code)) == nil {
                findings.note(.unknownFormat, code)
            }
        }
        videoCodes = codes
    }
}

/// The meaning of the size in cm of the base block for HDMI (HDMI 1.4b section 8.3.2, Image_Size).
public enum HDMIImageSize: Sendable, Hashable {
    /// Nothing is stated.
    case unspecified
    /// The two numbers are right as an aspect ratio only.
    case aspectRatio
    /// The numbers are cm.
    case centimeters
    /// The numbers are units of 5 cm.
    case fiveCentimeters

    init(code: Int) {
        switch code & 3 {
        case 1: self = .aspectRatio
        case 2: self = .centimeters
        case 3: self = .fiveCentimeters
        default: self = .unspecified
        }
    }
}

/// The latency of a display's picture and sound (HDMI 1.4b section 8.3.2).
public struct HDMILatency: Sendable, Hashable {
    /// The picture's latency in ms, 0 to 500; nil where it is unknown or there is no picture.
    public let video: Int?

    /// The sound's latency in ms, 0 to 500; nil where it is unknown or there is no sound.
    public let audio: Int?

    /// Reads two bytes: 0 is unknown, 255 is not supported, others count steps of 2 ms from 1 on.
    init(video: Int, audio: Int) {
        func milliseconds(_ byte: Int) -> Int? {
            (1...251).contains(byte) ? (byte - 1) * 2 : nil
        }
        self.video = milliseconds(video)
        self.audio = milliseconds(audio)
    }
}
