/// A display that can be plugged into a ``SimulatedCard``.
public struct SimulatedScreen: Sendable, Hashable {
    /// In the display's order: the first is the preferred one.
    public let modes: [SimulatedMode]
    /// Whether it counts as built in.
    public let role: ScreenRole
    /// What the display says of itself; its identity is read from there. The modes are those given, whatever it says.
    public let edid: [UInt8]
    /// Whether it waits for frames where that is asked for, down to the lowest rate in its EDID (`vrr_capable`).
    public let variableRefresh: Bool
    /// What its connector and its plane can do with a picture.
    public let abilities: SimulatedAbilities

    /// A display with these modes; it may have none, as real ones at times do.
    public init(
        modes: [SimulatedMode], role: ScreenRole = .external, edid: [UInt8] = [], variableRefresh: Bool = false,
        abilities: SimulatedAbilities = SimulatedAbilities()
    ) {
        self.variableRefresh = variableRefresh
        self.abilities = abilities
        self.modes = modes
        self.role = role
        self.edid = edid
    }
}
