import ProgramKit

/// What `screens set` is asked for.
struct SetWishes: Sendable, Hashable {
    var mode: String?
    /// After how many seconds the former mode is to come back, unless the new one is confirmed.
    var confirmSeconds: Int?
    var keeps = false
    var rotation: Int?
    var reflects: Bool?
    var overscan: String?
    var compensation: String?
    var power: PowerWish?
    var content: ContentDocument?
    var brightness: Double?
    var properties: [PropertyWish] = []
    var saves = false

    /// The brightness, where nothing else is asked for: that needs no daemon.
    var brightnessAlone: Double? { steps.count == 1 ? brightness : nil }

    /// The steps, in the order that shows least of what is between the old and the new.
    ///
    /// How the picture lies comes before what it is, and both before a screen is switched on: so it shows nothing else
    /// first. The mode comes after the power, as it is only tried on a screen that is on, and after all else, as it alone
    /// can be taken back. Switching off comes when nothing is left to be seen.
    var steps: [SetStep] {
        var steps = properties.map(SetStep.property)
        if let overscan { steps.append(.overscan(overscan, compensation: compensation)) }
        if rotation != nil || reflects != nil { steps.append(.rotation(degrees: rotation, mirrored: reflects)) }
        if let content { steps.append(.content(content)) }
        if let power, power != .off { steps.append(.power(power)) }
        if let brightness { steps.append(.brightness(percent: brightness)) }
        if let mode { steps.append(.mode(mode, confirmSeconds: confirmSeconds)) }
        if keeps { steps.append(.keep) }
        if power == .off { steps.append(.power(.off)) }
        if saves { steps.append(.save) }
        return steps
    }
}
