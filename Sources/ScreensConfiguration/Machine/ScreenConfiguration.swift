import Screens
import ScreensPower

/// All settings of one screen, with defaults for the rest.
package struct ScreenConfiguration: Sendable, Hashable {
    /// The choice of its mode.
    package var mode: ModePolicy
    /// The orientation of the picture; nil for the panel's mounting orientation.
    package var orientation: Orientation?
    /// The part that the display cuts off; nil for no compensation.
    package var overscan: Overscan?
    /// The name of the screen that it mirrors.
    package var mirrorSource: String?
    /// The times at which it is on.
    package var power: PowerPlan
    /// The time after which an unchanged content turns it off; nil if it stays on, as for a program that draws by
    /// itself.
    package var idle: TimeLength?
    /// The way in which the display is turned off.
    package var powerBy: DisplayPower.Way
    /// Whether the screen is black while it is off, in place of no signal.
    package var offShowsBlack: Bool
    /// Whether the light of a built-in panel is off while the screen is off.
    package var turnsLightOff: Bool
    /// The way of the screen while its television is off by its remote control or its own timer.
    package var remoteOff: DisplayPower.Policy
    /// The way of the screen while its television shows another source.
    package var otherSource: DisplayPower.Policy
    /// The path of the display's CEC adapter; nil for the adapter of its connector.
    package var cecAdapter: String?
    /// The refreshes from one frame to the next.
    package var frameInterval: Int?
    /// The format of the buffers, if the plane has it.
    package var format: PixelFormat?
    /// The gamma, 0.1 to 10.
    package var gamma: Double?
    /// The colour temperature in Kelvin, 1000 to 10,000.
    package var colorTemperature: Int?
    /// The amount by which the picture is darker, 0 to 1.
    package var dimming: Double?
    /// The brightness of a built-in panel's light, 0 to 1.
    package var brightness: Double?
    /// The properties of its connector.
    package var properties: [String: String]
    /// The content; ``ContentSetting/none`` if none is configured.
    package var content: ContentSetting
    /// The content while the other one cannot be shown; ``ContentSetting/none`` to show words instead.
    package var fallback: ContentSetting
    /// The contents over the picture, the lowest first.
    package var overlay: [OverlayItem]
    /// The titles of both, for people: names, if the files give them names.
    package var titles: ContentTitles
    /// Whether clients with the right to operate may get the picture.
    package var snapshots: Bool

    /// Makes the settings from all sections together.
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
        powerBy = overrides.powerBy ?? .signal
        offShowsBlack = overrides.offShowsBlack ?? false
        turnsLightOff = overrides.turnsLightOff ?? false
        remoteOff = overrides.remoteOff ?? .ignore
        otherSource = overrides.otherSource ?? .ignore
        cecAdapter = overrides.cecAdapter?.value
        frameInterval = overrides.frameInterval
        format = overrides.format
        gamma = overrides.gamma
        colorTemperature = overrides.colorTemperature
        dimming = overrides.dim.map { $0 / 100 }
        brightness = overrides.brightness.map { $0 / 100 }
        properties = overrides.properties ?? [:]
        content = overrides.content ?? .none
        fallback = overrides.fallback ?? .none
        overlay = overrides.overlay ?? []
        titles = ContentTitles(of: content, or: fallback)
        snapshots = overrides.snapshots ?? false
    }

    /// Whether the screen is used at all: it has a content, or mirrors another screen.
    package var isDriven: Bool { content != .none || mirrorSource != nil }

    /// Returns the settings that the library applies, without brightness and content.
    ///
    /// - Parameter isOn: whether the screen must be on now, by its power plan and its content.
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
    /// The key of the setting, as spelled in files. A wall has no key, because files cannot set it.
    package var key: String {
        SettingTable.settings.first { $0.property == setting.rawValue }?.key ?? setting.rawValue
    }
}
