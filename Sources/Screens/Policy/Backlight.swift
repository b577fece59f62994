/// A backlight of the machine, as sysfs has it (`/sys/class/backlight`).
struct Backlight: Sendable, Hashable {
    /// Who does it: whoever comes first knows the machine best.
    enum Kind: String, CaseIterable, Sendable {
        /// The firmware, through ACPI.
        case firmware
        /// A driver of the machine.
        case platform
        /// The graphics driver, which sets the hardware itself.
        case raw
    }

    let name: String
    let kind: Kind
    /// Where its `device` leads to: a connector, a card's device, or one of its own.
    let device: String
    /// The highest value that it takes, above 0.
    let maximum: Int
}

/// Which of a machine's backlights lights a screen. Pure.
struct BacklightChoice: Sendable, Hashable {
    /// Where sysfs has the screen's connector.
    let connector: String?
    /// Where it has the device of the screen's card.
    let card: String?
    /// Where it has those of the other cards.
    let otherCards: Set<String>
    /// Whether the screen is built in. Any other one has a backlight only where that is its connector's own.
    let isInternal: Bool

    /// The firmware's goes before the machine's, and that before the graphics driver's: of several that are there the
    /// others mostly do nothing. Then one on the connector goes before the card's, and that before one of neither.
    func best(among backlights: [Backlight]) -> Backlight? {
        backlights.compactMap { backlight in distance(of: backlight).map { (backlight, $0) } }
            .min { Self.order($0) < Self.order($1) }?.0
    }

    /// How far it is from the connector; nil where it belongs to something else.
    private func distance(of backlight: Backlight) -> Int? {
        if let connector, backlight.device == connector { return 0 }
        guard isInternal else { return nil }
        if let card, backlight.device == card { return 1 }
        // Another connector's, or another card's. What is left hangs on a bus of its own, as on many small machines.
        let isOthers = backlight.device.contains("/drm/card") || otherCards.contains(backlight.device)
        return isOthers ? nil : 2
    }

    private static func order(_ candidate: (Backlight, distance: Int)) -> (Int, Int, String) {
        (Backlight.Kind.allCases.firstIndex(of: candidate.0.kind) ?? 0, candidate.distance, candidate.0.name)
    }
}

/// A backlight's values, and what part of its light they are. Pure.
enum BacklightLevel {
    /// - Parameter maximum: above 0.
    static func brightness(_ value: Int, maximum: Int) -> Double {
        Double(min(max(value, 0), maximum)) / Double(maximum)
    }

    /// The nearest value; what is beyond either end is that end.
    static func value(_ brightness: Double, maximum: Int) -> Int {
        guard brightness > 0 else { return 0 }
        guard brightness < 1 else { return maximum }
        return Int((brightness * Double(maximum)).rounded())
    }
}
