import Screens

/// All settings of one screen, with the defaults where nothing sets them.
package struct ScreenConfiguration: Sendable, Hashable {
    /// How its mode is chosen.
    package var mode: ModePolicy
    /// How the picture lies on it; nil is as the panel is mounted.
    package var orientation: Orientation?
    /// The part that the display cuts off; nil compensates nothing.
    package var overscan: Overscan?
    /// The screen that it mirrors, by name.
    package var mirrorSource: String?
    /// When it is on.
    package var power: PowerPlan
    /// How long its content may stay the same until it is turned off; nil where it stays on, as where a program draws by itself.
    package var idle: TimeLength?
    /// Refreshes from one frame to the next.
    package var frameInterval: Int?
    /// The format of the buffers, where the plane has it.
    package var format: PixelFormat?
    /// 0.1 to 10.
    package var gamma: Double?
    /// In Kelvin, 1000 to 10,000.
    package var colorTemperature: Int?
    /// How much darker the picture is, 0 to 1.
    package var dimming: Double?
    /// How bright a built-in panel's light is, 0 to 1.
    package var brightness: Double?
    /// Properties of its connector.
    package var properties: [String: String]
    /// Its content; ``ShownContent/none`` where none is configured.
    package var content: ShownContent
    /// The content while that one cannot be shown; ``ShownContent/none`` where words say so.
    package var fallback: ShownContent

    /// From the settings of all sections together.
    package init(_ overrides: ScreenOverrides) {
        mode = overrides.mode ?? .preferred
        if overrides.clockwiseQuarters != nil || overrides.reflects != nil {
            orientation = Orientation(
                clockwiseQuarters: overrides.clockwiseQuarters ?? 0, isReflected: overrides.reflects ?? false)
        }
        overscan = overrides.overscan
        overscan?.compensation = overrides.compensation ?? .scale
        mirrorSource = overrides.mirror?.value
        power = overrides.power ?? .on
        idle = overrides.content?.program == nil ? overrides.idle?.value : nil
        frameInterval = overrides.frameInterval
        format = overrides.format
        gamma = overrides.gamma
        colorTemperature = overrides.colorTemperature
        dimming = overrides.dim.map { $0 / 100 }
        brightness = overrides.brightness.map { $0 / 100 }
        properties = overrides.properties ?? [:]
        content = overrides.content ?? .none
        fallback = overrides.fallback ?? .none
    }

    /// Whether the screen is used at all: it has a content, or shows that of another.
    package var isDriven: Bool { content != .none || mirrorSource != nil }

    /// The settings that the library applies. Brightness and content are not among them.
    ///
    /// - Parameter isOn: whether it is to be on now, by its power plan and what it shows.
    package func settings(isOn: Bool) -> ScreenSettings {
        var settings = ScreenSettings()
        settings.isDriven = isDriven
        settings.mode = mode
        settings.isOn = isOn
        settings.frameInterval = frameInterval
        settings.format = format
        settings.orientation = orientation
        settings.overscan = overscan
        settings.mirrorSource = mirrorSource
        settings.properties = properties
        settings.gamma = gamma
        settings.colorTemperature = colorTemperature
        settings.dimming = dimming
        return settings
    }
}

extension SettingDeviation {
    /// The key of the setting, as files spell it. A wall has none: files cannot set it.
    package var key: String {
        SettingTable.settings.first { $0.property == setting.rawValue }?.key ?? setting.rawValue
    }
}
