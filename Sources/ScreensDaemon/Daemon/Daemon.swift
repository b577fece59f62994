import Configuration
import Glibc
import Linux
import Logging
import ProgramKit
import Screens
import Varlink

/// Keeps the right picture on every display.
///
/// An actor on the main thread. It decides; the library's threads set modes and draw, and threads of their own read
/// pictures.
actor Daemon {
    /// After so long what belongs to a start is done, in nanoseconds.
    private static let startupTime: Int64 = 10_000_000_000

    private nonisolated let thread: DaemonThread
    let plan: DaemonPlan
    let manager: ServiceManager
    let painter = ContentPainter()
    let kit: VideoKit
    let log: EventLog

    /// What the files say.
    var file = MachineConfiguration()
    /// What was set at run time, which goes before.
    var changes: [ScreenSection] = []
    let zone = LocalTime.ofProcess
    /// By qualified name.
    var driven: [String: DrivenScreen] = [:]
    var lastGeneration: UInt64 = 0
    /// The number of the last reading of a picture.
    var lastReading: UInt64 = 0
    /// Pictures that are waited for before they are shown, by the number of the reading.
    var preparations: [UInt64: Preparation] = [:]
    /// Those that no thread reads yet.
    var preparationQueue: [UInt64] = []
    /// Threads that read for them, those among them that nobody waits for any more.
    var runningPreparations = 0
    /// Pictures that were read and are about to be shown, by path.
    var preparedPictures: [String: PreparedPicture] = [:]
    /// How many pictures are being read, by the qualified name of the screen that they are for.
    var readers: [String: Int] = [:]
    /// Modes that come back unless somebody confirms the new ones, by display: it may be away, and another in its place.
    var unconfirmed: [ScreenMatch: UnconfirmedMode] = [:]
    var lastTrial: UInt64 = 0

    var control: ControlServer?
    /// The calls that are being answered, by client; cancelled when the client has left.
    var answers: [UInt64: Task<Void, Never>] = [:]
    var configurationWatch: FolderWatch?
    var configurationTrail: PathTrail
    /// Where the time zone is read from; nil where it is said without a file.
    var zoneTrail: PathTrail?
    /// Where the pictures are that are shown, by the qualified name of the screen.
    var pictureTrails: [String: PathTrail] = [:]
    var pictureWatch: FolderWatch?
    var signals: SignalSource?
    private var terminal: VirtualTerminal?
    let started = MonotonicClock.now
    var counts = EventCounts()
    var translation = EventTranslation()
    /// What the kernel said of the connectors when it was last looked for what no event told of, and when that was.
    var connectorStatuses = ConnectorStatuses()
    var lastLook = MonotonicClock.now

    /// The screen that is being seen to, and since when, in nanoseconds of CLOCK_MONOTONIC.
    var attended: (name: String, since: Int64)?
    var isSettling = false
    var isSettlingAgain = false
    var settlers: [CheckedContinuation<Void, Never>] = []
    /// The moment for which all was settled last, in seconds since 1970-01-01 00:00:00 UTC. What schedules say is asked and
    /// waited for from this one moment on: between two looks at the clock a change would be lost.
    var moment = WallClockTimer.now
    /// When something is to change by itself.
    var clockTimer: WallClockTimer?
    var idleTimer: UInt64?
    var labelTimer: UInt64?
    var watchTimer: UInt64?
    var waitingReload: WaitingReload?
    var isTakingSnapshot = false
    /// Who waits for the pictures of others to be taken, in their order.
    var photographers: [CheckedContinuation<Void, Never>] = []
    private var isStopping = false
    private var ending: CheckedContinuation<Void, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    nonisolated var loop: EventLoop { thread.loop }

    init(_ plan: DaemonPlan, manager: ServiceManager, thread: DaemonThread) throws(Failure) {
        self.plan = plan
        configurationTrail = PathTrail(plan.files.path)
        self.manager = manager
        self.thread = thread
        log = EventLog(isJournal: ServiceManager.logsToJournal, level: .info)
        var settings = VideoKit.Settings()
        settings.cards = plan.cards
        // Which are driven is said of each.
        settings.selection = .none
        // With a watchdog this is awake now and then anyway, and looks itself.
        if manager.watchdogInterval != nil { settings.safetyInterval = nil }
        do {
            kit = try VideoKit(delegate: painter, settings: settings)
        } catch {
            throw Failure(error)
        }
    }

    /// Runs until it is told to end.
    func run() async throws(Failure) {
        try readConfigurationFirst()
        let listener = try listen()
        watchSignals()
        watchConfiguration()
        do throws(ScreenError) {
            try CrashRestoration.install()
            try await takeTerminal()
            try await kit.start()
        } catch {
            throw Failure(error)
        }
        let events = Task { await followEvents() }
        await settle()
        watchClock()
        feedWatchdog()
        // Not before: whoever comes first, by whom a service manager starts it, would be told that there are no screens.
        try serve(listener)
        manager.ready(statusText)
        log.notice("started: \(statusText)")
        // Not at once: pictures are being read, and drawn for the first time.
        _ = schedule(after: Self.startupTime) { _ in StartupCode.release() }
        await withCheckedContinuation { continuation in
            if isStopping { continuation.resume() } else { ending = continuation }
        }
        manager.stopping()
        control = nil
        await kit.stop()
        events.cancel()
        await terminal?.giveBack()
        log.notice("stopped")
    }

    func stop() {
        isStopping = true
        ending?.resume()
        ending = nil
    }

    /// Calls `body` once, so many nanoseconds from now.
    func schedule(after delay: Int64, _ body: @escaping @Sendable (isolated Daemon) -> Void) -> UInt64 {
        loop.schedule(at: MonotonicClock.now + delay) { [weak self] in
            self?.assumeIsolated { body($0) }
        }
    }

    private func takeTerminal() async throws(ScreenError) {
        guard plan.takesTerminal else { return }
        // A service's own terminal is shown for it; somebody who starts this by hand sits in front of theirs.
        let isOwn = manager.isPresent && isatty(STDIN_FILENO) == 1
        terminal = try await VirtualTerminal.take(
            showing: isOwn, whenLeaving: { [kit] in await kit.pause() }, whenReturning: { [kit] in await kit.resume() })
        if isOwn, terminal == nil { log.warning("its terminal is not shown, or another program arranges it") }
    }

    /// Calls `body` whenever a descriptor is readable.
    ///
    /// - Parameters:
    ///   - descriptor: nil where the system had none to give.
    ///   - news: what is heard by it, for the log.
    func watch(_ descriptor: Int32?, for news: String, _ body: @escaping @Sendable (isolated Daemon) -> Void) {
        guard let descriptor else { return log.error("cannot wait for \(news)") }
        do {
            try loop.watch(descriptor, for: .input) { [weak self] _ in
                self?.assumeIsolated { body($0) }
            }
        } catch {
            log.error("cannot wait for \(news): \(error)")
        }
    }

    // MARK: Signals

    private func watchSignals() {
        signals = SignalSource()
        watch(signals?.descriptor, for: "signals") { $0.takeSignals() }
    }

    private func takeSignals() {
        while let signal = signals?.next() {
            if signal == SIGHUP {
                Task { await reload(because: "SIGHUP") }
            } else {
                log.notice("ending: \(signal == SIGTERM ? "SIGTERM" : "SIGINT")")
                stop()
            }
        }
    }

    // MARK: Events

    private func followEvents() async {
        for await event in kit.events {
            counts.count(event)
            tell(event)
            log(event)
            // Whoever watches is told at once, however long a mode takes to be set.
            if event.kind != .warning { settleSoon() }
        }
    }

    private func log(_ event: ScreenEvent) {
        let name = event.screen?.qualifiedName ?? ""
        switch event.kind {
        case .snapshot: log.info(Self.count(event.screens.count, "screen"))
        case .connected: log.info("\(name) connected: \(event.screen?.identity.map(\.name) ?? "an unknown display")")
        case .disconnected: log.info("\(name) disconnected")
        case .warning: log.warning(event.message ?? name)
        case .changed where event.changes.contains(.dark):
            if let dark = event.screen?.dark {
                let text = "\(name) is dark (\(dark.reason.rawValue)): \(dark.message)"
                dark.reason.isTrouble ? log.warning(text) : log.info(text)
            } else if let mode = event.screen?.currentMode {
                log.info("\(name) is lit: \(mode)")
            }
        default: log.debug("\(name) changed: \(event.changes.map(\.rawValue).sorted().joined(separator: ", "))")
        }
        manager.status(statusText)
    }

    /// What it does, in a line.
    var statusText: String {
        let screens = kit.screens
        let lit = screens.count { $0.dark == nil }
        guard !screens.isEmpty else { return "no display is connected" }
        return "\(lit) of \(Self.count(screens.count, "screen")) lit"
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
