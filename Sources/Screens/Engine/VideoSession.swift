import Linux
import Udev

/// All cards of a seat: starts a ``CardSession`` for each that comes, and ends that of each that goes.
actor VideoSession {
    /// The shortest interval of the reads for changes without events, in nanoseconds.
    private static let shortestSafetyInterval: Int64 = 1_000_000_000

    private nonisolated let thread: ActorThread
    private let source: any CardSource
    private let shared: SharedState
    private var sessions: [String: CardSession] = [:]
    /// Whether every card that was there at the start has been read; before that nothing is enabled.
    private var isSurveyed = false
    /// Done with ``isSurveyed``, and when it will not come any more.
    private nonisolated let survey = Completion()
    private var isPaused = false
    private var isOver = false
    /// The ends of cards that have been removed and whose delegates have not all returned.
    private var losing: [Int: Task<Void, Never>] = [:]
    private var lastLoss = 0

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

    /// Returns once every card has been read.
    func start() async throws(ScreenError) {
        guard !isOver else { return }
        defer { survey.signal() }
        try ScreenError.mapping { () throws(SystemError) in
            try thread.watch(source.changeDescriptor) { [weak self] in self?.assumeIsolated { $0.takeChanges() } }
        }
        let cards = try addCards()
        for card in cards { await card.survey() }
        // The selection is known: what is driven is probed before readers get their first snapshot.
        for card in cards { await card.begin() }
        // Stopped meanwhile: there is nothing to begin.
        guard !isOver else { return }
        isSurveyed = true
        shared.screens.begin()
        survey.signal()
        // Cards have come and gone meanwhile.
        for card in sessions.values { await card.reconcile() }
        scheduleSafetyRead()
    }

    func stop() async {
        isOver = true
        survey.signal()
        // Before their screens are disabled one by one, and each of them would lead for a moment.
        for wall in shared.walls { wall.end() }
        // All at once: a delegate that has not returned from one card leaves no other one enabled.
        let endings = sessions.values.map { session in Task { await self.stop(session) } }
        for ending in endings { await ending.value }
        for ending in losing.values { await ending.value }
        sessions = [:]
        shared.displays.endLinks()
        // A card that was in the middle of it may have begun another.
        for wall in shared.walls { wall.end() }
        await shared.displays.endContents()
        shared.screens.finish()
    }

    /// Begins ``stop()`` for an owner that goes away and cannot wait.
    nonisolated func stopSoon() {
        thread.enqueue { self.assumeIsolated { $0.beginStop() } }
    }

    private func beginStop() {
        Task { await stop() }
    }

    /// From this actor: a task of its own would wait for the global executor, which may be the host's main thread.
    private func stop(_ session: CardSession) async {
        await session.stop()
    }

    /// Returns once every card is released, or has been read again.
    func setPaused(_ isPaused: Bool) async {
        self.isPaused = isPaused
        if !isPaused { await survey.wait() }
        // The request may change while a card takes its time; each gets the last word.
        for session in sessions.values { await session.setPaused(self.isPaused) }
    }

    /// Makes the settings of some displays take effect together: on their cards, and on those where others show another
    /// picture by them.
    ///
    /// Returns when that is done, whatever the delegate does for other displays.
    ///
    /// - Parameter change: sets them.
    func apply(to changed: [Screen], _ change: @Sendable () -> Void) async -> [ScreenID: ApplyOutcome] {
        // Before that the selection is not known.
        await survey.wait()
        let keys = Set(changed.map { DisplayKey($0) })
        let before = shared.roles(among: shared.screens.connectors)
        change()
        let screens = shared.screens.connectors
        let after = shared.roles(among: screens)
        let concerned = Set(screens.filter { !after.isSame(as: before, for: $0.id) }.map(\.card))
            .union(changed.map(\.card))
        for session in sessions.values where concerned.contains(session.node.path) { await session.reconcile() }
        for session in sessions.values where concerned.contains(session.node.path) { await session.settle(keys) }
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

    // MARK: Events

    private func takeChanges() {
        // Taken even at the end: what is left would wake the thread again and again.
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
            for session in sessions.values { rescan(session) }
        } else {
            for path in batch.rescans { sessions[path].map { rescan($0, batch.scopes[path] ?? .all) } }
        }
    }

    /// Reads a card after an event, and enables nothing on it before every card has been read.
    private func rescan(_ session: CardSession, _ scope: HotplugScope = .all) {
        if isSurveyed { session.hotplug(scope) } else { session.perform { $0.survey() } }
    }

    /// Some drivers and some accidents change what is connected without an event.
    private func scheduleSafetyRead() {
        guard !isOver, let interval = shared.settings.safetyInterval else { return }
        thread.schedule(after: max(interval, Self.shortestSafetyInterval)) { [weak self] in
            self?.assumeIsolated {
                $0.checkForMissedEvents()
                $0.scheduleSafetyRead()
            }
        }
    }

    func checkForMissedEvents() {
        guard !isOver, isSurveyed else { return }
        compareCards()
        for session in sessions.values { session.perform { $0.checkForMissedEvents() } }
        expire()
    }

    private func expire() {
        let now = shared.settings.time.now
        shared.displays.expire(at: now)
        for wall in shared.walls { wall.expire(at: now) }
    }

    // MARK: Cards

    /// - Returns: the sessions of cards that are new.
    private func addCards() throws(ScreenError) -> [CardSession] {
        var new: [CardSession] = []
        for node in try source.cards() where sessions[node.path] == nil { new.append(try makeSession(node)) }
        return new
    }

    private func add(_ node: CardNode) {
        // Its driver may have been replaced, and its `remove` lost.
        if let known = sessions[node.path] { return rescan(known) }
        guard let session = try? makeSession(node) else { return }
        let isSurveyed = isSurveyed
        session.perform { isSurveyed ? $0.update(probing: false) : $0.survey() }
    }

    private func remove(_ node: CardNode) {
        guard let session = sessions.removeValue(forKey: node.path) else { return }
        lastLoss += 1
        let loss = lastLoss
        losing[loss] = Task {
            await session.lose()
            losing[loss] = nil
            guard isSurveyed else { return }
            // A display that was connected to another card meanwhile waited for the last call.
            for session in sessions.values { session.perform { $0.reconcile() } }
        }
    }

    private func compareCards() {
        guard let cards = try? source.cards() else { return }
        let present = Set(cards.map(\.path))
        for session in sessions.values where !present.contains(session.node.path) { remove(session.node) }
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

    /// The screens of one card may decide what those of another show.
    private func screensChanged(on node: CardNode) {
        guard isSurveyed, !isOver else { return }
        for session in sessions.values where session.node.path != node.path { session.perform { $0.reconcile() } }
        let deadline = shared.settings.time.now + shared.settings.contentRetention
        for wall in shared.walls { wall.screensChanged(shared.screens.connectors, until: deadline) }
        // Data that is kept for longer expires with a safety read: a timer for each hotplug would pile up.
        guard shared.settings.contentRetention < shared.settings.safetyInterval ?? .max else { return }
        thread.schedule(after: shared.settings.contentRetention) { [weak self] in
            self?.assumeIsolated { $0.expire() }
        }
    }
}
