import Linux
import Synchronization

/// Watches for displays, and draws on them: the entry point of the library.
///
/// Give it a delegate, start it, and ``VideoKitDelegate/updateExternalView(_:)`` is called once per refresh for every
/// selected screen, over hotplugs. Without a delegate it only watches.
///
/// It installs no signal handler in the host's process, takes no virtual terminal and prints nothing. All of its methods may
/// be called on any thread.
public final class VideoKit: Sendable {
    let cardSelection: CardSelection
    let shared: SharedState
    private let run = Mutex(Run.idle)

    private enum Run {
        case idle
        case running(VideoSession)
        /// Done when the session has stopped.
        case ending(Completion)

        var session: VideoSession? {
            if case .running(let session) = self { session } else { nil }
        }

        var ending: Completion? {
            if case .ending(let ended) = self { ended } else { nil }
        }
    }

    /// Draws on the selected screens. The delegate is held weakly: when it is released the screens keep their pictures.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for a frame interval outside
    ///   ``Settings/frameIntervals``, invalid rates, another number of buffers than ``Settings/bufferCounts``, colours
    ///   beyond their limits, or properties that cannot be set.
    public init(delegate: any VideoKitDelegate, settings: Settings = Settings()) throws(ScreenError) {
        try settings.check()
        let cadence = try settings.checkedCadence()
        cardSelection = settings.cards
        shared = SharedState(
            SessionSettings(settings, cadence: cadence, delegate: DelegateReference(delegate)),
            backlights: settings.backlights)
    }

    /// Only watches: it is never a card's master, and keeps no card open between two reads.
    public init(observing settings: Settings = Settings()) {
        cardSelection = settings.cards
        shared = SharedState(
            SessionSettings(settings, cadence: .interval(1), delegate: nil), backlights: settings.backlights)
    }

    deinit {
        run.withLock(\.session)?.stopSoon()
    }

    /// Reads all cards, enables the selected screens, and follows changes until ``stop()``.
    ///
    /// No card, no display, no mode, another master and missing permission are not errors: the screens and ``cards`` report
    /// them, and `VideoKit` waits for a change. A second start does nothing; after ``stop()`` it may be started again.
    ///
    /// - Throws: ``ScreenError`` where udev or the system does not allow it to watch.
    public func start() async throws(ScreenError) {
        while let ended = run.withLock(\.ending) { await ended.wait() }
        let new = try VideoSession(source: try cardSelection.makeSource(), shared: shared)
        let isFirst = run.withLock { run in
            guard case .idle = run else { return false }
            run = .running(new)
            return true
        }
        guard isFirst else { return }
        shared.screens.clear()
        do {
            try await new.start()
        } catch {
            await stop()
            throw error
        }
    }

    /// Ends the drawing, restores the pictures from before, and closes the cards. Returns when the delegate's last call
    /// has returned: do not call it from there. The events end.
    public func stop() async {
        let ended = Completion()
        let (session, other) = run.withLock { run in
            defer { if run.session != nil { run = .ending(ended) } }
            return (run.session, run.ending)
        }
        guard let session else {
            await other?.wait()
            return
        }
        await session.stop()
        run.withLock { $0 = .idle }
        ended.signal()
    }

    /// The connected screens: built-in ones first, then by card and connector.
    public var screens: [Screen] { shared.screens.screens }

    /// All connectors, also without a display, and headsets and writeback connectors, which are not screens.
    public var connectors: [Screen] { shared.screens.connectors }

    /// The cards, and the reasons why some cannot be used.
    public var cards: [Card] { shared.screens.cards }

    /// The events of the screens from now on, beginning with a snapshot. Each reader gets a sequence of its own.
    public var events: ScreenEvents { ScreenEvents(of: shared.screens) }

    /// Requests a frame of a screen, or of all screens, after ``NextUpdate/whenNeeded``. For a screen of a wall it is a frame
    /// of the whole wall.
    public func setNeedsDisplay(_ screen: ScreenID? = nil) {
        let sessions = shared.enabled.sessions
        let group = sessions.first { $0.screen.id == screen }?.member?.group
        for session in sessions
        where screen == nil || session.screen.id == screen || group != nil && session.member?.group === group {
            session.setNeedsDisplay()
        }
    }

    /// Finds changes without an event: some drivers forget to send one, and a status that is forced in sysfs
    /// has none. Returns at once; changes that are found are events as usual.
    ///
    /// The kernel's state is compared with the state here, without a probe. ``Settings/safetyInterval`` is the interval at
    /// which this is done without a call.
    public func checkForMissedEvents() {
        guard let session = run.withLock(\.session) else { return }
        session.perform { $0.checkForMissedEvents() }
    }

    /// The statistics of the display links of each screen that is lit, or was.
    public func statistics() -> [ScreenStatistics] { shared.enabled.statistics }
}

extension VideoKit {
    /// Releases the displays for another session: ends the drawing, gives up mastership and closes the cards.
    ///
    /// Returns when this process no longer drives the displays; running calls of the delegate are not waited for. The
    /// screens are then dark with ``DarkReason/sessionInactive``, and their pictures are kept. Call it before a virtual
    /// terminal or a seat is released; cards that the host opened stay open, and the host drops their mastership. A
    /// repeated call does nothing, as does a call while nothing runs.
    public func pause() async {
        await run.withLock(\.session)?.setPaused(true)
    }

    /// Takes the displays again after ``pause()``, and shows their pictures again.
    ///
    /// Returns when every card has been read. While another program is master, it waits, as in ``start()``.
    public func resume() async {
        await run.withLock(\.session)?.setPaused(false)
    }

    /// The settings of a display, or nil where no screen has that id.
    public func settings(of screen: ScreenID) -> ScreenSettings? {
        shared.screens.connectors.first { $0.id == screen }.map { shared.displays[DisplayKey($0)].settings }
    }

    /// Sets the settings of a display, now and whenever it is connected again while this object lives.
    ///
    /// Returns when that is done: the mode is set, or the screen disabled. Only the display's own card, and cards
    /// with screens that show another picture by it, are concerned. A running call of the delegate for this display is
    /// waited for: do not call it from there. Deviations are reported as warnings among the ``events``, too.
    ///
    /// - Returns: whether the display is as the settings require, and if not, why. While the kit does not run the settings are
    ///   only kept, and it is ``ApplyOutcome/notSet(_:)`` with ``DarkReason/unused``.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` where no screen has that id (any more),
    ///   ``ScreenError/Code/invalidArgument`` for colours or a frame interval beyond their limits, properties that cannot be
    ///   set anywhere, or a mirror that is part of a wall.
    @discardableResult
    public func apply(_ settings: ScreenSettings, to screen: ScreenID) async throws(ScreenError) -> ApplyOutcome {
        guard let outcome = await apply([screen: settings])[screen] else {
            throw ScreenError(.noSuchScreen, operation: "set up", object: "screen \(screen)")
        }
        return try outcome.get()
    }

    /// Sets the settings of several displays together: the modes of one card are set in one commit, so that its screens
    /// change in the same refresh.
    ///
    /// As ``apply(_:to:)`` otherwise. Settings that fail for one display do not affect the others.
    ///
    /// - Returns: the outcome for each display, or the error that ``apply(_:to:)`` throws for it.
    @discardableResult
    public func apply(_ settings: [ScreenID: ScreenSettings]) async -> [ScreenID: Result<ApplyOutcome, ScreenError>] {
        let screens = shared.screens.connectors
        var outcomes: [ScreenID: Result<ApplyOutcome, ScreenError>] = [:]
        var checked: [(screen: Screen, settings: ScreenSettings)] = []
        for (id, settings) in settings {
            do throws(ScreenError) {
                guard let screen = screens.first(where: { $0.id == id }) else {
                    throw ScreenError(.noSuchScreen, operation: "set up", object: "screen \(id)")
                }
                try check(settings, of: screen)
                checked.append((screen, settings))
            } catch {
                outcomes[id] = .failure(error)
            }
        }
        let change: @Sendable () -> Void = { [checked, displays = shared.displays] in
            for (screen, settings) in checked { displays.update(DisplayKey(screen)) { $0.configure(settings) } }
        }
        guard let session = run.withLock(\.session) else {
            change()
            let idle = DarkState(.unused, message: "no program drives it: the kit is not running")
            for (screen, _) in checked { outcomes[screen.id] = .success(.notSet(idle)) }
            return outcomes
        }
        guard !checked.isEmpty else { return outcomes }
        for (id, outcome) in await session.apply(to: checked.map(\.screen), change) { outcomes[id] = .success(outcome) }
        return outcomes
    }

    private func check(_ settings: ScreenSettings, of screen: Screen) throws(ScreenError) {
        try shared.settings.pipe.adjustment.overridden(by: settings).check()
        try ConnectorProperties.check(settings.properties)
        if let interval = settings.frameInterval { _ = try FrameCadence.checked(interval: interval) }
        if let source = settings.mirrorSource, shared.settings.walls.contains(where: { $0.has(screen) }) {
            throw ScreenError(
                .invalidArgument, operation: "mirror", object: "'\(source)' on \(screen.name)",
                remedy: "it shows its part of a wall")
        }
    }
}

extension VideoKit {
    /// The settings of a ``VideoKit``.
    public struct Settings: Sendable {
        /// Which cards are used.
        public var cards = CardSelection.system
        /// Which screens are driven.
        public var selection = ScreenSelection.external
        /// How their modes are chosen.
        public var mode = ModePolicy.preferred
        /// Refreshes from one frame to the next; 2 halves the rate.
        public var frameInterval = 1
        /// How long the content of a display is kept once it is disconnected: displays that change their input or wake up
        /// drop off for a second or two, and behind receivers, switches and adapters for 3 to 8. The screen is dark and its
        /// disconnect published at once.
        public var contentRetention = Duration.seconds(10)
        /// The interval at which ``VideoKit/checkForMissedEvents()`` is done without a call; nil where the host calls it when it
        /// is awake anyway. It is the only wake-up of an idle process. Less than a second counts as one.
        public var safetyInterval: Duration? = .seconds(60)
        /// The rates in Hz at which the delegate is called, or nil where ``frameInterval`` sets the rate: the highest
        /// of them that divides the screen's rate, or the next lower one.
        public var preferredFrameRateRange: ClosedRange<Double>?
        /// When within a refresh frames are drawn.
        public var schedule = FrameSchedule.earliest
        /// The buffers of each screen, 2 or 3. With three a frame may be drawn while the one before waits for its refresh:
        /// a delegate may then occasionally take longer than a refresh, and the picture may be a refresh older.
        public var bufferCount = 2
        /// Where delegates draw: in a shadow of the picture, or in the buffers that are shown.
        public var drawingMemory = DrawingMemory.automatic
        /// Whether displays wait for frames, where connector and CRTC offer it (`vrr_capable`, `VRR_ENABLED`) and
        /// the EDID states the lowest rate. ``ScreenStatistics/pacing`` is where they do. Some displays change their
        /// brightness with the rate.
        public var variableRefresh = false
        /// How pictures lie on their screens; nil is upright, on built-in panels as these are mounted (the connector's
        /// property `panel orientation`).
        public var orientation: Orientation?
        /// The part of the screens that is cut off; nil compensates nothing, regardless of the EDIDs, and does not change
        /// the connectors.
        public var overscan: Overscan?
        /// The screen that all others mirror, by name; nil where each has a picture of its own.
        public var mirrorSource: String?
        /// The video walls: the screens of each are one surface, for which the delegate is called once per frame. A screen is
        /// in one wall at most, and cannot be a mirror there.
        ///
        /// Their screens are driven only where ``selection`` selects them. The delegate draws on the thread of a wall's first
        /// lit screen, in step with its refresh, and the others show their parts in step with their own, without slowing it.
        /// ``ExternalView/bounds`` is the whole surface, ``ExternalView/screen`` the leading screen, and
        /// ``Screen/wallPart`` is the part of each. While a screen is missing the others go on, and its part is
        /// not shown; where another mode or display changes the size of the surface, its content ends and another begins.
        ///
        /// A ``DisplayLink`` of one of the screens draws on that screen alone, over its part.
        public var walls: [VideoWall] = []
        /// The format of the buffers, where the plane supports it; ``PictureLayout/format`` is the one in use.
        /// Delegates always draw on XRGB8888.
        public var format = PixelFormat.xrgb8888
        /// Properties of all screens' connectors, by name: see ``ScreenSettings/properties``.
        public var properties: [String: String] = [:]
        /// The gamma of all screens, 0.1 to 10; 1 leaves it as it is: see ``ScreenSettings/gamma``.
        public var gamma = 1.0
        /// The colour temperature of all screens in Kelvin, 1000 to 10,000; 6500 leaves it as it is: see
        /// ``ScreenSettings/colorTemperature``.
        public var colorTemperature = 6500
        /// How much darker pictures are than drawn, 0 to 1: see ``ScreenSettings/dimming``.
        public var dimming = 0.0
        /// Where the backlights of built-in panels are found.
        var backlights = BacklightFolder()
        /// The allowed numbers of buffers.
        public static let bufferCounts = 2...3
        /// The allowed frame intervals.
        public static let frameIntervals = FrameCadence.intervals
        /// The allowed gammas.
        public static let gammas = ColorAdjustment.gammas
        /// The allowed colour temperatures in Kelvin.
        public static let colorTemperatures = ColorAdjustment.temperatures

        /// The selected screens of this machine in their preferred modes, a frame each refresh.
        public init() {}

        /// How all screens' colours are changed.
        var adjustment: ColorAdjustment {
            ColorAdjustment(gamma: gamma, temperature: colorTemperature, dimming: dimming)
        }

        /// Checks that all values are within their limits, as ``VideoKit/init(delegate:settings:)`` does.
        ///
        /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for a value that is not, with the limits as its remedy;
        ///   for walls that share a screen, or walls together with a ``mirrorSource``.
        public func check() throws(ScreenError) {
            _ = try checkedCadence()
            try adjustment.check()
            try ConnectorProperties.check(properties)
            try VideoWall.check(walls)
            if let mirrorSource, !walls.isEmpty {
                throw ScreenError(
                    .invalidArgument, operation: "mirror", object: "'\(mirrorSource)' on all screens",
                    remedy: "screens of a wall show their parts of it")
            }
        }

        func checkedCadence() throws(ScreenError) -> FrameCadence {
            guard Self.bufferCounts.contains(bufferCount) else {
                throw ScreenError(
                    .invalidArgument, operation: "use", object: "\(bufferCount) buffers",
                    remedy: "a screen has \(Self.bufferCounts.lowerBound) or \(Self.bufferCounts.upperBound)")
            }
            let interval = try FrameCadence.checked(interval: frameInterval)
            guard let preferredFrameRateRange else { return interval }
            return try .checked(range: preferredFrameRateRange)
        }
    }
}

extension SessionSettings {
    /// The settings of the sessions, from the public ones.
    init(_ settings: VideoKit.Settings, cadence: FrameCadence, delegate: DelegateReference?) {
        self.init(
            selection: settings.selection, mode: settings.mode, cadence: cadence, schedule: settings.schedule,
            mirrorSource: settings.mirrorSource, walls: settings.walls, drawingMemory: settings.drawingMemory,
            pipe: PipeOptions(
                bufferCount: settings.bufferCount, variableRefresh: settings.variableRefresh,
                orientation: settings.orientation, overscan: settings.overscan, format: settings.format,
                properties: settings.properties, adjustment: settings.adjustment),
            contentRetention: settings.contentRetention.nanoseconds,
            safetyInterval: settings.safetyInterval?.nanoseconds, delegate: delegate)
    }
}

extension Duration {
    /// Nanoseconds, from none to a century: values beyond these mean never or always.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return min(seconds, 3_155_760_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
