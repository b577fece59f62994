import ScreensKMS

/// The data that is kept for a display as long as the process lives.
struct DisplayRecord: Sendable, Hashable {
    private(set) var settings = ScreenSettings()
    /// The last mode that was set. While the display is dark, the policy `current` means this mode.
    private(set) var lastMode: ScreenMode?
    /// Whether the display listed that mode. If it did not, the mode may be set again although it is in no list.
    private var isLastModeListed = true
    /// The modes that the driver refused, until something changes that may have been the cause.
    private var refusals: [ModesetRefusal] = []

    /// Stores settings. A refused mode that they name is tried once more if the settings are new or are requested
    /// again.
    mutating func configure(_ settings: ScreenSettings) {
        if let policy = settings.mode, policy != self.settings.mode || settings == self.settings {
            refusals.removeAll { policy.names($0.mode) }
        }
        self.settings = settings
    }

    mutating func remember(_ refusal: ModesetRefusal) {
        refusals.removeAll { $0.mode.timings.hasSameTimings(as: refusal.mode.timings) }
        refusals.append(refusal)
    }

    /// Forgets the modes that the driver refused: the cause may have been a cable, the bandwidth of a hub, or another
    /// screen.
    ///
    /// - Returns: whether there were any.
    mutating func forgetRefusals() -> Bool {
        defer { refusals = [] }
        return !refusals.isEmpty
    }

    /// Records a successful modeset. A mode that was refused earlier counts as usable again.
    ///
    /// - Parameter isListed: whether the display lists the mode; a custom mode may be in no list.
    mutating func remember(enabledIn mode: ScreenMode, isListed: Bool = true) {
        refusals.removeAll { $0.mode.timings.hasSameTimings(as: mode.timings) }
        lastMode = mode
        isLastModeListed = isListed
    }

    /// The record of a display that reported its identity late. Settings from before apply if the record of its
    /// identity has none.
    func identified(after anonymous: DisplayRecord?) -> DisplayRecord {
        guard isExpendable, let anonymous else { return self }
        var record = self
        record.settings = anonymous.settings
        return record
    }

    /// The modes to try, the best first. The modes that the settings name come before all others; in both groups, modes
    /// that were refused earlier come last.
    ///
    /// - Parameter isTelevision: whether the connector is for an analog television.
    func candidates(
        among modes: [ScreenMode], current: ScreenMode?, otherwise policy: ModePolicy,
        forTelevision isTelevision: Bool = false
    ) -> [ScreenMode] {
        let policy = self.policy(otherwise: policy)
        let choice = policy.candidates(
            among: modes, current: current ?? last(among: modes), forTelevision: isTelevision)
        let parts = [choice.filter(policy.names), choice.filter { !policy.names($0) }]
        return parts.flatMap { $0.filter { !hasRefused($0) } + $0.filter(hasRefused) }
    }

    /// The last mode, if the display can still be set to it.
    private func last(among modes: [ScreenMode]) -> ScreenMode? {
        guard let lastMode, !modes.isEmpty else { return nil }
        return modes.first { $0.timings.hasSameTimings(as: lastMode.timings) }
            ?? (isLastModeListed ? nil : .unlisted(lastMode.timings, among: modes))
    }

    func policy(otherwise policy: ModePolicy) -> ModePolicy { settings.mode ?? policy }

    /// Whether the record can be dropped, since it contains no settings.
    var isExpendable: Bool { settings == ScreenSettings() }

    /// Whether the driver refused a mode, and has not accepted it since.
    func hasRefused(_ mode: ScreenMode) -> Bool { refusal(of: mode) != nil }

    func refusal(of mode: ScreenMode) -> ModesetRefusal? {
        refusals.first { $0.mode.timings.hasSameTimings(as: mode.timings) }
    }
}

/// The key by which a display is recognized when it returns: its identity if that is unique, otherwise identity and
/// connector. Behind DisplayPort hubs the place in their tree stands for the connector, whose name is new after each
/// plug.
///
/// The library and the daemon use it to decide which display a setting belongs to.
package struct DisplayKey: Sendable, Hashable {
    /// The identity; nil if the display reports none.
    package let identity: ScreenIdentity?
    /// The ``Screen/place`` of the display; nil if the identity suffices.
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
