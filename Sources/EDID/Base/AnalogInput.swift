/// The levels and the sync that an analog input takes (E-EDID A.2 section 3.6.1, table 3.11).
public struct AnalogInput: Sendable, Hashable {
    /// The level of white above blank, in mV.
    public let videoLevel: Int

    /// The level of sync below blank, in mV.
    public let syncLevel: Int

    /// Whether a blank-to-black setup (pedestal) is expected.
    public let expectsSetup: Bool

    /// Whether separate horizontal and vertical sync is taken.
    public let takesSeparateSync: Bool

    /// Whether composite sync on the horizontal line is taken.
    public let takesCompositeSync: Bool

    /// Whether sync on green is taken.
    public let takesSyncOnGreen: Bool

    /// Whether the vertical sync must be serrated with composite sync or sync on green.
    public let needsSerration: Bool

    init(byte: Int) {
        switch (byte >> 5) & 3 {
        case 0: (videoLevel, syncLevel) = (700, 300)
        case 1: (videoLevel, syncLevel) = (714, 286)
        case 2: (videoLevel, syncLevel) = (1000, 400)
        default: (videoLevel, syncLevel) = (700, 0)
        }
        expectsSetup = byte & 0x10 != 0
        takesSeparateSync = byte & 8 != 0
        takesCompositeSync = byte & 4 != 0
        takesSyncOnGreen = byte & 2 != 0
        needsSerration = byte & 1 != 0
    }
}
