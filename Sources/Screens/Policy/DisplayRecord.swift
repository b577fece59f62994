import KMS

/// The data that is kept for a display during the life of the process.
struct DisplayRecord: Sendable, Hashable {
    private(set) var settings = ScreenSettings()
    /// The last mode that was set: the meaning of the policy `current` while the display is dark.
    private(set) var lastMode: ScreenMode?
    /// Whether the display listed it. One that it did not is meant also while it is in no list.
    private var isLastModeListed = true
    /// The modes that the driver refused.
    private var refused: [ModeTimings] = []

    mutating func configure(_ settings: ScreenSettings) {
        self.settings = settings
    }

    mutating func remember(refused mode: ScreenMode) {
        guard !hasRefused(mode) else { return }
        refused.append(mode.timings)
    }

    /// Records a successful modeset. A mode that was refused earlier counts as usable again.
    ///
    /// - Parameter isListed: whether the display lists it; a custom mode may be in no list.
    mutating func remember(lit mode: ScreenMode, isListed: Bool = true) {
        refused.removeAll { $0.hasSameTimings(as: mode.timings) }
        lastMode = mode
        isLastModeListed = isListed
    }

    /// The record of a display that was known before, and is connected as an unknown one first: settings that it got there
    /// count where it has none of its own.
    func identified(after anonymous: DisplayRecord?) -> DisplayRecord {
        guard isExpendable, let anonymous else { return self }
        var record = self
        record.settings = anonymous.settings
        return record
    }

    /// The modes to try, the best first. Modes that were refused earlier come last.
    ///
    /// - Parameter isTelevision: whether the connector is for an analog television.
    func candidates(
        among modes: [ScreenMode], current: ScreenMode?, otherwise policy: ModePolicy,
        forTelevision isTelevision: Bool = false
    ) -> [ScreenMode] {
        let choice = self.policy(otherwise: policy).candidates(
            among: modes, current: current ?? last(among: modes), forTelevision: isTelevision)
        return choice.filter { !hasRefused($0) } + choice.filter(hasRefused)
    }

    /// The last mode, where the display can still be set to it.
    private func last(among modes: [ScreenMode]) -> ScreenMode? {
        guard let lastMode, !modes.isEmpty else { return nil }
        return modes.first { $0.timings.hasSameTimings(as: lastMode.timings) }
            ?? (isLastModeListed ? nil : .unlisted(lastMode.timings, among: modes))
    }

    func policy(otherwise policy: ModePolicy) -> ModePolicy { settings.mode ?? policy }

    /// Whether the record can be dropped, since it contains no settings.
    var isExpendable: Bool { settings == ScreenSettings() }

    /// Whether the driver refused a mode, and has not taken it since.
    func hasRefused(_ mode: ScreenMode) -> Bool {
        refused.contains { $0.hasSameTimings(as: mode.timings) }
    }
}

/// The key by which a display is recognized when it returns: its identity if that is unique, else identity and
/// connector. Behind DisplayPort hubs the place in their tree stands for the connector, which has another name after each
/// plug.
///
/// It decides which display a setting belongs to, here and in the daemon.
package struct DisplayKey: Sendable, Hashable {
    /// The identity; nil where the display reports none.
    package let identity: ScreenIdentity?
    /// Its ``Screen/place``; nil where the identity suffices.
    package let place: String?

    /// - Parameters:
    ///   - place: the name of the connector or its ``ConnectorState/path``, with the card's name.
    ///   - isTwin: whether another connected display reported the same identity earlier.
    init(identity: ScreenIdentity?, connector place: String, isTwin: Bool = false) {
        self.identity = identity
        // Displays without a serial number are indistinguishable, and adapters copy one display's identity to many
        // connectors: two of them on one machine must not share their settings.
        self.place = !isTwin && identity?.hasSerial ?? false ? nil : place
    }

    /// The key of the display on a screen.
    package init(_ screen: Screen) {
        self.init(identity: screen.identity, connector: screen.place, isTwin: screen.isTwin)
    }

    /// The key of a display that reports no identity, on the connector of a screen.
    package init(connectorOf screen: Screen) {
        self.init(identity: nil, connector: screen.place)
    }
}
