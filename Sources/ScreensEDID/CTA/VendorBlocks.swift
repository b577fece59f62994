/// The vendor-specific data block of HDMI (HDMI 1.4b section 8.3.2), with the identifier 00-0C-03.
package struct HDMIVendorBlock: Sendable, Hashable {
    /// The four nibbles of the physical address for CEC, the highest first; nil if the block ends before it.
    package let physicalAddress: UInt16?

    /// Whether ACP, ISRC1 or ISRC2 packets are supported.
    package let supportsAI: Bool

    /// Whether 48 bits per pixel are supported.
    package let supportsDeepColor48: Bool

    /// Whether 36 bits per pixel are supported.
    package let supportsDeepColor36: Bool

    /// Whether 30 bits per pixel are supported.
    package let supportsDeepColor30: Bool

    /// Whether the deep colour modes also support YCbCr 4:4:4.
    package let supportsDeepColorYCbCr444: Bool

    /// Whether dual-link DVI is supported.
    package let supportsDualLinkDVI: Bool

    /// The highest TMDS clock in MHz; nil if it is not given.
    package let maximumTMDSClock: Int?

    /// The latency of progressive formats, and of all formats if ``interlacedLatency`` is nil.
    package let latency: HDMILatency?

    /// The latency of interlaced formats.
    package let interlacedLatency: HDMILatency?

    /// The content types that the display recognizes: bit 0 graphics, 1 photo, 2 cinema, 3 game.
    package let contentTypes: UInt8

    /// The 4K formats as HDMI video identification codes, 1 to 4.
    package let videoCodes: [UInt8]

    /// Whether any 3D format is supported.
    package let supports3D: Bool

    /// The meaning of the size in the base block (Image_Size).
    package let imageSize: HDMIImageSize

    /// The timings of ``videoCodes``.
    package var timings: [ListedTiming] {
        videoCodes.compactMap { code in
            VideoIdentificationCode.hdmiTiming(code).map { ListedTiming(origin: .hdmiVIC(code), timing: $0) }
        }
    }

    /// Reads the payload of the block, including its identifier.
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
package enum HDMIImageSize: Sendable, Hashable {
    /// Nothing is stated.
    case unspecified
    /// The two numbers are correct only as an aspect ratio.
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

/// The latency of a display's picture and audio (HDMI 1.4b section 8.3.2).
package struct HDMILatency: Sendable, Hashable {
    /// The picture's latency in ms, 0 to 500; nil if it is unknown or there is no picture.
    package let video: Int?

    /// The audio's latency in ms, 0 to 500; nil if it is unknown or there is no audio.
    package let audio: Int?

    /// Reads two bytes: 0 is unknown, 255 is not supported, other values count steps of 2 ms from 1 on.
    init(video: Int, audio: Int) {
        func milliseconds(_ byte: Int) -> Int? {
            (1...251).contains(byte) ? (byte - 1) * 2 : nil
        }
        self.video = milliseconds(video)
        self.audio = milliseconds(audio)
    }
}

/// The vendor-specific data block of the HDMI Forum, or its sink capability data block.
///
/// HDMI 2.1 section 10.3.2, with the identifier C4-5D-D8, and section 10.3.3, with the extended tag 0x79: the fields
/// are the same.
package struct HDMIForumBlock: Sendable, Hashable {
    /// The version of the block; 1.
    package let version: Int

    /// The highest TMDS character rate in MHz; nil if it does not exceed 340, or is not supported.
    package let maximumTMDSCharacterRate: Int?

    /// Whether the display has the status and control channel (SCDC).
    package let hasSCDC: Bool

    /// Whether scrambling is supported at or below 340 Mcsc.
    package let supportsScramblingBelow340: Bool

    /// Whether deep colour with 4:2:0 and 16 bits per component is supported.
    package let supportsDeepColor420At48: Bool

    /// Whether deep colour with 4:2:0 and 12 bits per component is supported.
    package let supportsDeepColor420At36: Bool

    /// Whether deep colour with 4:2:0 and 10 bits per component is supported.
    package let supportsDeepColor420At30: Bool

    /// The fastest fixed rate link: 0 without one, 1 to 6 from 3 Gbit/s on 3 lanes to 12 Gbit/s on 4 lanes.
    package let maximumFixedRateLink: Int

    /// Whether the display has an auto low-latency mode.
    package let supportsAutoLowLatency: Bool

    /// Whether fast vactive is supported.
    package let supportsFastVactive: Bool

    /// Whether quick media switching is supported.
    package let supportsQuickMediaSwitching: Bool

    /// The lowest variable refresh rate in Hz; nil if there is none.
    package let minimumVariableRefresh: Int?

    /// The highest variable refresh rate in Hz; nil if it is the rate of the timing.
    package let maximumVariableRefresh: Int?

    /// Whether VESA's display stream compression 1.2a is supported.
    package let supportsStreamCompression: Bool

    /// Reads the payload, whose first three bytes are the identifier or the extended tag and two reserved bytes.
    init(payload: Span<UInt8>) {
        version = payload.byte(3)
        maximumTMDSCharacterRate = payload.byte(4) == 0 ? nil : payload.byte(4) * 5
        hasSCDC = payload.bit(7, of: 5)
        supportsScramblingBelow340 = payload.bit(3, of: 5)
        maximumFixedRateLink = payload.byte(6) >> 4
        supportsDeepColor420At48 = payload.bit(2, of: 6)
        supportsDeepColor420At36 = payload.bit(1, of: 6)
        supportsDeepColor420At30 = payload.bit(0, of: 6)
        supportsQuickMediaSwitching = payload.bit(6, of: 7)
        supportsFastVactive = payload.bit(2, of: 7)
        supportsAutoLowLatency = payload.bit(1, of: 7)
        let minimum = payload.byte(8) & 0x3F
        let maximum = (payload.byte(8) & 0xC0) << 2 | payload.byte(9)
        minimumVariableRefresh = minimum == 0 ? nil : minimum
        maximumVariableRefresh = maximum == 0 ? nil : maximum
        supportsStreamCompression = payload.bit(7, of: 10)
    }
}

/// The vendor-specific data block of AMD for FreeSync, with the identifier 00-00-1A.
///
/// AMD publishes no description; the Linux driver and edid-decode read the same fields.
package struct AMDVendorBlock: Sendable, Hashable {
    /// The version of the block, 1 to 3.
    package let version: Int

    /// The lowest variable refresh rate in Hz; zero if it is not given.
    package let minimumRefresh: Int

    /// The highest variable refresh rate in Hz; zero if it is not given.
    package let maximumRefresh: Int

    /// Reads the payload, whose first three bytes are the identifier; nil if it ends before the rates.
    init?(payload: Span<UInt8>) {
        guard payload.count >= 7 else { return nil }
        version = payload.byte(3)
        minimumRefresh = payload.byte(5)
        // Version 3 repeats the highest rate in ten bits, for rates beyond 255 Hz.
        let wide = version >= 3 && payload.count >= 15 ? payload.byte(13) | (payload.byte(14) & 3) << 8 : 0
        maximumRefresh = max(payload.byte(6), wide)
    }
}
