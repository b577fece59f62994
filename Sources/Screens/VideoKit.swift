import Synchronization

/// Watches for displays, and draws on them: the way in.
///
/// Give it a delegate, start it, and ``VideoKitDelegate/updateExternalView(_:)`` is called once per refresh for every
/// selected screen, as displays come and go. Without a delegate it only watches.
///
/// In the host's process it installs no signal handler, takes no virtual terminal and prints nothing. All of it may be
/// called from any thread.
public final class VideoKit: Sendable {
    private let settings: Settings
    private let delegate: DelegateReference?
    private let roster = ScreenRoster()
    private let lit = LitScreens()
    private let run = Mutex(Run.idle)

    private enum Run {
        case idle
        case running(VideoSession)
        case ending(Task<Void, Never>)

        var ending: Task<Void, Never>? {
            if case .ending(let task) = self { task } else { nil }
        }
    }

    /// Draws on the selected screens. The delegate is held weakly: when it goes away the screens stay as they are.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for a frame interval outside
    ///   ``Settings/frameIntervals``.
    public init(delegate: any VideoKitDelegate, settings: Settings = Settings()) throws(ScreenError) {
        guard Settings.frameIntervals.contains(settings.frameInterval) else {
            throw ScreenError(
                .invalidArgument, operation: "use", object: "frame interval \(settings.frameInterval)",
                remedy: "it counts refreshes: 1 is every one, \(Settings.frameIntervals.upperBound) the most")
        }
        self.settings = settings
        self.delegate = DelegateReference(delegate)
    }

    /// Watches without touching: never a card's master, and no card kept open between looks.
    public init(observing settings: Settings = Settings()) {
        self.settings = settings
        delegate = nil
    }

    deinit {
        run.withLock { run in
            if case .running(let session) = run { Task { await session.stop() } }
        }
    }

    /// Looks at all cards, lights the selected screens, and goes on doing so until ``stop()``.
    ///
    /// No card, no display, no mode, another master and missing permission are no errors: the screens and ``cards``
    /// say so, and what can change is waited for. Started twice, it goes on; stopped, it may be started again.
    ///
    /// - Throws: ``ScreenError`` where udev or the system gives no means to watch.
    public func start() async throws(ScreenError) {
        while let ending = run.withLock(\.ending) { await ending.value }
        let source = try settings.cards.makeSource()
        let new = try VideoSession(
            source: source,
            settings: SessionSettings(
                selection: settings.selection, mode: settings.mode, frameInterval: settings.frameInterval,
                delegate: delegate),
            roster: roster, lit: lit)
        let isFirst = run.withLock { run in
            guard case .idle = run else { return false }
            run = .running(new)
            return true
        }
        guard isFirst else { return }
        roster.clear()
        do {
            try await new.start()
        } catch {
            await stop()
            throw error
        }
    }

    /// Ends the drawing, shows again what was shown before, and closes the cards. Returns when the delegate's last call
    /// has returned: do not call it from there. The events end.
    public func stop() async {
        let ending = run.withLock { run -> Task<Void, Never>? in
            guard case .running(let session) = run else { return run.ending }
            let task = Task { [self] in
                await session.stop()
                self.run.withLock { $0 = .idle }
            }
            run = .ending(task)
            return task
        }
        await ending?.value
    }

    /// The connected screens: built-in ones first, then by card and connector.
    public var screens: [Screen] { roster.screens }

    /// All connectors, with those that have no display and those that are no screens (headsets, writeback).
    public var connectors: [Screen] { roster.connectors }

    /// The cards, and what keeps them from being used.
    public var cards: [Card] { roster.cards }

    /// What happens to the screens from now on, beginning with all of them as they are. Each reader gets one of its own.
    public var events: ScreenEvents { ScreenEvents(roster: roster) }

    /// Asks for a frame of a screen, or of all, whose delegate said ``NextUpdate/whenNeeded``.
    public func setNeedsDisplay(_ screen: ScreenID? = nil) {
        for session in lit.sessions where screen == nil || session.screen.id == screen {
            session.setNeedsDisplay()
        }
    }

    /// What the display links have done: of each screen that is lit, or was.
    public func statistics() -> [ScreenStatistics] { lit.statistics }
}

extension VideoKit {
    /// What a ``VideoKit`` is to do.
    public struct Settings: Sendable {
        /// Which cards are used.
        public var cards = CardSelection.system
        /// Which screens are driven.
        public var selection = ScreenSelection.external
        /// How their modes are chosen.
        public var mode = ModePolicy.preferred
        /// Refreshes from one frame to the next; 2 halves the rate.
        public var frameInterval = 1
        /// The frame intervals that there are.
        public static let frameIntervals = 1...100_000

        /// The selected screens of this machine in their preferred modes, a frame each refresh.
        public init() {}
    }
}
