import Glibc
import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager
import ScreensPictures
import ScreensVarlink

/// Applies the configured settings and content to every display.
///
/// It makes the owners, and starts and ends them. `ConfigurationPass` decides what each screen gets. The library's
/// threads set modes and draw; separate threads read pictures.
@MainLoop
final class Daemon {
    private let options: LaunchOptions
    private let manager: ServiceManager
    private let log: EventLog
    private let kit: VideoKit
    /// The cards that the service manager keeps; nil without one, and with a terminal, which hands over the cards.
    private let kept: KeptCards?
    private let clock: ScheduleClock
    private let passes = ConfigurationPasses()
    private let ownTerminal = OwnTerminal()
    private let known: KnownDisplays
    private let records: ScreenRecords
    private let saver: OverrideSaver
    private let watchdog: Watchdog
    private let status: StatusReports
    private let feed: EventFeed
    private let events: EventReports
    private let proof: ProofOfPlay
    private let pass: ConfigurationPass
    private let reading: ConfigurationReading
    /// The methods of the interface.
    let methods: MethodTable

    private var control: ControlServer?
    private var signals: SignalSource?
    private var terminal: VirtualTerminal?
    private var isStopping = false
    private var ending: CheckedContinuation<Void, Never>?

    /// - Parameters:
    ///   - pictures: the settings that all readers of pictures share.
    ///   - requests: reads the pictures that clients request.
    init(
        _ options: LaunchOptions, _ manager: ServiceManager, _ pictures: PictureSettings = PictureSettings(),
        _ requests: PictureRequests = PictureRequests()
    ) throws(Failure) {
        self.options = options
        self.manager = manager
        clock = ScheduleClock(options.state)
        log = EventLog(LogOutput(isJournal: ServiceManager.logsToJournal))
        let places = ScreenPlaces()
        let passed = KeptCards(manager.cards, in: manager)
        kept = Self.keepsCards(options, manager) ? passed : nil
        // The daemon has its own terminal now, and with kept descriptors the cards would still have a master.
        if kept == nil { passed.releaseUnheld() }
        kit = try Self.makeKit(options, manager, places, kept)
        let overrides = RuntimeOverrides()
        let changes = ChangeQueue()
        let lock = StateLock(options.state)
        known = KnownDisplays(options.state.power, lock, log)
        let source = ConfigurationSource(options.files, options.state, lock, log) { [passes] in passes.request() }
        saver = OverrideSaver(source, overrides, kit)
        let presenters = Presenters(beside: options.socket)
        let words = WordsProgram(beside: options.socket, pictures.budget)
        records = ScreenRecords(
            ScreenEnvironment(
                ContentEnvironment(kit, places, pictures, log, presenters, words), passes, PowerLink(known),
                presenters), overrides)
        let reports = ScreenReports(kit, records)
        let statistics = DaemonStatistics(kit, source, reports, pictures.budget, log)
        watchdog = Watchdog(manager, kit, log) { [passes] in passes.request() }
        proof = ProofOfPlay(records, clock, log) { [passes] in passes.request() }
        status = StatusReports(
            kit: kit, source: source, overrides: overrides, screens: reports, statistics: statistics,
            clock: clock, watchdog: watchdog, ownTerminal: ownTerminal, records: records, proof: proof)
        feed = EventFeed(kit, reports, status)
        events = EventReports(records, feed, status, statistics, LitScreens(reports, log), proof, manager)
        pass = ConfigurationPass(
            records, source, overrides, clock, watchdog, waitsForContents: kept?.areInherited ?? false)
        let labels = ScreenLabels(kit)
        reading = ConfigurationReading(source, saver, records, changes, status, labels, watchdog, proof, manager)
        let finder = ScreenFinder(records, reports)
        let trials = SettingTrials(overrides, changes, passes, log)
        let changer = SettingChanger(source, overrides, saver, records, trials, changes, requests)
        let layers = LayerCalls(records)
        let snapshots = Snapshots(SnapshotSource(kit), pictures.budget)
        methods = MethodTable(
            ManagerService(kit, finder, reports, status, labels, snapshots),
            SettingCalls(finder, changer, trials, changes, source),
            SavedSettingCalls(finder, saver, overrides, records, changes), LeaseCalls(finder, records.environment),
            DrawCalls(finder, records, layers), layers, PlaylistCalls(finder, records),
            PlayedCalls(finder, proof), NotificationCalls(finder), PresenceCalls(finder, records, passes),
            PowerCalls(records.environment.power), reading)
    }

    private static func keepsCards(_ options: LaunchOptions, _ manager: ServiceManager) -> Bool {
        manager.keepsDescriptors && !(options.takesTerminal && isatty(STDIN_FILENO) == 1)
    }

    private static func makeKit(
        _ options: LaunchOptions, _ manager: ServiceManager, _ places: ScreenPlaces, _ kept: KeptCards?
    ) throws(Failure) -> VideoKit {
        var settings = VideoKit.Settings()
        settings.cards = kept.map(options.cards.keeping) ?? options.cards
        // Each screen is selected by its own settings.
        settings.selection = .none
        // A watchdog wakes this process anyway, and reads the statuses itself.
        if manager.watchdogInterval != nil { settings.safetyInterval = nil }
        do {
            return try VideoKit(delegate: places.delegate, settings: settings)
        } catch {
            throw Failure(error)
        }
    }

    // MARK: From the start to the end

    /// Runs until ``stop()``, or until a signal ends the program.
    func run() async throws(Failure) {
        defer {
            control = nil
            passes.end()
        }
        reading.readFirst()
        known.read()
        try listen()
        watchSources()
        do throws(ScreenError) {
            try CrashRestoration.install()
            try await takeTerminal()
            try await kit.start()
        } catch {
            throw Failure(error)
        }
        let following = Task { [events, pass] in await events.followEvents { pass.configuration(of: $0).mode } }
        records.begin(
            onContent: { [weak events, weak pass] record in
                events?.contentChanged(on: record)
                pass?.contentChanged()
            }, onPictures: { [proof] in proof.update() }, onShown: { [weak events] in events?.reportContent(of: $0) })
        passes.begin { [weak self] in await self?.applyConfiguration() }
        await waitForPass()
        kept?.releaseUnheld()
        if clock.moment == nil { log.warning("the clock is not set yet: schedules wait for it") }
        reading.reportFindings()
        reading.showProblems()
        watchdog.begin { [weak status] in status?.metrics ?? "" }
        // Clients are accepted only now: earlier, the first one, for which a service manager starts the daemon, would
        // find no screens.
        try control?.begin()
        manager.ready(status.line)
        log.notice("started: \(status.line)")
        await withCheckedContinuation { continuation in
            if isStopping { continuation.resume() } else { ending = continuation }
        }
        manager.stopping()
        await watchdog.end()
        records.update()
        await proof.endWithDaemon()
        await known.endWithDaemon()
        records.endWithDaemon()
        control = nil
        // A pass would set the configured brightness again.
        passes.end()
        await waitForPass()
        await records.restoreBrightness()
        await kit.stop()
        following.cancel()
        await terminal?.giveBack()
        saver.endUnsaved(log)
        log.notice("stopped")
    }

    func stop() {
        isStopping = true
        ending?.resume()
        ending = nil
    }

    /// Makes the control sockets, on which clients can wait from now on.
    private func listen() throws(Failure) {
        let doors = try ControlDoor.open(manager, path: options.socket, log)
        for problem in doors.compactMap(\.lockProblem) { log.warning(problem) }
        let description: ServiceDescription
        do {
            description = try methods.description
        } catch {
            throw Failure(.system, "the interface definition is invalid: \(error)")
        }
        let calls = ManagerCalls(log, report: events.reportRequest)
        let control = ControlServer(doors, methods, description, records, log, calls, snapshot: feed.snapshot)
        events.begin(control)
        self.control = control
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
        reading.begin(options.files)
    }

    private func take(signal: Int32) {
        if signal == SIGHUP {
            reading.reload(because: "SIGHUP")
        } else {
            log.notice("ending: \(signal == SIGTERM ? "SIGTERM" : "SIGINT")")
            stop()
        }
    }

    private func takeTerminal() async throws(ScreenError) {
        guard options.takesTerminal else { return }
        // A service's own terminal is shown for it. A person who starts the daemon by hand sits in front of theirs.
        let isOwn = manager.isPresent && isatty(STDIN_FILENO) == 1
        // The keyboard of a kiosk is open to everyone.
        let keys: VirtualTerminal.Keys = options.turnsKeyboardOff ? .off : isOwn ? .withoutSignals : .unchanged
        terminal = try await VirtualTerminal.take(
            showing: isOwn, keys: keys, onRelease: { [kit] in await kit.pause() },
            onAcquire: { [kit] in await kit.resume() })
        if isOwn { ownTerminal.take() }
        if isOwn, terminal == nil { log.warning("the terminal is not active, or another program controls it") }
    }

    // MARK: The screens

    /// The connected screens.
    var screens: [Screen] { kit.screens }

    /// Returns when every screen has the settings that were configured at the time of the call.
    func waitForPass() async { await passes.run() }

    private func applyConfiguration() async {
        await pass.run()
        // Damaged saved settings may have been replaced.
        reading.showProblems()
        events.reportState()
    }
}
