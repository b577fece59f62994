import Glibc
import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// Reports the state of the screens, with the reasons for it.
@MainLoop
final class StatusReports {
    /// The most sections in a message, which has room for far more.
    private static let mostSections = 100
    /// The most names of contents in a message.
    private static let mostContents = 1000

    private let kit: VideoKit
    private let source: ConfigurationSource
    private let overrides: RuntimeOverrides
    private let screens: ScreenReports
    private let statistics: DaemonStatistics
    private let clock: ScheduleClock
    private let watchdog: Watchdog
    private let proof: ProofOfPlay
    private let ownTerminal: OwnTerminal
    private let records: ScreenRecords
    private let expected: ExpectedDisplays

    init(
        kit: VideoKit, source: ConfigurationSource, overrides: RuntimeOverrides, screens: ScreenReports,
        statistics: DaemonStatistics, clock: ScheduleClock, watchdog: Watchdog, ownTerminal: OwnTerminal,
        records: ScreenRecords, proof: ProofOfPlay
    ) {
        self.kit = kit
        self.source = source
        self.overrides = overrides
        self.screens = screens
        self.statistics = statistics
        self.clock = clock
        self.watchdog = watchdog
        self.proof = proof
        self.ownTerminal = ownTerminal
        self.records = records
        expected = ExpectedDisplays(kit, records, source, overrides, clock)
    }

    /// The state of the daemon and of some screens.
    func document(of screens: [Screen]) -> StatusDocument {
        StatusDocument(
            version: ProgramVersion.current, uptimeSeconds: statistics.uptimeSeconds,
            screens: screens.map(document), problems: source.problems.map(\.description),
            brokenFiles: source.brokenFiles.map {
                StatusDocument.BrokenFile(name: $0.name, substitute: $0.substitute.rawValue)
            }, waitsForTime: clock.moment == nil, notices: notices,
            absentDisplays: source.saved.absent(among: kit.screens).compactMap { entry in
                entry.match.identity.map {
                    StatusDocument.AbsentDisplay(identity: $0.text, name: entry.name, connector: entry.connector)
                }
            }, contents: Array(source.filesOfAllTimes.contents.names.prefix(Self.mostContents)),
            memory: statistics.memory, clock: WallClock.keeping().map(ClockDocument.init))
    }

    /// The counters since the start.
    var counters: DaemonStatisticsDocument { statistics.document(expecting: expected.documents) }

    /// The state and the counters, in the format that node_exporter reads.
    var metrics: String {
        PrometheusText.text(
            connectors: kit.connectors.map(screens.document), counters,
            PrometheusText.State(
                version: ProgramVersion.current, notices: notices,
                clockOffsets: kit.screens.compactMap { screen in
                    clockOffset(of: screen).map { (screen.qualifiedName, $0) }
                }),
            at: Int64(time(nil)))
    }

    /// The faults that are not problems of files.
    var notices: [StatusNotice] {
        sectionNotices + watchdog.notices + proof.notices + statistics.memoryNotices + source.notices
            + ownTerminal.notices + screenNotices + mirrorNotices + settingNotices + clockNotices
    }

    private var clockNotices: [StatusNotice] {
        guard records.all.contains(where: { $0.content.followsClock || $0.overlays.followsClock }),
            WallClock.keeping()?.isSynchronized == false
        else { return [] }
        return [
            StatusNotice(
                .clockNotSynchronized, .warning, "clock",
                "no program keeps the clock of this machine, which may be wrong: pictures that follow it are not in "
                    + "step with other machines",
                remedy: "install chrony or systemd-timesyncd, and let it reach a time server")
        ]
    }

    /// The notices about brightness and contents.
    private var screenNotices: [StatusNotice] {
        kit.screens.compactMap { records[$0]?.brightness.notice(on: $0) }
            + records.all.flatMap { $0.content.notices + $0.overlays.notices }
    }

    /// The settings that screens do not follow, because the driver or the display does not allow them.
    private var settingNotices: [StatusNotice] {
        kit.screens.filter { $0.lessee == nil }.flatMap { screen in
            // Mirrors are reported from the configuration, in `mirrorNotices`.
            kit.deviations(of: screen.id).filter { $0.setting != .mirrorSource }.map { deviation in
                StatusNotice(
                    .settingNotMet, .warning, screen.qualifiedName, deviation.clause,
                    remedy: deviation.setting == .mode
                        ? "`screens modes \(screen.shortName(among: kit.connectors))` lists the modes" : nil)
            }
        }
    }

    /// The screens that should mirror another one, and do not now.
    private var mirrorNotices: [StatusNotice] {
        let connected = kit.screens
        return connected.compactMap { screen in
            let configuration = source.configuration(of: screen, among: connected, with: overrides)
            guard let name = configuration.mirrorSource, screen.mirrorSource == nil, screen.lessee == nil,
                screen.dark?.reason != .off
            else { return nil }
            let reason =
                kit.connectors.contains { $0.isNamed(name) }
                ? "no screen of that name shows a picture of its own now" : "no card has a connector of that name"
            return StatusNotice(
                .mirrorNotMet, .note, screen.qualifiedName, "does not mirror '\(name)': \(reason)")
        }
    }

    /// The sections of files that match no connected screen. Only some of them are listed; the last notice counts the
    /// others.
    var sectionNotices: [StatusNotice] {
        let sections = source.unmatchedSections(among: kit.connectors)
        let others = sections.count - Self.mostSections
        return sections.prefix(Self.mostSections).enumerated().map { index, section in
            let isLast = others > 0 && index == Self.mostSections - 1
            return StatusNotice(
                .unmatchedSection, section.unknownConnector == nil ? .note : .warning, section.place,
                section.message + (isLast ? " (\(others) more sections match no screen)" : ""))
        }
    }

    /// The state of one screen.
    func document(of screen: Screen) -> ScreenStatusDocument {
        let entry = overrides[screen]
        let connected = kit.screens
        let configuration = source.configuration(of: screen, among: connected, with: overrides)
        let isOn = configuration.power.isOn(at: clock.moment, in: .ofProcess)
        return ScreenStatusDocument(
            screen: screens.document(of: screen), settings: settings(of: screen, entry, among: connected),
            power: !isOn ? .off : records[screen]?.idleness.isIdle == true ? .idle : .on,
            powerChanges: source.nextPowerChange(of: screen, among: connected, set: entry.overrides),
            trialSeconds: entry.trial.map { trial in
                max(0, Int(MonotonicTime.now.duration(to: trial.deadline).components.seconds))
            },
            outdated: source.outdatedKeys(of: screen, among: connected),
            absent: source.saved.absent(from: screen, among: connected).compactMap(\.match.identity?.text),
            next: source.nextSettings(of: screen, among: connected, hidden: Set(entry.overrides.texts.keys)),
            clockOffset: clockOffset(of: screen))
    }

    private func clockOffset(of screen: Screen) -> ClockOffsetDocument? {
        guard let record = records.named(screen.qualifiedName), record.content.followsClock else { return nil }
        return record.played.offsets.document
    }

    /// The settings of a screen: in effect, set at run time, and saved.
    func overrides(
        of screen: Screen
    ) -> (effective: ScreenOverrides, set: ScreenOverrides, saved: ScreenOverrides) {
        let set = overrides[screen].overrides
        let configured = source.configuration.overrides(for: screen, among: kit.screens)
        return (configured.overridden(by: set), set, source.saved.settings(of: screen))
    }

    /// The state of all screens in one line, for the service manager.
    var line: String {
        let connected = kit.screens
        let lit = connected.count { screen in
            let content = screens.content(of: screen)
            let isShown = content?.drawnBy != nil || ![nil, .notOurs].contains(content?.state)
            return screen.lessee != nil || screen.dark == nil && isShown
        }
        let state = connected.isEmpty ? "no display is connected" : "\(lit) of \(EventLog.count(connected.count)) lit"
        let off = Dictionary(grouping: connected.filter { $0.dark?.reason == .off }, by: reasonToBeOff)
            .map { "\($1.count) \($0)" }.sorted()
        let leased = connected.compactMap { screen in screen.lessee.map { "\(screen.name): leased to '\($0.name)'" } }
        // The other reasons are counted above, or said once for all screens.
        let dark = connected.compactMap { screen in
            screen.dark.flatMap { dark in
                [.off, .unused, .sessionInactive].contains(dark.reason) ? nil : "\(screen.name): \(dark.message)"
            }
        }
        let drawn = connected.compactMap { screen in
            screens.content(of: screen)?.drawnBy.map { "\(screen.name): drawn by '\($0.name)'" }
        }
        let missing = connected.compactMap { screen in
            screens.problem(of: screen).map { "\(screen.name): \($0)" }
        }
        let broken = source.namesOfProblems
        let problems = broken.isEmpty ? [] : ["the configuration has problems: \(broken.joined(separator: ", "))"]
        let away = ownTerminal.notices.map(\.message)
        let first = ([state] + off).joined(separator: ", ")
        return [[first], away, leased, drawn, dark, missing, problems].joined().joined(separator: "; ")
    }

    private func reasonToBeOff(_ screen: Screen) -> String {
        if records[screen]?.idleness.isIdle == true { return "off, as its picture has not changed" }
        let next = source.nextPowerChange(of: screen, among: kit.screens, set: overrides[screen].overrides)
        return next == nil ? "off" : "off by schedule"
    }

    private func settings(
        of screen: Screen, _ entry: RuntimeOverrides.Entry, among connected: [Screen]
    ) -> [SettingStatus] {
        let places = source.configuration.places(for: screen, among: connected)
        let configured = source.configuration.overrides(for: screen, among: connected)
        let (set, lasting) = (entry.overrides.texts, entry.lasting.texts)
        let tried = set.filter { lasting[$0.key] != $0.value }
        return configured.overridden(by: entry.overrides).orderedTexts.map { key, value in
            if tried[key] != nil { return SettingStatus(key: key, value: value, origin: .trial) }
            if set[key] != nil { return SettingStatus(key: key, value: value, origin: .runTime) }
            return places.status(of: key, value, at: clock.moment, in: .ofProcess)
        }
    }
}

extension ClockDocument {
    fileprivate init(_ keeping: ClockKeeping) {
        self.init(
            synchronized: keeping.isSynchronized,
            errorMicroseconds: keeping.largestError.map { Int($0.wholeNanoseconds / 1000) })
    }
}
