import ScreensKMS

/// Decides whether a link is set up again after a hotplug that changed nothing. Pure.
///
/// After a short hotplug pulse, a display may expect scrambling to be set up again (HDMI above 340 MHz). It shows
/// nothing until the next modeset. A modeset may itself cause such an event, and some displays send them all day. So
/// only the first event leads to a modeset.
struct LinkRenewal: Sendable, Hashable {
    /// The most characters, in thousands a second, that an HDMI link sends without scrambling.
    private static let fastestPlainRate: UInt64 = 340_000
    /// How long there must be no such event before the next one counts as a first one.
    static let calm: Nanoseconds = 60_000_000_000

    private var lastEvent: MonotonicTime?

    /// Whether an HDMI link may be scrambled. A pixel is one character on each channel, or more with more than 8 bits
    /// per colour. The kernel reports neither the number of bits that are sent nor 4:2:0, which needs half as many
    /// characters. The larger rate is assumed: a needless modeset costs a blink, a missing one the picture.
    ///
    /// - Parameters:
    ///   - clock: the pixel clock in kHz.
    ///   - mostBits: the largest number of bits per colour (`max bpc`); nil if no property limits it.
    static func mayBeScrambled(clock: UInt32, mostBits: UInt64?) -> Bool {
        UInt64(clock) * min(max(mostBits ?? 8, 8), 16) / 8 > fastestPlainRate
    }

    /// Handles a hotplug that shows no difference.
    ///
    /// - Returns: whether the mode is to be set again.
    mutating func isDue(at now: MonotonicTime) -> Bool {
        defer { lastEvent = now }
        return lastEvent.map { now - $0 > Self.calm } ?? true
    }
}
