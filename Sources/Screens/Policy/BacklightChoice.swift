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
