import ScreensLinux
import ScreensUdev

/// All cards of a seat: starts a ``CardSession`` for each card that comes, and ends it when the card goes.
actor VideoSession {
    /// The shortest interval of the reads for changes without an event.
    private static let shortestSafetyInterval: Nanoseconds = 1_000_000_000

    private nonisolated let thread: ActorThread
    private let source: any CardSource
    private let shared: SharedState
    private var sessions: [String: CardSession] = [:]
    /// Whether every card that was present at the start has been read. Nothing is enabled before.
    private var isFirstReadDone = false
    /// Done with ``isFirstReadDone``, and when that will not happen any longer.
    private nonisolated let firstRead = Completion()
    private var isPaused = false
    private var isOver = false
    /// The tasks that end removed cards, whose delegates have not all returned.
    private var removals: [Int: Task<Void, Never>] = [:]
    private var lastRemoval = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(source: any CardSource, shared: SharedState, isPaused: Bool = false) throws(ScreenError) {
        self.source = source
        self.shared = shared
        self.isPaused = isPaused
        thread = try ScreenError.mapping { () throws(SystemError) in
            try ActorThread(name: "screens", time: shared.settings.time)
        }
    }

    /// Calls `body` on the thread of all cards, soon.
    nonisolated func perform(_ body: @escaping @Sendable (isolated VideoSession) -> Void) {
        thread.enqueue { [weak self] in self?.assumeIsolated(body) }
    }

    /// Returns after every card has been read.
    func start() async throws(ScreenError) {
        guard !isOver else { return }
        defer { firstRead.signal() }
        try ScreenError.mapping { () throws(SystemError) in
            try thread.watch(source.changeDescriptor) { [weak self] in self?.assumeIsolated { $0.takeChanges() } }
        }
        if let descriptor = source.sleepDescriptor {
            try ScreenError.mapping { () throws(SystemError) in
                try thread.watch(descriptor) { [weak self] in self?.assumeIsolated { $0.takeSleep() } }
            }
        }
        let cards = try addCards()
        await forAll(cards) { await $1.readFirst() }
        // The selection is known: driven cards are probed before readers get their first snapshot.
        await forAll(cards) { await $1.begin() }
        // If the session was stopped meanwhile, nothing begins.
        guard !isOver else { return }
        isFirstReadDone = true
        shared.screens.begin()
        firstRead.signal()
        // Cards may have come and gone meanwhile.
        await forAll(cardSessions) { await $1.reconcile() }
        scheduleSafetyRead()
    }

    /// The sessions of all cards, in the order of the cards.
    private var cardSessions: [CardSession] {
        sessions.values.sorted { ($0.node.number, $0.node.path) < ($1.node.number, $1.node.path) }
    }

    /// Calls `body` for all cards at once, each on its own thread: no card waits for the hardware of another.
    ///
    /// - Parameter body: is isolated to this actor. A task of its own would wait for the global executor, which may be
    ///   the host's main thread.
    private func forAll(
        _ cards: [CardSession], _ body: @escaping @Sendable (isolated VideoSession, CardSession) async -> Void
    ) async {
        let tasks = cards.map { card in Task { await body(self, card) } }
        for task in tasks { await task.value }
    }

    func stop() async {
        isOver = true
        firstRead.signal()
        // The walls end before their screens are disabled one by one, or each screen would lead for a moment.
        for wall in shared.walls { wall.end() }
        // All cards stop at once, so that a delegate that has not returned on one card leaves no other card enabled.
        await forAll(cardSessions) { await $1.stop() }
        for ending in removals.values { await ending.value }
        sessions = [:]
        shared.displays.endLinks()
        // A card that was about to begin a surface may have begun it.
        for wall in shared.walls { wall.end() }
        await shared.displays.endContents()
        shared.screens.finish()
    }

    /// Begins ``stop()`` for an owner that is released and cannot wait.
    nonisolated func stopSoon() {
        thread.enqueue { self.assumeIsolated { $0.beginStop() } }
    }

    private func beginStop() {
        Task { await stop() }
    }

    /// Returns after every card is released, or has been read again.
    func setPaused(_ isPaused: Bool) async {
        self.isPaused = isPaused
        if !isPaused { await firstRead.wait() }
        // The state may have changed meanwhile. Each card gets the current one.
        await forAll(cardSessions) { await $1.setPaused($0.isPaused) }
    }

    /// Makes the settings of some displays take effect together: on their cards, and on cards whose screens' pictures
    /// change with them.
    ///
    /// Returns when that is done, whatever the delegate does for other displays.
    ///
    /// - Parameter change: sets the settings.
    func apply(to changed: [Screen], _ change: @Sendable () -> Void) async -> [ScreenID: ApplyOutcome] {
        // The selection is not known before.
        await firstRead.wait()
        let keys = Set(changed.map { DisplayKey($0) })
        let before = shared.roles(among: shared.screens.connectors)
        change()
        let screens = shared.screens.connectors
        let after = shared.roles(among: screens)
        let concerned = Set(screens.filter { !after.isSame(as: before, for: $0.id) }.map(\.card))
            .union(changed.map(\.card))
        await forAll(cardSessions.filter { concerned.contains($0.node.path) }) {
            await $1.reconcile(applying: keys)
            await $1.waitForCalls(for: keys)
        }
        var outcomes: [ScreenID: ApplyOutcome] = [:]
        for screen in changed {
            let session = sessions[screen.card]
            outcomes[screen.id] =
                await session?.outcome(for: screen)
                ?? .notSet(
                    DarkState(
                        .disconnected,
                        message: "\(session == nil ? "its card was removed" : "it was disconnected"); "
                            + "the settings apply when it is connected again"))
        }
        return outcomes
    }

    /// Leases a screen that shows our picture.
    func lease(_ screen: Screen, to lessee: Lessee) async throws(ScreenError) -> ScreenLease {
        guard let session = sessions[screen.card] else {
            throw ScreenError(.noSuchScreen, operation: "lease", object: screen.name)
        }
        return try await session.lease(screen, to: lessee)
    }

    // MARK: Events

    private func takeChanges() {
        // Events are taken even at the end: events that are left would wake the thread again and again.
        let batch = CardChanges(source.takeChanges())
        guard !isOver else { return }
        for change in batch.changes {
            switch change {
            case .add(let node): add(node)
            case .remove(let node): remove(node)
            case .abandon(let node): sessions[node.path]?.perform { $0.abandon() }
            case .renew(let node): sessions[node.path]?.perform { $0.renew() }
            }
        }
        if batch.rescansAll {
            compareCards()
            for session in cardSessions { rescan(session) }
        } else {
            for path in batch.rescans { sessions[path].map { rescan($0, batch.scopes[path] ?? .all) } }
        }
    }

    private func takeSleep() {
        guard source.hasSlept(), !isOver, isFirstReadDone else { return }
        compareCards()
        for session in cardSessions { session.perform { $0.renew(afterSleep: true) } }
    }

    /// Reads a card after an event. Nothing is enabled on it before every card has been read.
    private func rescan(_ session: CardSession, _ scope: HotplugScope = .all) {
        if isFirstReadDone { session.hotplug(scope) } else { session.perform { $0.readFirst() } }
    }

    /// Schedules a read for changes without an event: some drivers forget the event, and events can be lost.
    private func scheduleSafetyRead() {
        guard !isOver, let interval = shared.settings.safetyInterval else { return }
        thread.schedule(after: .nanoseconds(max(interval, Self.shortestSafetyInterval))) { [weak self] in
            self?.assumeIsolated {
                $0.checkForMissedEvents()
                $0.scheduleSafetyRead()
            }
        }
    }

    func checkForMissedEvents() {
        guard !isOver, isFirstReadDone else { return }
        compareCards()
        for session in cardSessions { session.perform { $0.checkForMissedEvents() } }
        expire()
    }

    private func expire() {
        let now = shared.settings.time.now
        shared.displays.expire(at: now)
        for wall in shared.walls { wall.expire(at: now) }
    }

    // MARK: Cards

    /// - Returns: the sessions of new cards.
    private func addCards() throws(ScreenError) -> [CardSession] {
        var new: [CardSession] = []
        for node in try source.cards() where sessions[node.path] == nil { new.append(try makeSession(node)) }
        return new
    }

    private func add(_ node: CardNode) {
        // The card's driver may have been replaced, and its `remove` event lost.
        if let known = sessions[node.path] { return rescan(known) }
        guard let session = try? makeSession(node) else { return }
        let isFirstReadDone = isFirstReadDone
        session.perform { isFirstReadDone ? $0.update(probing: false) : $0.readFirst() }
    }

    private func remove(_ node: CardNode) {
        guard let session = sessions.removeValue(forKey: node.path) else { return }
        lastRemoval += 1
        let removal = lastRemoval
        removals[removal] = Task {
            await session.removed()
            removals[removal] = nil
            guard isFirstReadDone else { return }
            // A display that was connected to another card meanwhile waited for the last call.
            for session in cardSessions { session.perform { $0.reconcile() } }
        }
    }

    private func compareCards() {
        guard let cards = try? source.cards() else { return }
        let present = Set(cards.map(\.path))
        for session in cardSessions where !present.contains(session.node.path) { remove(session.node) }
        for node in cards where sessions[node.path] == nil { add(node) }
    }

    private func makeSession(_ node: CardNode) throws(ScreenError) -> CardSession {
        let session = try CardSession(node: node, source: source, shared: shared, isPaused: isPaused) {
            [weak self] node in
            self?.perform { $0.screensChanged(on: node) }
        }
        sessions[node.path] = session
        return session
    }

    /// Handles a change of one card's screens, which may decide what the screens of another card show.
    private func screensChanged(on node: CardNode) {
        guard isFirstReadDone, !isOver else { return }
        for session in cardSessions where session.node.path != node.path { session.perform { $0.reconcile() } }
        let deadline = shared.settings.time.now + shared.settings.contentRetention
        for wall in shared.walls { wall.screensChanged(shared.screens.connectors, until: deadline) }
        // Data that is kept for longer expires with a safety read: a timer for each hotplug would pile up.
        guard shared.settings.contentRetention < shared.settings.safetyInterval ?? .max else { return }
        thread.schedule(after: .nanoseconds(shared.settings.contentRetention)) { [weak self] in
            self?.assumeIsolated { $0.expire() }
        }
    }
}
