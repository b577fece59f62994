/// A display that can be plugged into a ``SimulatedCard``.
public struct SimulatedScreen: Sendable, Hashable {
    /// In the display's order: the first is the preferred one.
    public let modes: [SimulatedMode]
    /// Whether it counts as built in.
    public let role: ScreenRole
    /// The display's EDID, from which its identity is read. The modes are those given, not those of the EDID.
    public let edid: [UInt8]
    /// Whether it waits for frames where that is asked for, down to the lowest rate in its EDID (`vrr_capable`).
    public let variableRefresh: Bool
    /// The abilities of its connector and its plane for a picture.
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
