/// What the frames of a screen are timed by.
public struct Pacing: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The display's own refresh, as the kernel reports it.
    public static let vblank = Pacing(rawValue: "vblank")
    /// A timer at the mode's rate: the driver reports flips at once, not at the refresh.
    public static let timer = Pacing(rawValue: "timer")
    /// The frames themselves: the display waits for them (variable refresh).
    public static let variable = Pacing(rawValue: "variable")
}
