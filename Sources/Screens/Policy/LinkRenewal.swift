import KMS

/// Decides whether a link is set up again after a hotplug that changed nothing. Pure.
///
/// After a short pulse, the display expects scrambling to be set up again (HDMI above 340 MHz). It shows nothing until the next
/// modeset. A modeset may itself cause such an event, and some displays send them all day, so only the first event leads to one.
struct LinkRenewal: Sendable, Hashable {
    /// The fastest pixel clock in kHz at which an HDMI link is not scrambled.
    static let fastestPlainClock: UInt32 = 340_000
    /// After this time without such an event, the next one counts as a first one.
    static let calm: Nanoseconds = 60_000_000_000

    private var lastEvent: MonotonicTime?

    /// A hotplug that shows no difference.
    ///
    /// - Returns: whether the mode is to be set again.
    mutating func isDue(at now: MonotonicTime) -> Bool {
        defer { lastEvent = now }
        return lastEvent.map { now - $0 > Self.calm } ?? true
    }
}
