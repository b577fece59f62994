import ScreensKMS

/// Decides whether a link is set up again after a hotplug that changed nothing. Pure.
///
/// After a short pulse, the display expects scrambling to be set up again (HDMI above 340 MHz). It shows nothing until the next
/// modeset. A modeset may itself cause such an event, and some displays send them all day, so only the first event leads to one.
struct LinkRenewal: Sendable, Hashable {
    /// The most characters, in thousands a second, that an HDMI link sends without scrambling.
    private static let fastestPlainRate: UInt64 = 340_000
    /// After this time without such an event, the next one counts as a first one.
    static let calm: Nanoseconds = 60_000_000_000

    private var lastEvent: MonotonicTime?

    /// Whether an HDMI link may be scrambled. A pixel is a character of each channel, or more with more than 8 bits for a colour.
    /// The kernel reports neither the bits that are sent nor 4:2:0, which needs half as many characters: the larger rate is assumed,
    /// for a modeset that was not needed costs a blink, and one that is missing the picture.
    ///
    /// - Parameters:
    ///   - clock: the pixel clock in kHz.
    ///   - mostBits: the most bits for a colour (`max bpc`); nil where they are not limited by a property.
    static func mayBeScrambled(clock: UInt32, mostBits: UInt64?) -> Bool {
        UInt64(clock) * min(max(mostBits ?? 8, 8), 16) / 8 > fastestPlainRate
    }

    /// A hotplug that shows no difference.
    ///
    /// - Returns: whether the mode is to be set again.
    mutating func isDue(at now: MonotonicTime) -> Bool {
        defer { lastEvent = now }
        return lastEvent.map { now - $0 > Self.calm } ?? true
    }
}
