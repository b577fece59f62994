import Screens
import ScreensPower

/// Settings of a screen from a section of a file or from a call; nil for each setting that is missing there.
package struct ScreenOverrides: Sendable, Hashable {
    /// A setting that can be reset by a later section.
    package enum Choice<Value: Sendable & Hashable>: Sendable, Hashable {
        /// Reset.
        case none
        /// Set.
        case some(Value)

        /// The value; nil for ``none``.
        package var value: Value? {
            if case .some(let value) = self { value } else { nil }
        }
    }

    /// The choice of the mode.
    package var mode: ModePolicy?
    /// The rotation in clockwise quarters, 0 to 3.
    package var clockwiseQuarters: Int?
    /// Whether left and right are exchanged before the rotation.
    package var reflects: Bool?
    /// The part that the display cuts off; ``compensation`` replaces its own compensation.
    package var overscan: Overscan?
    /// The way in which overscan is compensated.
    package var compensation: OverscanCompensation?
    /// The name of the screen that it mirrors.
    package var mirror: Choice<String>?
    /// The times at which the screen is on.
    package var power: PowerPlan?
    /// The time after which an unchanged content turns the screen off.
    package var idle: Choice<TimeLength>?
    /// The way in which the display is turned off.
    package var powerBy: DisplayPower.Way?
    /// Whether the screen is black while it is off, in place of no signal.
    package var offShowsBlack: Bool?
    /// Whether the light of a built-in panel is off while the screen is off.
    package var turnsLightOff: Bool?
    /// The way of the screen while its television is off by its remote control or its own timer.
    package var remoteOff: DisplayPower.Policy?
    /// The way of the screen while its television shows another source.
    package var otherSource: DisplayPower.Policy?
    /// The path of the display's CEC adapter.
    package var cecAdapter: Choice<String>?
    /// The refreshes from one frame to the next.
    package var frameInterval: Int?
    /// The format of the buffers.
    package var format: PixelFormat?
    /// The gamma, 0.1 to 10.
    package var gamma: Double?
    /// The colour temperature in Kelvin.
    package var colorTemperature: Int?
    /// The dimming in percent, as in files, so that it is written unchanged.
    package var dim: Double?
    /// The brightness of a built-in panel's light, in percent.
    package var brightness: Double?
    /// The properties of the connector.
    package var properties: [String: String]?
    /// The content.
    package var content: ContentSetting?
    /// The content that is shown while ``content`` cannot be shown.
    package var fallback: ContentSetting?
    /// The contents over the picture.
    package var overlay: [OverlayItem]?
    /// Whether clients with the right to operate may get the picture.
    package var snapshots: Bool?

    /// Makes overrides without settings.
    package init() {}

    /// Returns these settings, overridden by the settings that `later` has. Properties are merged one by one.
    package func overridden(by later: ScreenOverrides) -> ScreenOverrides {
        var result = self
        for setting in SettingTable.settings { setting.merge(&result, later) }
        return result
    }

    /// Returns these settings, with the values of `former` for the keys in `settings`.
    package func restoring(_ settings: ScreenOverrides, from former: ScreenOverrides) -> ScreenOverrides {
        var result = self
        for setting in SettingTable.settings where setting.written(settings, .file) != nil {
            setting.remove(&result)
            setting.merge(&result, former)
        }
        return result
    }

    /// Returns only some settings.
    package func limited(to settings: [Setting]) -> ScreenOverrides {
        var others = self
        for setting in settings { setting.remove(&others) }
        return restoring(others, from: ScreenOverrides())
    }

    /// The first of these settings that only files may contain, with the reason; nil if there is none.
    package var onlyInFiles: SettingProblem? {
        guard content?.program != nil else { return nil }
        return SettingProblem(
            key: "content.command",
            message: "is allowed only in the files of the configuration: no client may make this machine run a program")
    }

    /// The present settings as written in files, in the table's order. Settings that files cannot contain are left out.
    package var orderedTexts: [(key: String, value: String)] {
        written(.file).compactMap { key, value in (try? value.toml).map { (key, $0) } }
    }

    /// The present settings as written in files, by their keys.
    package var texts: [String: String] { Dictionary(orderedTexts.map { ($0.key, $0.value) }) { $1 } }

    /// Returns the keys of the present settings, in the table's order.
    package func keys(_ spelling: Spelling) -> [String] { written(spelling).map(\.key) }

    /// Reads the settings of a section, and records their problems.
    init(_ section: SectionReader) {
        for setting in SettingTable.settings { setting.read(section, &self) }
    }

    /// Returns the present settings in their written form.
    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        SettingTable.settings.compactMap { setting in
            setting.written(self, spelling).map { (spelling.spell(setting.key), $0) }
        }
    }
}
