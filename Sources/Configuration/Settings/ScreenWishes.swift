import Screens

/// What one section says of a screen; nil is what it says nothing of.
package struct ScreenWishes: Sendable, Hashable {
    /// What may be said not to be wanted, against a section before.
    package enum Choice<Value: Sendable & Hashable>: Sendable, Hashable {
        /// Not wanted.
        case none
        /// Wanted so.
        case some(Value)

        /// Nil for ``none``.
        package var value: Value? {
            if case .some(let value) = self { value } else { nil }
        }
    }

    /// How the mode is chosen.
    package var mode: ModePolicy?
    /// Quarters of a turn, clockwise, 0 to 3.
    package var quarterTurns: Int?
    /// Whether left and right are exchanged before the turn.
    package var reflects: Bool?
    /// What of the screen is not seen; its compensation counts for nothing, ``compensation`` does.
    package var overscan: Overscan?
    /// What is done about that.
    package var compensation: OverscanCompensation?
    /// The screen whose picture is shown, by name.
    package var mirror: Choice<String>?
    /// When the screen is on.
    package var power: PowerPlan?
    /// How long its content may stay the same until it is switched off.
    package var idle: Choice<TimeLength>?
    /// Refreshes from one frame to the next.
    package var frameInterval: Int?
    /// The format of the buffers.
    package var format: PixelFormat?
    /// 0.1 to 10.
    package var gamma: Double?
    /// In Kelvin.
    package var colorTemperature: Int?
    /// In percent, as in the file: so that what was read is what is written.
    package var dim: Double?
    /// In percent, of the light of a built-in panel.
    package var brightness: Double?
    /// Properties of the connector.
    package var properties: [String: String] = [:]
    /// What is shown.
    package var content: ShownContent?

    /// Nothing.
    package init() {}

    /// This, and where `later` says something, that instead. Properties are taken one by one.
    package func overridden(by later: ScreenWishes) -> ScreenWishes {
        var result = self
        func take<Value>(_ key: WritableKeyPath<ScreenWishes, Value?>) {
            if let value = later[keyPath: key] { result[keyPath: key] = value }
        }
        take(\.mode)
        take(\.quarterTurns)
        take(\.reflects)
        take(\.overscan)
        take(\.compensation)
        take(\.mirror)
        take(\.power)
        take(\.idle)
        take(\.frameInterval)
        take(\.format)
        take(\.gamma)
        take(\.colorTemperature)
        take(\.dim)
        take(\.brightness)
        take(\.content)
        result.properties.merge(later.properties) { $1 }
        return result
    }
}
