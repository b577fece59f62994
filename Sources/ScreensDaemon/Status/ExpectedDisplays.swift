import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// The displays that the daemon knows, and whether each of them shows something if it should.
@MainLoop
final class ExpectedDisplays {
    private let kit: VideoKit
    private let records: ScreenRecords
    private let source: ConfigurationSource
    private let overrides: RuntimeOverrides
    private let clock: ScheduleClock

    init(
        _ kit: VideoKit, _ records: ScreenRecords, _ source: ConfigurationSource, _ overrides: RuntimeOverrides,
        _ clock: ScheduleClock
    ) {
        self.kit = kit
        self.records = records
        self.source = source
        self.overrides = overrides
        self.clock = clock
    }

    /// The displays that are or were connected since the start, and displays with saved settings.
    var documents: [DaemonStatisticsDocument.ExpectedDisplay] {
        let connected = kit.screens
        let known = records.all.compactMap { document(of: $0, among: connected) }
        let saved = source.saved.absent(among: connected).filter { entry in
            !records.all.contains { record in record.former.lastSeen.map(entry.match.matches) ?? false }
        }
        return known + saved.compactMap { document(of: $0, among: connected) }
    }

    /// The last display of a connector; nil if it had none, or if its display is on another connector now.
    private func document(
        of record: ScreenRecord, among connected: [Screen]
    ) -> DaemonStatisticsDocument.ExpectedDisplay? {
        guard let display = record.former.lastSeen else { return nil }
        // Displays without a serial number are distinguished by their connectors.
        let isElsewhere = !record.hasDisplay && connected.contains { DisplayKey($0) == DisplayKey(display) }
        guard !isElsewhere else { return nil }
        let configuration = source.configuration(of: display, among: connected, with: overrides)
        // A television that is off because of its remote, or because it is not in use, may drop its hotplug signal.
        let isTurnedOff = record.idleness.isIdle || record.power.hasWay && record.power.picture != .content
        let isDark = !record.hasDisplay || record.screen.dark?.reason.isFailure ?? false
        return DaemonStatisticsDocument.ExpectedDisplay(
            screen: record.name, identity: display.identity?.description ?? "",
            missing: isDark && !isTurnedOff && isOn(configuration))
    }

    /// A display with saved settings that was not connected since the start; nil if it is known by its connector alone.
    private func document(
        of entry: SavedSettings.Entry, among connected: [Screen]
    ) -> DaemonStatisticsDocument.ExpectedDisplay? {
        guard let identity = entry.match.identity?.text else { return nil }
        guard let connector = kit.connectors.first(where: { [$0.localPlace, $0.place].contains(entry.connector) })
        else {
            return DaemonStatisticsDocument.ExpectedDisplay(
                screen: entry.connector, identity: identity, missing: true)
        }
        // Sections that match the display itself are not known without it.
        let configuration = source.configuration.effective(for: connector, among: connected, set: entry.settings)
        return DaemonStatisticsDocument.ExpectedDisplay(
            screen: connector.qualifiedName, identity: identity, missing: isOn(configuration))
    }

    private func isOn(_ configuration: ScreenConfiguration) -> Bool {
        configuration.isDriven && configuration.power.isOn(at: clock.moment, in: .ofProcess)
    }
}
