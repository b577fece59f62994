import Glibc
import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensPictures
import ScreensProgramKit
import ScreensVarlink

/// Applies the configured settings and content to every display.
///
/// It decides what each screen gets, and which owner has to act. The library's threads set modes and draw; threads of their
/// own read pictures.
@MainLoop
final class Daemon {
    private let options: LaunchOptions
    private let manager: ServiceManager
    private let log: EventLog
    private let source: ConfigurationSource
    private let saver: OverrideSaver
    private let clock = ScheduleClock()
    private let idle: IdleTimer
    private let records: ScreenRecords
    private let firstPictures: FirstPictures
    private let readers: PictureReaders
    private let reports: ScreenReports
    private let statistics: DaemonStatistics
    private let watchdog: Watchdog
    private let status: StatusReports
    private let lit: LitScreens
    private let feed: EventFeed
    private let labels: ScreenLabels
    private let service: ManagerService
    private let leases: LeaseCalls
    private let frames: FrameCalls
    private let settings: SettingCalls
    private let kit: VideoKit
    /// Nil where no service manager keeps them, and beside a terminal, with which the cards change hands.
    private let kept: KeptCards?
    /// Whether the screens show the pictures of the process before, until there are others.
    private var waitsForContents: Bool
    private let passes = ConfigurationPasses()
    private let overrides = RuntimeOverrides()
    private let changes = ChangeQueue()

    private var control: ControlServer?
    private var configurationWatch: ConfigurationWatch?
    private var signals: SignalSource?
    private var terminal: VirtualTerminal?
    private let ownTerminal = OwnTerminal()
    private var isStopping = false
    private var ending: CheckedContinuation<Void, Never>?

    /// - Parameters:
    ///   - readers: read the pictures of contents.
    ///   - requests: read those that clients request.
    init(
        _ options: LaunchOptions, _ manager: ServiceManager, _ readers: PictureReaders = PictureReaders(),
        _ requests: PictureRequests = PictureRequests()
    ) throws(Failure) {
        self.options = options
        self.manager = manager
        log = EventLog(LogOutput(isJournal: ServiceManager.logsToJournal))
        let painter = ContentPainter()
        let passed = KeptCards(manager.cards, in: manager)
        kept = Self.keepsCards(options, manager) ? passed : nil
        // With a terminal of its own now: the service manager would stay the master of the cards.
        if kept == nil { passed.releaseUnheld() }
        waitsForContents = kept?.areInherited ?? false
        kit = try Self.makeKit(options, manager, painter, kept)
        source = ConfigurationSource(options.files, options.state, log) { [passes] in passes.request() }
        saver = OverrideSaver(source, overrides, kit)
        idle = IdleTimer(passes)
        let trials = SettingTrials(overrides, changes, passes, log)
        self.readers = readers
        records = ScreenRecords(
            ScreenEnvironment(ContentEnvironment(kit, painter, readers, log), passes), overrides)
        firstPictures = FirstPictures(records)
        reports = ScreenReports(kit, records)
        statistics = DaemonStatistics(kit, source, reports)
        watchdog = Watchdog(manager, kit, statistics, log) { [passes] in passes.request() }
        status = StatusReports(
            kit: kit, source: source, overrides: overrides, screens: reports, statistics: statistics,
            clock: clock, watchdog: watchdog, ownTerminal: ownTerminal, records: records)
        let finder = ScreenFinder(records, reports)
        feed = EventFeed(kit, reports, status)
        lit = LitScreens(reports, log)
        settings = SettingCalls(
            kit: kit, finder: finder, status: status, source: source, overrides: overrides, saver: saver,
            changes: changes, trials: trials, records: records, readers: readers, requests: requests, passes: passes)
        labels = ScreenLabels(kit, painter)
        service = ManagerService(kit, finder, reports, status, statistics, labels, Snapshots(kit))
        leases = LeaseCalls(finder, records.environment)
        frames = FrameCalls(finder, records)
    }

    private static func keepsCards(_ options: LaunchOptions, _ manager: ServiceManager) -> Bool {
        manager.keepsDescriptors && !(options.takesTerminal && isatty(STDIN_FILENO) == 1)
    }

    private static func makeKit(
        _ options: LaunchOptions, _ manager: ServiceManager, _ painter: ContentPainter, _ kept: KeptCards?
    ) throws(Failure) -> VideoKit {
        var settings = VideoKit.Settings()
        settings.cards = kept.map(options.cards.keeping) ?? options.cards
        // Each screen is selected by its own settings.
        settings.selection = .none
        // A watchdog wakes this process now and then anyway, and reads the statuses itself.
        if manager.watchdogInterval != nil { settings.safetyInterval = nil }
        do {
            return try VideoKit(delegate: painter, settings: settings)
        } catch {
            throw Failure(error)
        }
    }

    // MARK: From the start to the end

    /// Runs until ``stop()``, or until a signal ends it.
    func run() async throws(Failure) {
        defer {
            control = nil
            passes.end()
        }
        source.readFirst()
        useOwnSettings()
        try listen()
        watchSources()
        do throws(ScreenError) {
            try CrashRestoration.install()
            try await takeTerminal()
            try await kit.start()
        } catch {
            throw Failure(error)
        }
        let events = Task { await followEvents() }
        records.begin(
            onContent: { [weak self] in self?.contentChanged(on: $0) },
            onDrawing: { [weak self] in self?.reportContent(of: $0) })
        passes.begin { [weak self] in await self?.applyConfiguration() }
        await waitForPass()
        kept?.releaseUnheld()
        if clock.moment == nil { log.warning("the clock is not set yet: schedules wait for it") }
        reportFindings()
        showProblems()
        watchdog.begin()
        // Not before: the first client, for which a service manager starts the daemon, would find no screens.
        try control?.begin()
        manager.ready(status.line)
        log.notice("started: \(status.line)")
        await withCheckedContinuation { continuation in
            if isStopping { continuation.resume() } else { ending = continuation }
        }
        manager.stopping()
        watchdog.end()
        records.update()
        records.endWithDaemon()
        control = nil
        await kit.stop()
        events.cancel()
        await terminal?.giveBack()
        saver.endUnsaved(log)
        log.notice("stopped")
    }

    func stop() {
        isStopping = true
        ending?.resume()
        ending = nil
    }

    /// Makes the control sockets, on which clients wait from now on.
    private func listen() throws(Failure) {
        let doors = try ControlDoor.open(manager, path: options.socket)
        for problem in doors.compactMap(\.lockProblem) { log.warning(problem) }
        let description: ServiceDescription
        do {
            description = try ManagerService.description
        } catch {
            throw Failure(.system, "the interface definition is invalid: \(error)")
        }
        let calls = ManagerCalls(
            leases, frames, log,
            carryOut: { [weak self] (call) throws(VarlinkError) in try await self?.result(of: call) ?? Reply() },
            report: { [weak self] in self?.reportRequest($0, of: $1) })
        control = ControlServer(
            doors, description, records, log, answer: calls.answer, snapshot: feed.snapshot)
    }

    private func watchSources() {
        do {
            signals = try SignalSource { [weak self] in self?.take(signal: $0) }
        } catch {
            log.error("cannot wait for signals: \(error)")
        }
        do {
            try clock.begin { [passes] in passes.request() }
        } catch {
            log.error("cannot follow the schedules: \(error)")
        }
        configurationWatch = ConfigurationWatch(options.files, log) { [weak self] in
            guard let self else { return }
            // The time zone may be another one.
            passes.request()
            Task { await self.changes.run(on: .all) { await self.readChangedFiles() } }
        }
    }

    private func take(signal: Int32) {
        if signal == SIGHUP {
            Task { await changes.run(on: .all) { await reload(because: "SIGHUP") } }
        } else {
            log.notice("ending: \(signal == SIGTERM ? "SIGTERM" : "SIGINT")")
            stop()
        }
    }

    private func takeTerminal() async throws(ScreenError) {
        guard options.takesTerminal else { return }
        // A service's own terminal is shown for it; a person who starts this by hand sits in front of theirs.
        let isOwn = manager.isPresent && isatty(STDIN_FILENO) == 1
        // The keyboard of a kiosk is open to anyone.
        let keys: VirtualTerminal.Keys = options.turnsKeyboardOff ? .off : isOwn ? .withoutSignals : .unchanged
        terminal = try await VirtualTerminal.take(
            showing: isOwn, keys: keys, onRelease: { [kit] in await kit.pause() },
            onAcquire: { [kit] in await kit.resume() })
        if isOwn { ownTerminal.take() }
        if isOwn, terminal == nil { log.warning("the terminal is not active, or another program controls it") }
    }

    // MARK: The screens

    /// The connected screens as they are now.
    var screens: [Screen] { kit.screens }

    /// Returns when every screen is as configured at the time of the call.
    func waitForPass() async { await passes.run() }

    /// Applies the settings that follow from the files, the overrides and the time of day.
    private func applyConfiguration() async {
        takeTime()
        source.take(moment: clock.moment)
        let connected = kit.screens
        // Not before: the settings of a connector are those of the display that has come to it.
        records.update()
        let configurations = connected.map(configuration)
        watchdog.passBegins(for: connected.map { records[$0] })
        await apply(Array(zip(connected, configurations)))
        watchdog.passEnds()
        records.update()
        let configured = zip(connected.map { records[$0] }, configurations).filter { record, _ in
            record.screen.isConnected && record.isPresent
        }
        let changes = configured.map(\.1).map { $0.power.nextChange(after: clock.moment, in: .ofProcess) }
        clock.wait(until: (changes + [source.nextChange]).compactMap(\.self).min())
        idle.update(configured.map { ($0, $1.idle) })
        lit.take(records.connected)
        for occupant in records.occupants { occupant.followDisplay() }
        // Saved settings that were damaged may have been replaced.
        showProblems()
        reportStatus()
        if clock.wasSetBack { passes.request() }
    }

    private func takeTime() {
        let wasKnown = clock.moment != nil
        clock.takeTime()
        if !wasKnown, clock.moment != nil { log.notice("the clock is set: schedules apply") }
    }

    private func configuration(of screen: Screen) -> ScreenConfiguration {
        source.configuration.effective(for: screen, among: kit.screens, set: overrides[screen].overrides)
    }

    /// Gives all screens their settings.
    private func apply(_ configured: [(Screen, ScreenConfiguration)]) async {
        var required = requiredOfEmptyConnectors
        let mirrors = MirroredScreens(configured) { $0.power.isOn(at: clock.moment, in: .ofProcess) }
        for (screen, configuration) in configured {
            let record = records[screen]
            let isOn = configuration.power.isOn(at: clock.moment, in: .ofProcess)
            let isIdle = record.idleness.isIdle
            record.content.show(
                configuration.content, or: configuration.fallback, on: screen, isOff: !isOn && !isIdle,
                isMirror: mirrors.sources[screen.id] != nil, used: record.use)
            var settings = configuration.settings(isOn: isOn && !isIdle)
            if mirrors.waiting.contains(screen.id) { settings.mirrorSource = nil }
            // For the program, also without a content of ours.
            if record.occupancy.occupant != nil { settings.isDriven = true }
            required.append(.init(record: record, screen: screen.id, settings: settings))
        }
        for occupant in records.occupants { occupant.followContent() }
        if waitsForContents { await firstPictures.wait() }
        waitsForContents = false
        for error in await AppliedSettings.apply(required, by: kit) { report(error) }
        for (screen, _) in configured {
            // As it is now: a call may have set it while the settings were applied.
            await records[screen].brightness.configure(configuration(of: screen).brightness, of: screen)
        }
    }

    /// The settings of the connectors without a display, which say only whether their cards are kept.
    private var requiredOfEmptyConnectors: [AppliedSettings.Required] {
        let connectors = kit.connectors.filter { $0.kind == .display && !$0.isConnected && !$0.isIgnored }
        return connectors.map { connector in
            let record = records[connector]
            var settings = kit.settings(of: connector.id) ?? ScreenSettings()
            settings.isReserved = record.former.isReserved(
                connector, by: source.configuration, among: kit.screens, set: { overrides[$0].overrides })
            return AppliedSettings.Required(record: record, screen: connector.id, settings: settings)
        }
    }

    private func report(_ error: ScreenError) {
        // A screen that is disconnected meanwhile is reported by an event.
        if error.code != .noSuchScreen { log.error(error.description) }
    }

    // MARK: The configuration

    private func readChangedFiles() async {
        let read = source.read()
        guard source.isSame(read) else { return await use(read, because: "its files have changed") }
        // The overrides stay.
        source.takePlaces(of: read)
        passes.request()
    }

    /// Reads the configuration again, and the pictures that have changed.
    ///
    /// - Returns: its problems.
    @discardableResult
    private func reload(because reason: String) async -> [ConfigurationProblem] {
        source.readSavedAgain()
        await use(source.read(mayBeGone: true), because: reason, isRequested: true)
        for record in records.all { record.content.readAgain() }
        return source.problems
    }

    /// Uses what can be used of the files. The overrides end, with their trials, where the files decide from now on: not
    /// where a file has got problems, and nothing else has changed.
    private func use(_ read: UsableConfiguration, because reason: String, isRequested: Bool = false) async {
        manager.reloading()
        defer { manager.ready(status.line) }
        let isChanged = source.take(read)
        showProblems()
        guard isChanged || isRequested && source.problems.isEmpty else { return }
        saver.endUnsaved(log)
        LocalTime.refreshProcess()
        log.notice("the configuration is read again: \(reason)")
        reportFindings()
        useOwnSettings()
        await waitForPass()
    }

    /// Uses the settings of the daemon itself.
    private func useOwnSettings() {
        let own = source.configuration.daemon
        readers.setLimits(PictureLimits(megapixels: own.largestPicture))
        watchdog.setMetricsFile(own.metrics)
    }

    /// Shows a line on the screens while files have problems, where the configuration requests it.
    private func showProblems() {
        labels.setNotice(source.configuration.daemon.showsProblems ?? false ? source.problemLine : nil)
    }

    /// Logs settings that may not be as the person who wrote the files expects.
    private func reportFindings() {
        for notice in status.sectionNotices {
            notice.isWarning ? log.warning(notice.text) : log.info(notice.text)
        }
        let screens = kit.screens
        for screen in screens {
            let keys = source.outdatedKeys(of: screen, among: screens)
            guard !keys.isEmpty else { continue }
            log.warning(
                "\(screen.qualifiedName): the files have other values than when these settings were saved, which count: \(keys.joined(separator: ", "))"
            )
        }
    }

    // MARK: Calls

    /// Sends watchers a change that a client has made.
    private func reportRequest(_ text: String, of name: String?) {
        let screen = name.flatMap { name in kit.connectors.first { $0.isNamed(name) } }
        control?.send(feed.request(text, on: screen))
    }

    /// Every method of the interface by name, but `Watch`, `Lease` and those of frames, which are more than values.
    var methods: [String: ManagerMethod] {
        let own: [String: ManagerMethod] = ["Reload": reload]
        return own.merging(service.methods) { own, _ in own }.merging(settings.methods) { own, _ in own }
            .merging(leases.methods) { own, _ in own }
    }

    /// Carries out a call. Its parameters have the types that the interface declares.
    func result(of call: Call) async throws(VarlinkError) -> Reply {
        guard let method = methods[call.member ?? ""] else { throw .methodNotFound(call.method) }
        return try await method(call.parameters)
    }

    private func reload(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        try await changes.call(on: .all) { () throws(VarlinkError) in
            let problems = await reload(because: "a client requests it")
            guard problems.isEmpty else { throw ManagerError.brokenConfiguration(problems) }
            return Reply()
        }
    }

    // MARK: Events

    private func followEvents() async {
        for await record in kit.events.records {
            let event = record.event
            records.update()
            statistics.count(event)
            for occupant in records.occupants { occupant.follow() }
            if let reply = feed.reply(for: record, isWatched: control?.hasWatchers ?? false) { control?.send(reply) }
            log.write(event) { configuration(of: $0).mode }
            lit.take(records.connected)
            reportStatus()
            // After the watchers, which get the event at once, however long a modeset takes.
            if !event.isWarning { passes.request() }
        }
    }

    private func contentChanged(on record: ScreenRecord) {
        if record.content.state?.problem != nil { statistics.countContentFailure() }
        reportContent(of: record)
        firstPictures.contentChanged()
    }

    private func reportContent(of record: ScreenRecord) {
        records.update()
        guard record.hasDisplay else { return }
        control?.send(feed.contentChanged(on: record.screen))
        reportStatus()
    }

    /// Reports the status: in a line to the service manager, and its changes to watchers.
    private func reportStatus() {
        manager.status(status.line)
        for reply in feed.takeChanges(isWatched: control?.hasWatchers ?? false) { control?.send(reply) }
    }
}
