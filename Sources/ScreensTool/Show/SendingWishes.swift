import Screens

/// How pictures are to be sent to their screens: the connectors' properties, and what is changed of the colours.
struct SendingWishes: Sendable, Hashable {
    var properties: [String: String] = [:]
    var gamma = 1.0
    var colorTemperature = 6500
    /// 0 to 1.
    var dimming = 0.0

    func apply(to settings: inout VideoKit.Settings) {
        settings.properties = properties
        settings.gamma = gamma
        settings.colorTemperature = colorTemperature
        settings.dimming = dimming
    }
}
