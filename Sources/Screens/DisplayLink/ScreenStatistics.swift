/// What a screen's display link did since the screen was lit.
public struct ScreenStatistics: Sendable, Hashable {
    /// The screen's name.
    public let name: String
    public let mode: ScreenMode
    /// Frames that reached the screen.
    public let presented: UInt64
    /// Refreshes that should have shown a new frame and did not.
    public let missed: UInt64
    /// How often since the start flips stopped coming through, so that the mode had to be set anew.
    public let stalls: UInt64
    public let pacing: Pacing
    /// From when the delegate's call was due to the call.
    public let lateness: DurationSummary
    /// The time that the delegate took.
    public let rendering: DurationSummary
}
