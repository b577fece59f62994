/// The feature support byte of the base block (E-EDID A.2 section 3.6.4).
public struct DisplayFeatures: Sendable, Hashable {
    /// Whether standby is supported (DPMS).
    public let supportsStandby: Bool

    /// Whether suspend is supported (DPMS).
    public let supportsSuspend: Bool

    /// Whether active off, or very low power, is supported (DPMS).
    public let supportsActiveOff: Bool

    /// Whether the default colour space is sRGB, and the primaries are its own.
    public let isSRGB: Bool

    /// Whether the first detailed timing is preferred; from revision 4 on, whether it is the native one. Before revision 3
    /// a display need not prefer it.
    public let firstTimingIsPreferred: Bool

    /// Whether any timing within the range limits is taken: GTF up to revision 3, "continuous frequency" from 4 on.
    public let isContinuousFrequency: Bool

    /// Whether YCbCr 4:4:4 is taken (digital inputs of revision 4).
    public let supportsYCbCr444: Bool

    /// Whether YCbCr 4:2:2 is taken (digital inputs of revision 4).
    public let supportsYCbCr422: Bool

    /// Whether the display reports that it is monochrome.
    public let isMonochrome: Bool

    init(block: Span<UInt8>, revision: Int, isDigital: Bool) {
        let byte = block.byte(0x18)
        supportsStandby = byte & 0x80 != 0
        supportsSuspend = byte & 0x40 != 0
        supportsActiveOff = byte & 0x20 != 0
        isSRGB = byte & 4 != 0
        firstTimingIsPreferred = byte & 2 != 0
        isContinuousFrequency = byte & 1 != 0
        let color = (byte >> 3) & 3
        let givesEncodings = isDigital && revision >= 4
        supportsYCbCr444 = givesEncodings && color & 1 != 0
        supportsYCbCr422 = givesEncodings && color & 2 != 0
        isMonochrome = !givesEncodings && color == 0
    }
}
