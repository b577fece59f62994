/// A range of rates that a display follows from frame to frame, of an Adaptive-Sync data block (DisplayID 2.1 section 4.13).
public struct AdaptiveSyncRange: Sendable, Hashable {
    /// The lowest refresh rate in Hz.
    public let minimumRefresh: Int

    /// The highest refresh rate in Hz.
    public let maximumRefresh: Int

    /// Reads the descriptors of a block; the revision gives their size, and only six bytes are defined.
    static func ranges(payload: Span<UInt8>, revision: Int) -> [Self] {
        guard revision & 0x70 == 0 else { return [] }
        return stride(from: 0, through: payload.count - 6, by: 6).map { start in
            AdaptiveSyncRange(
                minimumRefresh: payload.byte(start + 2),
                maximumRefresh: (payload.byte(start + 3) | (payload.byte(start + 4) & 3) << 8) + 1
            )
        }
    }
}

/// The limits of timings that a display takes (DisplayID 2.0 section 4.5, dynamic video timing range limits).
public struct DynamicTimingRange: Sendable, Hashable {
    /// The lowest pixel clock in kHz.
    public let minimumPixelClock: Int

    /// The highest pixel clock in kHz.
    public let maximumPixelClock: Int

    /// The lowest refresh rate in Hz.
    public let minimumRefresh: Int

    /// The highest refresh rate in Hz.
    public let maximumRefresh: Int

    /// Whether the rate may change from frame to frame without a visible break.
    public let isSeamless: Bool

    /// Reads the payload of the block; nil where it is too short.
    init?(payload: Span<UInt8>, revision: Int) {
        guard payload.count >= 9 else { return nil }
        minimumPixelClock = payload.littleEndian24(0) + 1
        maximumPixelClock = payload.littleEndian24(3) + 1
        minimumRefresh = payload.byte(6)
        // From revision 1 on, the highest rate has ten bits.
        maximumRefresh = payload.byte(7) | (revision & 7 == 0 ? 0 : (payload.byte(8) & 3) << 8)
        isSeamless = payload.bit(7, of: 8)
    }
}
