/// A display that can be plugged into a ``SimulatedCard``.
public struct SimulatedScreen: Sendable, Hashable {
    /// In the display's order: the first is the preferred one.
    public let modes: [SimulatedMode]
    public let role: ScreenRole

    /// A display with these modes; it may have none, as real ones at times do.
    public init(modes: [SimulatedMode], role: ScreenRole = .external) {
        self.modes = modes
        self.role = role
    }
}
