import Screens

/// Settings of a screen, as a section of a file or a call gives them; nil where it gives none.
package struct ScreenOverrides: Sendable, Hashable {
    /// A setting that can be reset by a later section.
    package enum Choice<Value: Sendable & Hashable>: Sendable, Hashable {
        /// Reset.
        case none
        /// Set.
        case some(Value)

        /// Nil for ``none``.
        package var value: Value? {
            if case .some(let value) = self { value } else { nil }
        }
    }

    /// How the mode is chosen.
    package var mode: ModePolicy?
    /// Quarters of a rotation, clockwise, 0 to 3.
    package var clockwiseQuarters: Int?
    /// Whether left and right are exchanged before the rotation.
    package var reflects: Bool?
    /// The part that the display cuts off; its compensation does not count, ``compensation`` does.
    package var overscan: Overscan?
    /// The way in which overscan is compensated.
    package var compensation: OverscanCompensation?
    /// The screen that it mirrors, by name.
    package var mirror: Choice<String>?
    /// When the screen is on.
    package var power: PowerPlan?
    /// How long its content may stay the same until it is turned off.
    package var idle: Choice<TimeLength>?
    /// Refreshes from one frame to the next.
    package var frameInterval: Int?
    /// The format of the buffers.
    package var format: PixelFormat?
    /// 0.1 to 10.
    package var gamma: Double?
    /// In Kelvin.
    package var colorTemperature: Int?
    /// In percent, as in a file, so that it is written as it was read.
    package var dim: Double?
    /// In percent, of the light of a built-in panel.
    package var brightness: Double?
    /// Properties of the connector.
    package var properties: [String: String]?
    /// The content.
    package var content: ShownContent?
    /// The content while that one cannot be shown.
    package var fallback: ShownContent?

    /// No setting.
    package init() {}

    /// These settings, and where `later` has one, that instead. Properties are merged one by one.
    package func overridden(by later: ScreenOverrides) -> ScreenOverrides {
        var result = self
        for setting in SettingTable.settings { setting.merge(&result, later) }
        return result
    }

    /// These settings, with the values that `former` has for the keys of `settings`.
    package func restoring(_ settings: ScreenOverrides, from former: ScreenOverrides) -> ScreenOverrides {
        var result = self
        for setting in SettingTable.settings where setting.written(settings, .file) != nil {
            setting.remove(&result)
            setting.merge(&result, former)
        }
        return result
    }

    /// Those of some settings, and no others.
    package func limited(to settings: [Setting]) -> ScreenOverrides {
        var others = self
        for setting in settings { setting.remove(&others) }
        return restoring(others, from: ScreenOverrides())
    }

    /// The setting of these that stands in files only, and why a call may not have it; nil where there is none.
    package var onlyInFiles: SettingProblem? {
        guard content?.program != nil else { return nil }
        return SettingProblem(
            key: "content.command",
            message: "stands in the files of the configuration only: no client may make this machine run a program")
    }

    /// The settings that there are as a file has them, in the table's order. One that a file cannot have is left out.
    package var orderedTexts: [(key: String, value: String)] {
        written(.file).compactMap { key, value in (try? value.toml).map { (key, $0) } }
    }

    /// The settings that there are as a file has them, by their keys.
    package var texts: [String: String] { Dictionary(orderedTexts.map { ($0.key, $0.value) }) { $1 } }

    /// The keys of the settings that there are, in the table's order.
    package func keys(_ spelling: Spelling) -> [String] { written(spelling).map(\.key) }

    /// Takes the settings of a section, and records their problems.
    init(_ section: SectionReader) {
        for setting in SettingTable.settings { setting.read(section, &self) }
    }

    /// The settings that there are, as they are written.
    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        SettingTable.settings.compactMap { setting in
            setting.written(self, spelling).map { (spelling.spell(setting.key), $0) }
        }
    }
}
