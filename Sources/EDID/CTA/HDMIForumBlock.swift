/// The vendor-specific data block of the HDMI Forum, or its sink capability data block.
///
/// HDMI 2.1 section 10.3.2, by the identifier C4-5D-D8, and section 10.3.3, by the extended tag 0x79: the fields are the same.
public struct HDMIForumBlock: Sendable, Hashable {
    /// The version of the block; 1.
    public let version: Int

    /// The highest TMDS character rate in MHz; nil where it does not exceed 340, or is not supported.
    public let maximumTMDSCharacterRate: Int?

    /// Whether the display has the status and control channel (SCDC).
    public let hasSCDC: Bool

    /// Whether scrambling is taken at or below 340 Mcsc.
    public let supportsScramblingBelow340: Bool

    /// Deep colour with 4:2:0, 16 bits a component.
    public let supportsDeepColor420At48: Bool

    /// Deep colour with 4:2:0, 12 bits a component.
    public let supportsDeepColor420At36: Bool

    /// Deep colour with 4:2:0, 10 bits a component.
    public let supportsDeepColor420At30: Bool

    /// The fastest fixed rate link: 0 none, 1 to 6 from 3 Gbit/s on 3 lanes to 12 Gbit/s on 4 lanes.
    public let maximumFixedRateLink: Int

    /// Whether the display has an auto low-latency mode.
    public let supportsAutoLowLatency: Bool

    /// Whether fast vactive is taken.
    public let supportsFastVactive: Bool

    /// Whether quick media switching is taken.
    public let supportsQuickMediaSwitching: Bool

    /// The lowest variable refresh rate in Hz; nil where there is none.
    public let minimumVariableRefresh: Int?

    /// The highest variable refresh rate in Hz; nil where it is that of the timing.
    public let maximumVariableRefresh: Int?

    /// Whether VESA's display stream compression 1.2a is taken.
    public let supportsStreamCompression: Bool

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
