import Glibc
import KMS
import Synchronization
import Udev

/// One card: looks at its connectors, lights what is to be lit, and publishes what is so.
///
/// An actor on a thread of its own, because probing and setting modes block. The screens' own threads only draw and
/// flip; everything else about them is decided here.
actor CardSession {
    /// How often another program's mastership is tried for, in nanoseconds. Nothing tells when it ends.
    private static let masterRetry: Int64 = 1_000_000_000
    /// Who could not open a card may later: udev's rules may still be at work, descriptors may be closed.
    private static let openRetry: Int64 = 5_000_000_000
    /// The kernel's console looks at its displays after the event too, and only then a reader sees the result.
    private static let secondLook: Int64 = 300_000_000
    /// Tells the connections of one session from those of all others.
    private static let sessionCount = Atomic<UInt64>(0)

    nonisolated let node: CardNode
    private nonisolated let thread: DisplayThread
    private let source: any CardSource
    let settings: SessionSettings
    let roster: ScreenRoster
    let lit: LitScreens
    private let whenScreensChange: @Sendable (CardNode) -> Void

    private(set) var card: (any DisplayCard)?
    private var flipThread: FlipThread?
    /// What the card showed before the first modeset.
    private var found: FoundState?
    private var driver: String?
    private var problem: ScreenError?
    private var holder: CardHolder?
    private var inventory = Inventory(session: sessionCount.add(1, ordering: .relaxed).newValue)
    var state = CardState(connectors: [], crtcCount: 0, isFresh: false)
    /// The lit screens, by connector.
    var sessions: [UInt32: ScreenSession] = [:]
    /// Sessions that are over but for a call of the delegate that has not returned.
    var leaving: [ScreenSession] = []
    /// Why screens could not be lit.
    var failures: [UInt32: DarkState] = [:]
    var lackingCRTC: Set<UInt32> = []
    /// Pipes that could not be switched off when they were to be.
    var stillLit: [any DisplayPipe] = []
    private var isRetryScheduled = false
    private var isSecondLookScheduled = false
    private(set) var isOver = false
    /// Whether a hotplug is waiting to be looked at: one look sees what many of them were about.
    private nonisolated let isHotplugWaiting = Atomic<Bool>(false)

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(
        node: CardNode, source: any CardSource, settings: SessionSettings, roster: ScreenRoster, lit: LitScreens,
        whenScreensChange: @escaping @Sendable (CardNode) -> Void
    ) throws(ScreenError) {
        self.node = node
        self.source = source
        self.settings = settings
        self.roster = roster
        self.lit = lit
        self.whenScreensChange = whenScreensChange
        thread = try DisplayThread(name: node.name)
    }

    // MARK: What happens to the card

    /// Looks at the card for the first time, and lights nothing yet: what is selected depends on every card.
    func survey() {
        guard !isOver else { return }
        read()
        publish()
    }

    /// Looks at the card, as after a hotplug, and acts on what is there.
    func look() {
        guard !isOver else { return }
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

    /// Lights and darkens screens as the selection now wants it, without looking again.
    func reconcile() {
        guard !isOver else { return }
        var warnings: [Warning] = []
        if card != nil {
            stillLit.removeAll { $0.extinguish() }
            darkenUnwanted()
            warnings = lightSelected()
        }
        publish()
        for warning in warnings { roster.warn(warning.screen, warning.message) }
    }

    /// The card has gone: lets go of it and takes its screens off the list. Returns when the delegate's last call has.
    func lose() async {
        guard !isOver else { return }
        isOver = true
        for session in sessions.values { end(session) }
        sessions = [:]
        closeCard()
        if roster.remove(card: node.path, session: inventory.session) { whenScreensChange(node) }
        for session in leaving { await session.end.wait() }
        leaving = []
    }

    /// Ends the drawing, shows what was shown before, and closes the card. Returns when the delegate's last call has.
    func stop() async {
        guard !isOver else { return }
        isOver = true
        for session in sessions.values {
            session.stop()
            lit.remove(session)
        }
        if let card, !(found.map(card.restore) ?? false) {
            for session in sessions.values { session.pipe.extinguish() }
        }
        leaving += sessions.values
        sessions = [:]
        let flips = flipThread?.end
        closeCard()
        for session in leaving { await session.end.wait() }
        await flips?.wait()
        leaving = []
        if settings.delegate != nil { refreshAfterStop() }
    }

    // MARK: Looking

    private func read() {
        do {
            if settings.delegate == nil { try readAsReader() } else { try readAsMaster() }
        } catch {
            problem = error
            if card != nil {
                dropCard()
            } else if settings.delegate != nil {
                scheduleRetry(after: Self.openRetry)
            }
        }
    }

    private func readAsReader() throws(ScreenError) {
        let card = try source.open(node, access: .readOnly)
        driver = card.driver
        take(try card.state(probing: false))
        problem = nil
    }

    private func readAsMaster() throws(ScreenError) {
        let card = try openAsMaster()
        take(try card.state(probing: card.isMaster))
        if self.card == nil {
            // Somebody else's: not kept open, or the console could not come back when they leave.
            scheduleRetry(after: Self.masterRetry)
        } else {
            problem = nil
        }
    }

    /// The card, which is kept if it can be driven.
    private func openAsMaster() throws(ScreenError) -> any DisplayCard {
        if let card { return card }
        let card = try source.open(node, access: .master)
        driver = card.driver
        guard card.isMaster else {
            holder = MasterHolder.find(cardAt: node.path)
            problem = ScreenError(
                .busy, operation: "become master of", object: node.path, errno: EBUSY,
                remedy: holder.map { "\($0.name) (process \($0.processID)) is" } ?? "another program is")
            return card
        }
        // What was there before us, not what an earlier try of ours has left.
        if found == nil { found = try card.foundState() }
        flipThread = try FlipThread(card: card, name: "\(node.name)-flips") { [weak self] in
            guard let self else { return }
            Task { await self.cardFailed(self.lost) }
        }
        self.card = card
        holder = nil
        return card
    }

    private func take(_ state: CardState) {
        let changed = Set(state.connectors).subtracting(self.state.connectors).map(\.id)
        self.state = state
        // Another answer is another chance.
        for connector in changed { failures[connector] = nil }
        for connector in inventory.update(with: state) {
            failures[connector] = nil
            guard let session = sessions.removeValue(forKey: connector) else { continue }
            end(session)
        }
    }

    // MARK: Losing the card

    private nonisolated var lost: ScreenError {
        ScreenError(.cardLost, operation: "use", object: node.path, errno: ENODEV)
    }

    /// Another program has become master, or the card has gone: lets go of it, and tries again.
    func cardFailed(_ error: ScreenError) {
        guard !isOver, card != nil else { return }
        problem = error
        dropCard()
        publish()
    }

    private func dropCard() {
        for session in sessions.values { end(session) }
        sessions = [:]
        failures = [:]
        closeCard()
        scheduleRetry(after: Self.masterRetry)
    }

    private func closeCard() {
        card?.resign()
        flipThread = nil
        card = nil
        stillLit = []
    }

    private func scheduleRetry(after delay: Int64) {
        guard !isRetryScheduled else { return }
        isRetryScheduled = true
        schedule(after: delay) { session in
            session.isRetryScheduled = false
            if session.card == nil { session.look() }
        }
    }

    func schedule(after delay: Int64, _ body: @escaping @Sendable (isolated CardSession) -> Void) {
        thread.schedule(after: delay) { [weak self] in
            self?.assumeIsolated { if !$0.isOver { body($0) } }
        }
    }

    // MARK: What is so

    func publish() {
        // A node without connectors of its own, such as that of a renderer, is no card to speak of.
        guard problem?.code != .noCard else { return }
        let card = Card(path: node.path, driver: driver, problem: problem, holder: holder)
        let entry = ScreenRoster.Entry(
            card: card, number: node.number, session: inventory.session, connectors: screens())
        if roster.publish(entry) { whenScreensChange(node) }
    }

    /// What is shown when we are gone, as far as a reader can tell.
    private func refreshAfterStop() {
        if let card = try? source.open(node, access: .readOnly), let state = try? card.state(probing: false) {
            self.state = state
            publish()
        }
    }

    func screens() -> [Screen] {
        state.connectors.map { connector in
            if let session = sessions[connector.id] {
                return screen(connector, currentMode: session.pipe.mode, dark: nil)
            }
            let dark = Darkness.state(
                Darkness.Facts(
                    connector: connector, isDriven: settings.delegate != nil && !isOver, cardProblem: problem,
                    holder: holder, failure: failures[connector.id], lacksCRTC: lackingCRTC.contains(connector.id),
                    crtcCount: state.crtcCount))
            return screen(connector, currentMode: connector.currentMode, dark: dark)
        }
    }

    func screen(_ connector: ConnectorState, currentMode: ScreenMode?, dark: DarkState?) -> Screen {
        Screen(
            id: screenID(connector.id), name: connector.name, card: node.path, driver: driver ?? "",
            connector: connector.id, status: connector.status, role: connector.role, kind: connector.kind,
            identity: connector.identity, edid: connector.edid, physicalSize: connector.physicalSize,
            availableModes: connector.modes.sorted(), currentMode: currentMode, dark: dark, isStale: !state.isFresh)
    }

    func screenID(_ connector: UInt32) -> ScreenID {
        inventory.screenID(card: node.path, connector: connector)
    }
}
