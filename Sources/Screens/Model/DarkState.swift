/// Why a screen shows nothing.
public struct DarkState: Sendable, Hashable {
    /// The contract: programs decide by this.
    public let reason: DarkReason
    /// The same for people, with what can be done. Its wording may change.
    public let message: String
    /// The kernel's error number, where one is behind it.
    public let errno: Int32?
    /// The modes that were tried and refused.
    public let tried: [ScreenMode]
    /// Who holds the card, where that is in the way and can be found out.
    public let holder: CardHolder?

    /// For hosts that make screens of their own, in tests.
    public init(
        _ reason: DarkReason, message: String, errno: Int32? = nil, tried: [ScreenMode] = [],
        holder: CardHolder? = nil
    ) {
        self.reason = reason
        self.message = message
        self.errno = errno
        self.tried = tried
        self.holder = holder
    }
}

/// The kinds of darkness. Programs may rely on the values; more may come.
public struct DarkReason: Sendable, Hashable, RawRepresentable {
    /// The value as text, which may be stored and compared.
    public let rawValue: String
    /// A value by its text; unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No display is plugged in.
    public static let disconnected = DarkReason(rawValue: "disconnected")
    /// A display is there and has told no mode yet.
    public static let noModes = DarkReason(rawValue: "no-modes")
    /// More screens than the card can feed at once.
    public static let noCRTC = DarkReason(rawValue: "no-crtc")
    /// The driver refused every mode, or the system failed while one was set.
    public static let modesetFailed = DarkReason(rawValue: "modeset-failed")
    /// Another program is the card's master.
    public static let notMaster = DarkReason(rawValue: "not-master")
    /// The host has paused us (``VideoKit/pause()``): another session has the displays.
    public static let sessionInactive = DarkReason(rawValue: "session-inactive")
    /// Switched off on purpose (``ScreenSettings/isOn``).
    public static let off = DarkReason(rawValue: "off")
    /// Flips no longer complete or are refused, or the delegate's last call for it has not returned.
    public static let stalled = DarkReason(rawValue: "stalled")
    /// The card has gone.
    public static let cardLost = DarkReason(rawValue: "card-lost")
    /// Connected, and nothing drives it.
    public static let unused = DarkReason(rawValue: "unused")
}
