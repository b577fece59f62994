import Glibc
import KMS
import Udev

/// One card: looks at its connectors, lights what is to be lit, and publishes what is so.
///
/// An actor on a thread of its own, because probing and setting modes block. The screens' own threads only draw and
/// flip; everything else about them is decided here.
actor CardSession {
    /// How often another program's mastership is tried for, in nanoseconds. Nothing tells when it ends.
    private static let masterRetry: Int64 = 1_000_000_000
    /// Who may not open a card now may later: udev's rules may still be at work.
    private static let openRetry: Int64 = 5_000_000_000
    /// The kernel's console looks at its displays after the event too, and only then a reader sees the result.
    private static let secondLook: Int64 = 300_000_000
    /// How long a screen that failed is left alone.
    private static let relightDelay: Int64 = 1_000_000_000

    nonisolated let node: CardNode
    private nonisolated let thread: DisplayThread
    private let source: any CardSource
    private let settings: SessionSettings
    private let roster: ScreenRoster
    private let lit: LitScreens
    private let whenScreensChange: @Sendable (CardNode) -> Void

    private var card: (any DisplayCard)?
    private var flipThread: FlipThread?
    private var driver: String?
    private var problem: ScreenError?
    private var holder: CardHolder?
    private var inventory = Inventory()
    private var state = CardState(connectors: [], crtcCount: 0, isFresh: false)
    private var sessions: [UInt32: ScreenSession] = [:]
    private var failures: [UInt32: DarkState] = [:]
    private var isRetryScheduled = false
    private var isOver = false

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
        read()
        publish()
    }

    /// Looks at the card, as after a hotplug, and acts on what is there.
    func look() {
        guard !isOver else { return }
        read()
        reconcile()
    }

    /// As ``look()``; a reader looks once more when the console has.
    func hotplug() {
        look()
        if settings.delegate == nil { schedule(after: Self.secondLook) { $0.look() } }
    }

    /// Lights and darkens screens as the selection now wants it, without looking again.
    func reconcile() {
        guard !isOver else { return }
        if card != nil {
            darkenUnwanted()
            lightSelected()
        }
        publish()
    }

    /// The card has gone: lets go of it and takes its screens off the list.
    func lose() {
        guard !isOver else { return }
        isOver = true
        for session in sessions.values { end(session) }
        sessions = [:]
        closeCard()
        if roster.remove(card: node.path) { whenScreensChange(node) }
    }

    /// Ends the drawing, shows what was shown before, and closes the card. Returns when the delegate's last call has.
    func stop() async {
        guard !isOver else { return }
        isOver = true
        let ending = Array(sessions.values)
        for session in ending {
            session.end()
            lit.remove(session)
        }
        if let card, !card.restore() {
            for session in ending { session.pipe.extinguish() }
        }
        sessions = [:]
        closeCard()
        for session in ending { await session.ended() }
    }

    // MARK: Looking

    private func read() {
        if settings.delegate == nil { readAsReader() } else { readAsMaster() }
    }

    private func readAsReader() {
        do {
            let card = try source.open(node, access: .readOnly)
            driver = card.driver
            take(try card.state(probing: false))
            problem = nil
        } catch {
            problem = error
        }
    }

    private func readAsMaster() {
        do {
            let card = try openAsMaster()
            take(try card.state(probing: card.isMaster))
            if self.card == nil {
                // Somebody else's: not kept open, or the console could not come back when they leave.
                scheduleRetry(after: Self.masterRetry)
            }
        } catch {
            problem = error
            if error.code == .permissionDenied { scheduleRetry(after: Self.openRetry) }
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
        try card.rememberState()
        flipThread = try FlipThread(card: card, name: "\(node.name)-flips") { [weak self] in
            guard let self else { return }
            Task { await self.cardFailed() }
        }
        self.card = card
        problem = nil
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

    // MARK: Lighting and darkening

    /// Ends the screens that are not wanted, and those whose pipe somebody else has switched off or changed: the latter
    /// are lit anew.
    private func darkenUnwanted() {
        let selected = Set(settings.selection.selected(among: allScreens()).map(\.id))
        let shown = Dictionary(state.connectors.map { ($0.id, $0.currentMode) }) { first, _ in first }
        for (connector, session) in sessions {
            let isLit = shown[connector]??.timings.hasSameTimings(as: session.pipe.mode.timings) ?? false
            guard !isLit || !selected.contains(screenID(connector)) else { continue }
            sessions[connector] = nil
            end(session)
        }
    }

    private func lightSelected() {
        let selected = Set(settings.selection.selected(among: allScreens()).map(\.id))
        let wanted = state.connectors.filter {
            selected.contains(screenID($0.id)) && sessions[$0.id] == nil && failures[$0.id] == nil
                && !$0.modes.isEmpty
        }
        guard !wanted.isEmpty else { return }
        let taken = Set(state.connectors.filter { sessions[$0.id] != nil }.compactMap(\.crtc))
        let assignment = CRTCAssignment.assign(
            wanted.map { .init(connector: $0.id, possibleCRTCs: $0.possibleCRTCs, current: $0.crtc) },
            crtcCount: state.crtcCount, taken: taken)
        for connector in wanted {
            if let crtc = assignment[connector.id] {
                light(connector, crtc: crtc)
            } else {
                failures[connector.id] = DarkState(
                    .noCRTC, message: "the card can feed only \(state.crtcCount) screens at once")
            }
        }
        refreshState()
    }

    private func light(_ connector: ConnectorState, crtc: Int) {
        guard let card, let delegate = settings.delegate else { return }
        var tried: [ScreenMode] = []
        var refusal: ScreenError?
        let candidates = settings.mode.candidates(among: connector.modes.sorted(), current: connector.currentMode)
        for mode in candidates {
            do {
                let pipe = try card.light(connector: connector.id, crtc: crtc, mode: mode)
                let screen = screen(connector, currentMode: pipe.mode, dark: nil)
                let session = ScreenSession(screen: screen, pipe: pipe)
                try session.start(delegate: delegate, frameInterval: settings.frameInterval) { [weak self] trouble in
                    guard let self else { return }
                    Task { await self.handle(trouble, of: connector.id, session) }
                }
                sessions[connector.id] = session
                lit.add(session)
                warnIfNotAsAsked(screen, mode: mode, tried: tried)
                return
            } catch {
                refusal = error
                if error.code != .modeRefused { break }
                tried.append(mode)
            }
        }
        failures[connector.id] = DarkState(
            .modesetFailed, message: refusal?.description ?? "no mode that can be used",
            errno: refusal?.errno, tried: tried)
        if refusal?.code == .busy || refusal?.code == .cardLost { cardFailed() }
    }

    private func warnIfNotAsAsked(_ screen: Screen, mode: ScreenMode, tried: [ScreenMode]) {
        if !settings.mode.isSatisfied(by: mode) {
            roster.warn(screen, "\(screen.name) has no usable mode \(settings.mode); it shows \(mode)")
        } else if let refused = tried.first {
            roster.warn(screen, "\(screen.name): the driver refuses \(refused); it shows \(mode)")
        }
    }

    /// Ends a screen's drawing, and switches its CRTC off: one that is forgotten lit makes later modesets fail.
    private func end(_ session: ScreenSession) {
        session.end()
        session.pipe.extinguish()
        lit.remove(session)
    }

    // MARK: Trouble

    private func handle(_ trouble: ScreenSession.Trouble, of connector: UInt32, _ session: ScreenSession) {
        guard sessions[connector] === session, !isOver else { return }
        switch trouble {
        case .flipRefused(EACCES), .flipRefused(ENODEV):
            cardFailed()
        case .flipRefused(let code):
            darken(connector, DarkState(.stalled, message: "the kernel refuses flips", errno: code))
        case .stalled:
            darken(connector, DarkState(.stalled, message: "a flip never completed"))
        }
    }

    /// Takes a screen down that got stuck, and tries it afresh a little later.
    private func darken(_ connector: UInt32, _ reason: DarkState) {
        guard let session = sessions.removeValue(forKey: connector) else { return }
        end(session)
        failures[connector] = reason
        publish()
        schedule(after: Self.relightDelay) { session in
            session.failures[connector] = nil
            session.look()
        }
    }

    /// Another program has become master, or the card has gone: lets go of it, and tries again.
    private func cardFailed() {
        guard !isOver, card != nil else { return }
        for session in sessions.values { end(session) }
        sessions = [:]
        failures = [:]
        closeCard()
        scheduleRetry(after: Self.masterRetry)
        publish()
    }

    private func closeCard() {
        flipThread = nil
        card = nil
    }

    private func scheduleRetry(after delay: Int64) {
        guard !isRetryScheduled else { return }
        isRetryScheduled = true
        schedule(after: delay) { session in
            session.isRetryScheduled = false
            if session.card == nil { session.look() }
        }
    }

    private func schedule(after delay: Int64, _ body: @escaping @Sendable (isolated CardSession) -> Void) {
        thread.schedule(after: delay) { [weak self] in
            self?.assumeIsolated { if !$0.isOver { body($0) } }
        }
    }

    // MARK: What is so

    private func publish() {
        let card = Card(path: node.path, driver: driver, problem: problem, holder: holder)
        if roster.publish(card, connectors: screens()) { whenScreensChange(node) }
    }

    /// Reads again what feeds what, after modesets.
    private func refreshState() {
        if let card, let state = try? card.state(probing: false) {
            self.state = CardState(
                connectors: state.connectors, crtcCount: state.crtcCount, isFresh: self.state.isFresh)
        }
    }

    /// The screens of every card as the selection has to see them: this card's as they are now.
    private func allScreens() -> [Screen] {
        roster.connectors.filter { $0.card != node.path } + screens()
    }

    private func screens() -> [Screen] {
        state.connectors.map { connector in
            if let session = sessions[connector.id] {
                return screen(connector, currentMode: session.pipe.mode, dark: nil)
            }
            return screen(connector, currentMode: connector.currentMode, dark: darkness(of: connector))
        }
    }

    private func darkness(of connector: ConnectorState) -> DarkState? {
        if connector.status == .disconnected {
            return DarkState(.disconnected, message: "no display is plugged in")
        }
        if let failure = failures[connector.id] { return failure }
        if connector.modes.isEmpty {
            return DarkState(.noModes, message: "the display has told no mode yet")
        }
        if settings.delegate != nil, let problem, problem.code == .busy {
            return DarkState(
                .notMaster, message: problem.description, errno: problem.errno, holder: holder)
        }
        if connector.currentMode != nil { return nil }
        return DarkState(.unused, message: "nothing drives it")
    }

    private func screen(_ connector: ConnectorState, currentMode: ScreenMode?, dark: DarkState?) -> Screen {
        Screen(
            id: screenID(connector.id), name: connector.name, card: node.path, driver: driver ?? "",
            connector: connector.id, status: connector.status, role: connector.role, kind: connector.kind,
            identity: connector.identity, edid: connector.edid, physicalSize: connector.physicalSize, availableModes: connector.modes.sorted(),
            currentMode: currentMode, dark: dark, isStale: !state.isFresh)
    }

    private func screenID(_ connector: UInt32) -> ScreenID {
        inventory.screenID(card: node.path, connector: connector)
    }
}
