import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// The pass that applies the configuration to every screen: it decides which settings and content each screen has now.
@MainLoop
final class ConfigurationPass {
    private let kit: VideoKit
    private let records: ScreenRecords
    private let source: ConfigurationSource
    private let overrides: RuntimeOverrides
    private let clock: ScheduleClock
    private let watchdog: Watchdog
    private let log: EventLog
    private let idle: IdleTimer
    private let startupWait: StartupWait
    /// Whether the screens still show the pictures of the former process, until their contents have pictures.
    private var waitsForContents: Bool

    init(
        _ records: ScreenRecords, _ source: ConfigurationSource, _ overrides: RuntimeOverrides, _ clock: ScheduleClock,
        _ watchdog: Watchdog, waitsForContents: Bool
    ) {
        kit = records.environment.kit
        log = records.environment.log
        self.records = records
        self.source = source
        self.overrides = overrides
        self.clock = clock
        self.watchdog = watchdog
        self.waitsForContents = waitsForContents
        idle = IdleTimer(records.environment.passes)
        startupWait = StartupWait(records)
    }

    /// Applies the settings that follow from the files, the overrides and the time.
    func run() async {
        takeTime()
        source.take(moment: clock.moment)
        let connected = kit.screens
        // The records come first: the settings of a connector move to its new display.
        records.update()
        let configured = connected.compactMap { screen in
            records[screen].map { Configured(screen: screen, record: $0, configuration: configuration(of: screen)) }
        }
        watchdog.passBegins(for: configured.map(\.record))
        let sleeping = takeSleeping()
        await apply(configured)
        watchdog.passEnds()
        records.update()
        // A display may have left after its content was decided, which nothing reports again.
        for record in records.all where !record.hasDisplay {
            record.content.end()
            record.overlays.end()
        }
        let present = configured.filter(\.record.hasDisplay)
        let changes = (present.map(\.configuration) + sleeping).map {
            $0.power.nextChange(after: clock.moment, in: .ofProcess)
        }
        clock.wait(until: (changes + [source.nextChange]).compactMap(\.self).min())
        idle.update(present.map { ($0.record, $0.configuration.idle) })
        for occupant in records.occupants { occupant.followDisplay() }
        for record in records.all {
            record.layers.followDisplay()
            record.overlays.followDisplay(record.screen)
            record.notification.followDisplay(record.screen)
        }
        if clock.wasSetBack { records.environment.passes.request() }
    }

    /// The current configuration of a screen.
    func configuration(of screen: Screen) -> ScreenConfiguration {
        source.configuration(of: screen, among: kit.screens, with: overrides)
    }

    /// Called when the state of a content has changed.
    func contentChanged() {
        startupWait.contentChanged()
    }

    private struct Configured {
        let screen: Screen
        let record: ScreenRecord
        @OnHeap var configuration: ScreenConfiguration
    }

    private func takeTime() {
        let wasKnown = clock.moment != nil
        clock.takeTime()
        if !wasKnown, clock.moment != nil { log.notice("the clock is set: schedules apply") }
    }

    /// Applies settings and content to all screens.
    private func apply(_ configured: [Configured]) async {
        let mirrors = MirroredScreens(configured.map { ($0.screen, $0.configuration) }) { isOn($0) }
        var required = requiredOfEmptyConnectors
        for one in configured {
            let (screen, isOn) = (one.screen, isOn(one.configuration))
            let isIdle = one.record.idleness.isIdle
            // The way of the content follows from the present policies of the display.
            one.record.power.take(
                one.configuration, isOn: isOn && !isIdle, on: screen, isClockKnown: clock.moment != nil)
            let holds = one.record.power.holdsContent
            let isMirror = mirrors.mirrors.contains(screen.id)
            one.record.content.show(
                one.configuration.content, or: one.configuration.fallback, titled: one.configuration.titles,
                on: screen, isOff: !isOn && !isIdle || holds,
                isMirror: isMirror, used: one.record.use,
                isClockKnown: clock.moment != nil)
            // The picture of the source has the overlays of the source.
            one.record.overlays.show(
                one.configuration.isDriven && !isMirror ? one.configuration.overlay : [], on: screen,
                isOff: !isOn && !isIdle || holds, isClockKnown: clock.moment != nil)
            let picture = one.record.power.picture
            var settings = one.configuration.settings(isOn: picture != .nothing)
            if picture == .black { settings.dimming = 1 }
            if mirrors.waiting.contains(screen.id) { settings.mirrorSource = nil }
            // The program needs the screen lit, even without a configured content.
            if one.record.occupancy.occupant != nil { settings.isDriven = true }
            required.append(AppliedSettings.Required(record: one.record, screen: screen.id, settings: settings))
        }
        for occupant in records.occupants { occupant.followContent() }
        for record in records.all { record.layers.followContent() }
        if waitsForContents { await startupWait.wait() }
        waitsForContents = false
        for error in await AppliedSettings.apply(required, by: kit) { report(error) }
        // Orders come after the picture is black, and before the signal ends.
        for record in records.all { record.power.send() }
        for one in configured {
            // The current value: a call may have set it while the settings were applied.
            let configuration = configuration(of: one.screen)
            let isDark = configuration.turnsLightOff && one.record.power.picture != .content
            await one.record.brightness.configure(isDark ? 0 : configuration.brightness, of: one.screen)
        }
    }

    /// Takes the settings of the displays that are away because they sleep: turning them on brings them back.
    ///
    /// - Returns: the settings.
    private func takeSleeping() -> [ScreenConfiguration] {
        records.all.compactMap { record in
            guard record.power.hasWay, record.isPresent, !record.hasDisplay, let display = record.former.last else {
                return nil
            }
            let configuration = configuration(of: display)
            record.power.take(
                configuration, isOn: isOn(configuration) && !record.idleness.isIdle, on: display,
                isClockKnown: clock.moment != nil)
            return configuration
        }
    }

    private func isOn(_ configuration: ScreenConfiguration) -> Bool {
        configuration.power.isOn(at: clock.moment, in: .ofProcess)
    }

    /// The settings of the connectors without a display. They only decide whether the cards are kept.
    private var requiredOfEmptyConnectors: [AppliedSettings.Required] {
        let connectors = kit.connectors.filter { $0.kind == .display && !$0.isConnected && !$0.isIgnored }
        return connectors.compactMap { connector in
            guard let record = records[connector] else { return nil }
            var settings = kit.settings(of: connector.id) ?? ScreenSettings()
            settings.isReserved = record.former.isReserved(
                connector, by: source.configuration, among: kit.screens, set: { overrides[$0].overrides })
            return AppliedSettings.Required(record: record, screen: connector.id, settings: settings)
        }
    }

    private func report(_ error: ScreenError) {
        // An event reports a screen that is disconnected meanwhile.
        if error.code != .noSuchScreen { log.error(error.description) }
    }
}
