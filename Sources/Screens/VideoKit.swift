import ScreensLinux
import Synchronization

/// Watches for displays, and draws on them: the entry point of the library.
///
/// Give it a delegate and start it: it calls ``VideoKitDelegate/updateExternalView(_:)`` once per refresh for every
/// selected screen, and goes on after a hotplug. Without a delegate it only watches.
///
/// It installs no signal handler in the host's process, takes no virtual terminal and prints nothing. All methods may
/// be called on any thread.
public final class VideoKit: Sendable {
    let cardSelection: CardSelection
    let shared: SharedState
    /// The longest time that the last call of a delegate may take if that call itself started ``stop()``.
    private let lastCallTimeout: Duration
    /// The delegate that draws by a closure. It has no other owner.
    private let ownDelegate: ClosureDelegate?
    private let state = Mutex(State())

    private struct State {
        var run = Run.idle
        /// Whether another session has the displays. A pause may begin before a start.
        var isPaused = false

        var session: VideoSession? { run.session }
    }

    private enum Run {
        case idle
        case running(VideoSession)
        /// The session is stopping; the completion is done when it has stopped.
        case ending(Completion)

        var session: VideoSession? {
            if case .running(let session) = self { session } else { nil }
        }

        var ending: Completion? {
            if case .ending(let ended) = self { ended } else { nil }
        }
    }

    /// Draws on the selected screens. The delegate is held weakly. When it is released, the screens keep their
    /// pictures, and ``events`` has a warning.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for a frame interval outside
    ///   ``Settings/frameIntervals``, invalid rates, another number of buffers than ``Settings/bufferCounts``, colours
    ///   beyond their limits, or properties that cannot be set.
    public convenience init(delegate: any VideoKitDelegate, settings: Settings = Settings()) throws(ScreenError) {
        try self.init(delegate, settings)
    }

    /// Draws on the selected screens by a closure, which the kit keeps until it is released.
    ///
    /// - Parameters:
    ///   - settings: the settings of the kit.
    ///   - draw: draws one frame of one screen, as ``VideoKitDelegate/updateExternalView(_:)`` does.
    /// - Throws: the errors of ``init(delegate:settings:)``.
    public convenience init(
        settings: Settings = Settings(), draw: @escaping @Sendable (_ view: inout ExternalView) -> Void
    ) throws(ScreenError) {
        let delegate = ClosureDelegate(draw)
        try self.init(delegate, settings, owns: delegate)
    }

    private init(
        _ delegate: any VideoKitDelegate, _ settings: Settings, owns ownDelegate: ClosureDelegate? = nil
    ) throws(ScreenError) {
        try settings.check()
        let cadence = try settings.checkedCadence()
        self.ownDelegate = ownDelegate
        lastCallTimeout = settings.lastCallTimeout
        cardSelection = settings.cards
        shared = SharedState(
            SessionSettings(settings, cadence: cadence, delegate: DelegateReference(delegate)),
            backlights: settings.backlights)
    }

    /// Makes a kit that only watches. It keeps no card open between two reads. It is a card's master only for a probe
    /// at the start, and only if ``Settings/reading`` requires a probe.
    public init(observing settings: Settings = Settings()) {
        ownDelegate = nil
        lastCallTimeout = settings.lastCallTimeout
        cardSelection = settings.cards
        shared = SharedState(
            SessionSettings(settings, cadence: .interval(1), delegate: nil), backlights: settings.backlights)
    }

    deinit {
        state.withLock(\.session)?.stopSoon()
    }

    /// Reads all cards, enables the selected screens, and follows changes until ``stop()``.
    ///
    /// A card is held as its DRM master while a screen on it is selected, and in some cases longer
    /// (``ScreenSettings/isReserved``). Other cards are read and left to other programs.
    ///
    /// A missing card, display, mode or permission is not an error, and neither is another master: the screens and
    /// ``cards`` report it, and `VideoKit` waits for a change. A second start does nothing. After ``stop()`` it may be
    /// started again.
    ///
    /// - Throws: ``ScreenError`` if udev or the system does not allow it to watch.
    public func start() async throws(ScreenError) {
        while let ended = state.withLock({ $0.run.ending }) { await ended.wait() }
        let source = try cardSelection.makeSource()
        let begun = try state.withLock { state throws(ScreenError) -> VideoSession? in
            guard case .idle = state.run else { return nil }
            let session = try VideoSession(source: source, shared: shared, isPaused: state.isPaused)
            state.run = .running(session)
            return session
        }
        guard let new = begun else { return }
        shared.screens.clear()
        do {
            try await new.start()
        } catch {
            await stop(new)
            throw error
        }
    }

    /// Ends the drawing, restores the pictures from before, and closes the cards. Returns when the delegate's last call
    /// has returned. The events end.
    ///
    /// - Precondition: the delegate does not wait for it. A call of the delegate that starts a task for `stop()` and
    ///   blocks until the task is done would wait for itself for ever. After some seconds the process ends with a
    ///   message.
    public func stop() async {
        let watch = CallOrigin.thread.map(watchLastCall)
        defer { watch?.cancel() }
        await stop(nil)
    }

    /// Ends the process if this task was started by a call of the delegate that does not return.
    private func watchLastCall(on thread: ScreenThread) -> Task<Void, Never> {
        Task.detached { [lastCallTimeout] in
            // The check is repeated, since the call may be a first one, which waits for its modeset.
            repeat {
                try? await Task.sleep(for: lastCallTimeout)
                if Task.isCancelled { return }
            } while !thread.isInLastCall
            // A precondition would fail without its message in a release build.
            fatalError(
                "VideoKit.stop() waits for the delegate's running call, which started it and has not returned: "
                    + "start a task for it there, and return without waiting for that task")
        }
    }

    /// - Parameter failed: the only session to stop, if a later one may have begun; nil for any session.
    private func stop(_ failed: VideoSession?) async {
        let ended = Completion()
        let (session, other) = state.withLock { state -> (VideoSession?, Completion?) in
            if let failed, state.session !== failed { return (nil, nil) }
            defer { if state.session != nil { state.run = .ending(ended) } }
            return (state.session, state.run.ending)
        }
        guard let session else {
            await other?.wait()
            return
        }
        await session.stop()
        state.withLock { $0.run = .idle }
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

    /// Requests a frame of a screen, or of all screens, after ``NextUpdate/whenNeeded``. For a screen of a video wall
    /// it requests a frame of the whole wall.
    public func setNeedsDisplay(_ screen: ScreenID? = nil) {
        let sessions = shared.enabled.sessions
        let group = sessions.first { $0.screen.id == screen }?.member?.group
        for session in sessions
        where screen == nil || session.screen.id == screen || group != nil && session.member?.group === group {
            session.setNeedsDisplay()
        }
    }

    /// Looks for changes that came without an event: some drivers forget to send one, and a status that is forced in
    /// sysfs sends none. Returns at once. Changes that it finds are reported as events.
    ///
    /// It compares the kernel's state with the state here, without a probe. ``Settings/safetyInterval`` is the interval
    /// at which this is done without a call.
    public func checkForMissedEvents() {
        guard let session = state.withLock(\.session) else { return }
        session.perform { $0.checkForMissedEvents() }
    }

    /// The session of all cards, between a start and a stop.
    var runningSession: VideoSession? { state.withLock(\.session) }

    /// The statistics of the display links of each screen that is lit, or was lit.
    public func statistics() -> [ScreenStatistics] { shared.enabled.statistics }
}

extension VideoKit {
    /// Releases the displays for another session: ends the drawing and gives up mastership.
    ///
    /// Returns when this process no longer drives the displays. It does not wait for running calls of the delegate. The
    /// screens are then dark with ``DarkReason/sessionInactive``, and their pictures are kept. Call it before a virtual
    /// terminal or a seat is released. The host itself drops the mastership of cards that it opened. A repeated call
    /// does nothing. A pause that begins before a start applies to the next ``start()``.
    ///
    /// The displays show their last pictures until the next master replaces them. For that the cards' descriptors stay
    /// open without mastership, and the framebuffers are closed but not removed (`DRM_IOCTL_MODE_CLOSEFB`). Linux
    /// before 6.8 lacks that call: there the buffers are kept until ``resume()`` or ``stop()``.
    public func pause() async {
        await setPaused(true)
    }

    /// Takes the displays again after ``pause()``, and shows their pictures again.
    ///
    /// Returns when every card has been read. If another program is the master, it waits, as in ``start()``.
    public func resume() async {
        await setPaused(false)
    }

    private func setPaused(_ isPaused: Bool) async {
        let session = state.withLock { state in
            state.isPaused = isPaused
            return state.session
        }
        await session?.setPaused(isPaused)
    }

    /// The settings of a display, or nil if no screen has that id.
    public func settings(of screen: ScreenID) -> ScreenSettings? {
        shared.screens.connectors.first { $0.id == screen }.map { shared.displays[DisplayKey($0)].settings }
    }

    /// The settings that a display does not follow now although it shows a picture, such as a mode that it does not
    /// have.
    ///
    /// ``apply(_:to:)`` returns them too; this method also reports them for a display that was connected later. It does
    /// not wait, and may be called on any thread.
    ///
    /// - Returns: an empty list if the display is as its settings require, if it is dark (``Screen/dark``), or if no
    ///   screen has that id.
    public func deviations(of screen: ScreenID) -> [SettingDeviation] {
        shared.screens.deviations(of: screen)
    }

    /// Sets the settings of a display, now and whenever it is connected again while this object lives. The settings of
    /// the last 256 disconnected displays are kept.
    ///
    /// Returns when the mode is set, or the screen is disabled. Only the display's own card is affected, and cards with
    /// screens whose picture changes with it. The method waits for a running call of the delegate for this display: do
    /// not call it from there. Deviations that come with a modeset are also warnings among the ``events``.
    ///
    /// A mode that the driver has refused is tried again if the settings name it
    /// (``ModePolicy/exact(_:)-(ModeRequest)``), or when something changes that may have been the cause: the display,
    /// its cable, its modes, or what other screens use.
    ///
    /// - Returns: whether the display is as the settings require, and if not, why. While the kit does not run, the
    ///   settings are only kept, and the result is ``ApplyOutcome/notSet(_:)`` with ``DarkReason/unused``.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` if no screen has that id (or no longer), or
    ///   ``ScreenError/Code/invalidArgument`` for colours or a frame interval beyond their limits, properties that no
    ///   connector has, or a mirror that is part of a wall.
    @discardableResult
    public func apply(_ settings: ScreenSettings, to screen: ScreenID) async throws(ScreenError) -> ApplyOutcome {
        guard let outcome = await apply([screen: settings])[screen] else {
            throw ScreenError.noScreen(screen, to: "set up")
        }
        return try outcome.get()
    }

    /// Sets the settings of several displays together. The modes of one card are set in one commit, so that its screens
    /// change in the same refresh.
    ///
    /// Otherwise it is like ``apply(_:to:)``. Settings that fail for one display do not affect the others.
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
                    throw ScreenError.noScreen(id, to: "set up")
                }
                try check(settings, of: screen)
                checked.append((screen, settings))
            } catch {
                outcomes[id] = .failure(error)
            }
        }
        let change: @Sendable () -> Void = { [checked, shared] in
            let now = shared.screens.connectors
            for (screen, settings) in checked {
                // A display whose EDID came late has another key.
                let key = DisplayKey(now.first { $0.id == screen.id } ?? screen)
                shared.displays.update(key) { $0.configure(settings) }
            }
        }
        guard let session = state.withLock(\.session) else {
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
                circumstances: "it shows its part of a wall")
        }
    }
}

extension VideoKit {
    /// Makes a link that draws on a screen, beside the delegate and other links.
    ///
    /// The link is called after the delegate and the other links, and for the first time with the next frame. The
    /// delegate itself is called by the first link of each screen.
    ///
    /// - Parameters:
    ///   - screen: a connected screen. While it is dark the link waits.
    ///   - frameInterval: the number of refreshes from one frame to the next; 2 halves the rate.
    ///   - draw: draws a frame. It is called on the screen's own thread with a view that keeps its picture from call to
    ///     call. It may have state that is not `Sendable`, which moves to that thread. It is released when the link
    ///     ends.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` if no such screen is connected, or
    ///   ``ScreenError/Code/invalidArgument`` for an interval outside ``Settings/frameIntervals``, or if there is no
    ///   delegate, since no screen is lit then.
    public func makeDisplayLink(
        for screen: ScreenID, frameInterval: Int = 1, draw: sending @escaping (inout ExternalView) -> Void
    ) throws(ScreenError) -> DisplayLink {
        let cadence = try FrameCadence.checked(interval: frameInterval)
        guard shared.settings.delegate != nil else {
            throw ScreenError(
                .invalidArgument, operation: "draw on", object: "screen \(screen)",
                remedy: "this VideoKit only observes: make it with a delegate")
        }
        return try shared.displays.addLink(to: screen, cadence: cadence, draw: draw)
    }
}

extension VideoKit {
    /// Captures the picture that a screen shows now, of any program.
    ///
    /// It reads the buffers that the kernel scans out, with all planes of the screen. That takes some milliseconds on a
    /// thread of its own and disturbs no program. It may also be called after ``stop()``. The kernel gives the buffers
    /// of other programs to root (`CAP_SYS_ADMIN`) and to the card's master only. If the kernel gives none for a screen
    /// that this `VideoKit` draws, its own buffer is read: on the screen's thread, after the running call of the
    /// delegate has returned. A cancelled task does not wait for that.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen``; ``ScreenError/Code/dark`` if the screen shows
    ///   nothing; ``ScreenError/Code/permissionDenied`` if the kernel does not give out the buffers;
    ///   ``ScreenError/Code/unsupported`` if they are tiled, compressed, or in an unsupported format, or if readers
    ///   leave the card closed because of its driver (``CardReading/probedRegardless``).
    public func capture(_ screen: ScreenID) async throws(ScreenError) -> ScreenCapture {
        guard let screen = shared.screens.connectors.first(where: { $0.id == screen }) else {
            throw ScreenError.noScreen(screen, to: "capture")
        }
        return try await shared.capture(screen, opening: cardSelection.openForReading)
    }
}

extension VideoKit {
    /// The brightness of a built-in panel's backlight, 0 to 1; nil if the kernel has no backlight for it, or it cannot
    /// be read. The value is read from sysfs (`/sys/class/backlight`): on any thread, but too slowly for the frame
    /// path.
    ///
    /// If a panel has several backlights, the firmware's is used, otherwise the platform's, otherwise the graphics
    /// driver's.
    public func brightness(of screen: ScreenID) -> Double? {
        guard let screen = shared.screens.connectors.first(where: { $0.id == screen }) else { return nil }
        return shared.backlights.brightness(of: screen)
    }

    /// Sets the brightness of a built-in panel's backlight, 0 to 1. The value stays when this process ends.
    ///
    /// At 0 some panels are dark and others at their minimum. ``ScreenSettings/dimming`` dims the picture of any
    /// screen.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen``, ``ScreenError/Code/invalidArgument`` for a
    ///   value outside 0 to 1, ``ScreenError/Code/unsupported`` if the screen has no backlight,
    ///   ``ScreenError/Code/permissionDenied`` if the file may not be written: that needs root, or a udev rule for a
    ///   group.
    public func setBrightness(_ brightness: Double, of screen: ScreenID) async throws(ScreenError) {
        try shared.backlights.setBrightness(brightness, of: try panel(screen))
    }

    /// Throws what ``setBrightness(_:of:)`` would throw before it writes: for an unknown screen, a wrong value or a
    /// missing backlight.
    package func checkBrightness(_ brightness: Double, of screen: ScreenID) throws(ScreenError) {
        _ = try shared.backlights.backlight(for: brightness, of: try panel(screen))
    }

    private func panel(_ screen: ScreenID) throws(ScreenError) -> Screen {
        guard let screen = shared.screens.connectors.first(where: { $0.id == screen }) else {
            throw ScreenError.noScreen(screen, to: "set the brightness of")
        }
        return screen
    }
}
