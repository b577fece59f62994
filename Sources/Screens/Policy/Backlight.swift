/// A backlight of the machine, from `/sys/class/backlight`.
struct Backlight: Sendable, Hashable {
    /// The kind of driver (the file `type`), the preferred kind first, since it knows the machine best.
    enum Kind: String, CaseIterable, Sendable {
        /// The firmware, through ACPI.
        case firmware
        /// A driver for this kind of machine.
        case platform
        /// The graphics driver, which sets the hardware directly.
        case raw
    }

    let name: String
    let kind: Kind
    /// The target of its link `device`: a connector, a card's device, or a device of its own.
    let device: String
    /// The maximum value (`max_brightness`), above 0.
    let maximum: Int
}

/// Chooses the backlight of a screen among the machine's.
struct BacklightChoice: Sendable, Hashable {
    /// The sysfs path of the screen's connector.
    let connector: String?
    /// The sysfs path of the card's device.
    let card: String?
    /// The sysfs paths of the other cards' devices.
    let otherCards: Set<String>
    /// Whether the screen is built in. If it is not, only a backlight of its connector belongs to it.
    let isInternal: Bool

    /// Chooses a backlight. The firmware's takes precedence over the platform's, and the platform's over the graphics
    /// driver's: if there are several, the others usually have no effect. Among backlights of one kind the order is
    /// connector, card, other device.
    func best(among backlights: [Backlight]) -> Backlight? {
        backlights.compactMap { backlight in distance(of: backlight).map { (backlight, $0) } }
            .min { Self.order($0) < Self.order($1) }?.0
    }

    /// The distance from the connector; nil if the backlight belongs to another device.
    private func distance(of backlight: Backlight) -> Int? {
        if let connector, backlight.device == connector { return 0 }
        guard isInternal else { return nil }
        if let card, backlight.device == card { return 1 }
        // A backlight of neither another connector nor another card: it has a bus of its own, as on many small
        // machines.
        let folders = backlight.device.split(separator: "/")
        let isOfCard = zip(folders, folders.dropFirst()).contains { $0 == "drm" && $1.hasPrefix("card") }
        return isOfCard || otherCards.contains(backlight.device) ? nil : 2
    }

    private static func order(_ candidate: (Backlight, distance: Int)) -> (Int, Int, String) {
        (Backlight.Kind.allCases.firstIndex(of: candidate.0.kind) ?? 0, candidate.distance, candidate.0.name)
    }
}

/// Converts between the values of a backlight and brightnesses from 0 to 1.
enum BacklightLevel {
    /// - Parameter maximum: the maximum value, above 0.
    static func brightness(_ value: Int, maximum: Int) -> Double {
        Double(min(max(value, 0), maximum)) / Double(maximum)
    }

    /// The value nearest to a brightness; a brightness outside 0 to 1 is clamped.
    static func value(_ brightness: Double, maximum: Int) -> Int {
        guard brightness > 0 else { return 0 }
        guard brightness < 1 else { return maximum }
        return Int((brightness * Double(maximum)).rounded())
    }
}
