/// The reason why a screen shows nothing.
public struct DarkState: Sendable, Hashable {
    /// The kind of reason. Programs can rely on it.
    public let reason: DarkReason
    /// The reason for people, with a remedy if there is one. The wording may change.
    public let message: String
    /// The kernel's error number, if an error is the cause.
    public let errno: Int32?
    /// The modes that the driver refused.
    public let tried: [ScreenMode]
    /// The program that is the card's DRM master, if that is the cause and the program can be found.
    public let master: CardMaster?

    /// Makes a state. Hosts use it in tests that build screens themselves.
    public init(
        _ reason: DarkReason, message: String, errno: Int32? = nil, tried: [ScreenMode] = [],
        master: CardMaster? = nil
    ) {
        self.reason = reason
        self.message = message
        self.errno = errno
        self.tried = tried
        self.master = master
    }
}

extension DarkState {
    /// The state of a connector without a display.
    package static let noDisplay = DarkState(.disconnected, message: "no display is plugged in")
}

/// The kinds of reason why a screen is dark. Programs can rely on the values; later versions may add more.
public struct DarkReason: Sendable, Hashable, RawRepresentable {
    /// The value as text, which can be stored and compared.
    public let rawValue: String
    /// Makes a value from its text. Unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No display is plugged in.
    public static let disconnected = DarkReason(rawValue: "disconnected")
    /// A display is plugged in and has reported no modes yet.
    public static let noModes = DarkReason(rawValue: "noModes")
    /// The card has fewer CRTCs than there are screens.
    public static let noCRTC = DarkReason(rawValue: "noCrtc")
    /// The driver refused every mode, or a system call failed during the modeset.
    public static let modesetFailed = DarkReason(rawValue: "modesetFailed")
    /// The card's DRM master is another program.
    public static let notMaster = DarkReason(rawValue: "notMaster")
    /// The host called ``VideoKit/pause()``: another session has the displays.
    public static let sessionInactive = DarkReason(rawValue: "sessionInactive")
    /// The settings turn the screen off (``ScreenSettings/isOn``).
    public static let off = DarkReason(rawValue: "off")
    /// Flips no longer complete or are refused, or the delegate's last call for the screen has not returned.
    public static let stalled = DarkReason(rawValue: "stalled")
    /// The card was removed.
    public static let cardLost = DarkReason(rawValue: "cardLost")
    /// No program drives it, although a display is connected.
    public static let unused = DarkReason(rawValue: "unused")
}
