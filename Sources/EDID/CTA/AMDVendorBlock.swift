/// The vendor-specific data block of AMD for FreeSync, by the identifier 00-00-1A.
///
/// AMD publishes no description; the fields are those that the Linux driver and edid-decode read.
public struct AMDVendorBlock: Sendable, Hashable {
    /// The version of the block, 1 to 3.
    public let version: Int

    /// The lowest variable refresh rate in Hz; zero where it is not given.
    public let minimumRefresh: Int

    /// The highest variable refresh rate in Hz; zero where it is not given.
    public let maximumRefresh: Int

    /// Reads the payload, whose first three bytes are the identifier; nil where it ends before the rates.
    init?(payload: Span<UInt8>) {
        guard payload.count >= 7 else { return nil }
        version = payload.byte(3)
        minimumRefresh = payload.byte(5)
        // Version 3 repeats the highest rate in ten bits, for those beyond 255 Hz.
        let wide = version >= 3 && payload.count >= 15 ? payload.byte(13) | (payload.byte(14) & 3) << 8 : 0
        maximumRefresh = max(payload.byte(6), wide)
    }
}
