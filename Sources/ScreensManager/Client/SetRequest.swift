import ScreensConfiguration

/// One run of `screens set`.
package struct SetRequest: Sendable, Hashable {
    package var overrides = ScreenOverrides()
    /// The keys of settings that are reset, so that the configuration determines them again.
    package var resets: [String] = []
    /// The identity of a display that is not connected, whose saved settings the screen adopts.
    package var adopts: String?
    /// The seconds after which the former settings return, unless the new ones are confirmed.
    package var confirmSeconds: Int?
    package var confirms = false
    package var saves = false

    package init(
        overrides: ScreenOverrides = ScreenOverrides(), resets: [String] = [], adopts: String? = nil,
        confirmSeconds: Int? = nil, confirms: Bool = false, saves: Bool = false
    ) {
        self.overrides = overrides
        self.resets = resets
        self.adopts = adopts
        self.confirmSeconds = confirmSeconds
        self.confirms = confirms
        self.saves = saves
    }

    package var isEmpty: Bool { self == SetRequest(confirmSeconds: confirmSeconds) }

    /// Whether it includes a call of `Set`.
    package var changesSettings: Bool { overrides != ScreenOverrides() || !resets.isEmpty || adopts != nil }

    /// Whether the save is a separate call: trial settings are saved when they are confirmed.
    package var savesAfterwards: Bool { saves && (!changesSettings || confirmSeconds != nil || confirms) }

    /// The brightness if nothing else is requested, which needs no daemon; nil otherwise.
    package var brightnessAlone: Double? {
        var alone = SetRequest()
        alone.overrides.brightness = overrides.brightness
        return self == alone ? overrides.brightness : nil
    }
}
