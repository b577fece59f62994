import Linux
import Udev

/// All cards of a seat: starts a ``CardSession`` for each that comes, and ends that of each that goes.
actor VideoSession {
    /// No host has itself woken more often than this for what no event told of, in nanoseconds.
    private static let shortestSafetyInterval: Int64 = 1_000_000_000

    private nonisolated let thread: ActorThread
    private let source: any CardSource
    private let shared: SharedState
    private var sessions: [String: CardSession] = [:]
    /// Whether every card that was there at the start has been looked at; before that nothing is lit.
    private var isSurveyed = false
    private var isPaused = false
    private var isOver = false
    /// The ends of cards that have been removed and whose delegates have not all returned.
    private var losing: [Int: Task<Void, Never>] = [:]
    private var lastLoss = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(source: any CardSource, shared: SharedState) throws(ScreenError) {
        self.source = source
        self.shared = shared
        thread = try ScreenError.mapping { () throws(SystemError) in try ActorThread(name: "screens") }
    }

    /// Returns once every card has been looked at.
    func start() async throws(ScreenError) {
        guard !isOver else { return }
        try ScreenError.mapping { () throws(SystemError) in
            try thread.watch(source.newsDescriptor) { [weak self] in
                self?.assumeIsolated { $0.takeNews() }
            }
        }
        let cards = try addCards()
        for card in cards { await card.survey() }
        // Stopped meanwhile: there is nothing to begin.
        guard !isOver else { return }
        isSurveyed = true
        shared.roster.begin()
        for card in cards { await card.reconcile() }
        scheduleSafetyLook()
    }

    func stop() async {
        isOver = true
        // Before their screens go dark one by one, and each of them would lead for a moment.
        for stage in shared.stages { stage.end() }
        // All at once: a delegate that has not returned from one card leaves no other one lit.
        let endings = sessions.values.map { session in Task { await session.stop() } }
        for ending in endings { await ending.value }
        for ending in losing.values { await ending.value }
        sessions = [:]
        shared.links.endAll()
        // A card that was in the middle of it may have begun another.
        for stage in shared.stages { stage.end() }
        await shared.contents.endAll()
        shared.roster.finish()
    }

    /// Returns once every card is let go of, or has been looked at again.
    func setPaused(_ isPaused: Bool) async {
        self.isPaused = isPaused
        // What is wanted may change while a card takes its time; each gets the last word.
        for session in sessions.values { await session.setPaused(self.isPaused) }
    }

    /// Has every card do what is wanted of its screens now. Returns when that is done for one display, whatever the
    /// delegate does for others.
    func reconcile(settling key: DisplayKey) async {
        for session in sessions.values { await session.reconcile() }
        for session in sessions.values { await session.settle(key) }
    }

    // MARK: What happens

    private func takeNews() {
        // Taken even at the end: what is left lying would wake the thread again and again.
        let changes = CardChanges(source.takeNews())
        guard !isOver else { return }
        for change in changes.changes {
            switch change {
            case .add(let node): add(node)
            case .remove(let node): remove(node)
            case .abandon(let node): tell(sessions[node.path]) { await $0.abandon() }
            }
        }
        if changes.rescansAll {
            compareCards()
            for session in sessions.values { session.hotplug() }
        } else {
            for path in changes.rescans { sessions[path]?.hotplug() }
        }
    }

    /// Some drivers and some accidents change what is connected without an event.
    private func scheduleSafetyLook() {
        guard !isOver, let interval = shared.settings.safetyInterval else { return }
        thread.schedule(after: max(interval, Self.shortestSafetyInterval)) { [weak self] in
            self?.assumeIsolated {
                $0.checkForMissedEvents()
                $0.scheduleSafetyLook()
            }
        }
    }

    func checkForMissedEvents() {
        guard !isOver, isSurveyed else { return }
        compareCards()
        for session in sessions.values { tell(session) { await $0.checkForMissedEvents() } }
        expireContents()
    }

    private func expireContents() {
        shared.contents.expire(at: MonotonicClock.now)
        for stage in shared.stages { stage.expire(at: MonotonicClock.now) }
        shared.links.expire(at: MonotonicClock.now)
    }

    // MARK: Cards

    /// - Returns: the sessions of cards that are new.
    @discardableResult
    private func addCards() throws(ScreenError) -> [CardSession] {
        var new: [CardSession] = []
        for node in try source.cards() where sessions[node.path] == nil {
            let session = try makeSession(node)
            new.append(session)
        }
        return new
    }

    private func add(_ node: CardNode) {
        guard sessions[node.path] == nil, let session = try? makeSession(node) else { return }
        tell(session) { await $0.look() }
    }

    private func remove(_ node: CardNode) {
        guard let session = sessions.removeValue(forKey: node.path) else { return }
        lastLoss += 1
        let loss = lastLoss
        losing[loss] = Task {
            await session.lose()
            losing[loss] = nil
        }
    }

    private func compareCards() {
        guard let cards = try? source.cards() else { return }
        let present = Set(cards.map(\.path))
        for session in sessions.values where !present.contains(session.node.path) { remove(session.node) }
        for node in cards { add(node) }
    }

    private func makeSession(_ node: CardNode) throws(ScreenError) -> CardSession {
        let session = try CardSession(
            node: node, source: source, shared: shared, isPaused: isPaused
        ) { [weak self] node in
            guard let self else { return }
            Task { await self.screensCameOrLeft(on: node) }
        }
        sessions[node.path] = session
        return session
    }

    private func screensCameOrLeft(on node: CardNode) {
        guard isSurveyed, !isOver else { return }
        // What one card's screens are may decide whether those of another are used.
        for session in sessions.values where session.node.path != node.path {
            tell(session) { await $0.reconcile() }
        }
        let deadline = MonotonicClock.now + shared.settings.contentRetention
        for stage in shared.stages { stage.screensCameOrLeft(shared.roster.connectors, until: deadline) }
        // What is kept for longer ends with a safety look: a timer for each hotplug would pile up.
        guard shared.settings.contentRetention < shared.settings.safetyInterval ?? .max else { return }
        thread.schedule(after: shared.settings.contentRetention) { [weak self] in
            self?.assumeIsolated { $0.expireContents() }
        }
    }

    /// Cards take their time, and the news of others do not wait for it.
    private func tell(_ session: CardSession?, _ body: @escaping @Sendable (CardSession) async -> Void) {
        guard let session else { return }
        Task { await body(session) }
    }
}
