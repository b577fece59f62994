import KMS
import Linux
import Synchronization
import Udev

/// One card: looks at its connectors, lights what is to be lit, and publishes what is so.
///
/// An actor on a thread of its own, because probing and setting modes block. The screens' own threads only draw and
/// flip; everything else about them is decided here.
actor CardSession {
    /// The kernel's console looks at its displays after the event too, and only then a reader sees the result.
    private static let secondLook: Int64 = 300_000_000
    /// Tells the connections of one session from those of all others.
    private static let sessionCount = Atomic<UInt64>(0)

    nonisolated let node: CardNode
    private nonisolated let thread: ActorThread
    let source: any CardSource
    let shared: SharedState
    let whenScreensChange: @Sendable (CardNode) -> Void

    /// The card, while it is driven.
    var card: (any DisplayCard)?
    var flipThread: FlipThread?
    /// What the card showed before the first modeset.
    var found: FoundState?
    var driver: String?
    /// What keeps it from being driven.
    var problem: ScreenError?
    var holder: CardHolder?
    var inventory: Inventory
    var state = CardState(connectors: [], crtcCount: 0, isFresh: false)
    /// The lit screens, by connector.
    var sessions: [ConnectorID: ScreenSession] = [:] {
        didSet { flipThread?.reader.give(to: sessions.count == 1 ? sessions.first?.value : nil) }
    }
    /// Sessions that are over but for a call of the delegate that has not returned.
    var leaving: [ScreenSession] = []
    /// Why screens could not be lit.
    var failures: [ConnectorID: DarkState] = [:]
    var recoveries: [ConnectorID: StallRecovery] = [:]
    /// The tries that are waited for, by connector.
    var retries: [ConnectorID: UInt64] = [:]
    var lastRetry: UInt64 = 0
    var lackingCRTC: Set<ConnectorID> = []
    /// What the screens of all cards mirror, those that do.
    var mirrorSources: [ScreenID: ScreenID] = [:]
    /// The screens of all cards that have places in spans.
    var spanMembers: [ScreenID: SpanMembership] = [:]
    /// Pipes that could not be switched off when they were to be.
    var stillLit: [any DisplayPipe] = []
    var isRetryScheduled = false
    private var isSecondLookScheduled = false
    private(set) var isPaused: Bool
    /// Whether the GPU is lost for good, until the card is removed.
    private var isAbandoned = false
    private(set) var isOver = false
    /// Whether a hotplug is waiting to be looked at: one look sees what many of them were about.
    private nonisolated let isHotplugWaiting = Atomic<Bool>(false)

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(
        node: CardNode, source: any CardSource, shared: SharedState, isPaused: Bool,
        whenScreensChange: @escaping @Sendable (CardNode) -> Void
    ) throws(ScreenError) {
        self.node = node
        self.source = source
        self.shared = shared
        self.isPaused = isPaused
        self.whenScreensChange = whenScreensChange
        inventory = Inventory(
            card: node.path, session: Self.sessionCount.add(1, ordering: .relaxed).newValue)
        thread = try ScreenError.mapping { () throws(SystemError) in try ActorThread(name: node.name) }
    }

    nonisolated var settings: SessionSettings { shared.settings }

    // MARK: Looking

    /// Looks at the card for the first time, and lights nothing yet: what is selected depends on every card.
    func survey() {
        guard mayLook else { return }
        read()
        publish()
    }

    /// Looks at the card, as after a hotplug, and acts on what is there.
    func look() {
        guard mayLook else { return }
        read()
        reconcile()
    }

    /// Looks at the card as soon as it is free to; a reader looks once more when the console has.
    nonisolated func hotplug() {
        guard !isHotplugWaiting.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Task { await lookAfterHotplug() }
    }

    private func lookAfterHotplug() {
        isHotplugWaiting.store(false, ordering: .releasing)
        look()
        guard settings.delegate == nil, !isSecondLookScheduled else { return }
        isSecondLookScheduled = true
        schedule(after: Self.secondLook) { session in
            session.isSecondLookScheduled = false
            session.look()
        }
    }

    /// Looks whether something has changed that no event told of.
    ///
    /// The hardware is not probed, which would cost displays and threads their time: what the kernel knows is compared
    /// with what we know, and only a difference leads to a look.
    func checkForMissedEvents() {
        guard mayLook else { return }
        guard let card else { return settings.delegate == nil ? look() : () }
        guard let state = try? card.state(probing: false) else { return look() }
        var inventory = inventory
        if !inventory.take(state, lit: litScreens()).isEmpty { look() }
    }

    private var mayLook: Bool { !isOver && !isPaused && !isAbandoned }

    /// Lights and darkens screens as the settings now want it, without looking again.
    func reconcile() {
        guard !isOver else { return }
        var warnings: [Warning] = []
        if card != nil {
            stillLit.removeAll { $0.disable() }
            chooseSources()
            darkenUnwanted()
            warnings = adjustColors()
            warnings += lightSelected()
            attachMirrors()
            warnings += settleSpans()
        }
        publish()
        for warning in warnings { shared.roster.warn(warning.screen, warning.message) }
    }

    // MARK: Pausing

    /// Lets go of the card while another session has the displays, or drives it again.
    ///
    /// What the screens show is not taken down: who comes next sets modes of its own, and until then nothing flickers.
    func setPaused(_ isPaused: Bool) {
        guard !isOver, isPaused != self.isPaused else { return }
        self.isPaused = isPaused
        if isPaused {
            for (connector, session) in sessions { retire(session, of: connector) }
            sessions = [:]
            // Who comes next knows nothing of our colours, and we may be ended before we are back.
            if let found { card?.restoreSettings(found) }
            closeCard()
            publish()
        } else {
            look()
        }
    }

    // MARK: Ending

    /// The GPU is lost, until the card is removed: its screens are ended, and it is not looked at any more.
    func abandon() {
        guard !isOver else { return }
        isAbandoned = true
        problem = lost
        letGo()
        publish()
    }

    /// The card has gone: lets go of it and takes its screens off the list. Returns when the delegate's last call has.
    func lose() async {
        guard !isOver else { return }
        isOver = true
        letGo()
        let deadline = MonotonicClock.now + settings.contentRetention
        for connector in state.connectors {
            if let key = inventory.key(of: connector.id) { shared.contents.release(key, at: deadline) }
            shared.links.left(card: node.path, connector: connector.id, until: deadline)
        }
        shared.identities.release(inventory)
        if shared.roster.remove(card: node.path, session: inventory.session) { whenScreensChange(node) }
        for session in leaving { await session.end.wait() }
        leaving = []
    }

    /// Ends the drawing, shows what was shown before, and closes the card. Returns when the delegate's last call has.
    func stop() async {
        guard !isOver else { return }
        isOver = true
        shared.identities.release(inventory)
        for (connector, session) in sessions { retire(session, of: connector) }
        if let card, !(found.map(card.restore) ?? false) {
            for session in sessions.values { session.pipe.disable() }
        }
        sessions = [:]
        let flips = flipThread?.end
        closeCard()
        for session in leaving { await session.end.wait() }
        await flips?.wait()
        leaving = []
        if settings.delegate != nil { refreshAfterStop() }
    }

    /// What is shown when we are gone, as far as a reader can tell.
    private func refreshAfterStop() {
        if let card = try? source.open(node, access: .readOnly), let state = try? card.state(probing: false) {
            self.state = state
            publish()
        }
    }

    func schedule(after delay: Int64, _ body: @escaping @Sendable (isolated CardSession) -> Void) {
        thread.schedule(after: delay) { [weak self] in
            self?.assumeIsolated { if !$0.isOver { body($0) } }
        }
    }
}
