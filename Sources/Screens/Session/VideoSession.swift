import Udev

/// All cards of a seat: starts a ``CardSession`` for each that comes, and ends that of each that goes.
actor VideoSession {
    private nonisolated let thread: DisplayThread
    private let source: any CardSource
    private let settings: SessionSettings
    private let roster: ScreenRoster
    private let lit: LitScreens
    private var sessions: [String: CardSession] = [:]
    /// Whether every card that was there at the start has been looked at; before that nothing is lit.
    private var isSurveyed = false
    private var isOver = false
    /// The ends of cards that have been removed and whose delegates have not all returned.
    private var losing: [Int: Task<Void, Never>] = [:]
    private var lastLoss = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(source: any CardSource, settings: SessionSettings, roster: ScreenRoster, lit: LitScreens) throws(ScreenError) {
        self.source = source
        self.settings = settings
        self.roster = roster
        self.lit = lit
        thread = try DisplayThread(name: "screens")
    }

    /// Returns once every card has been looked at.
    func start() async throws(ScreenError) {
        guard !isOver else { return }
        try thread.watch(source.newsDescriptor) { [weak self] in
            self?.assumeIsolated { $0.takeNews() }
        }
        let cards = try addCards()
        for card in cards { await card.survey() }
        // Stopped meanwhile: there is nothing to begin.
        guard !isOver else { return }
        isSurveyed = true
        roster.begin()
        for card in cards { await card.reconcile() }
    }

    func stop() async {
        isOver = true
        for session in sessions.values { await session.stop() }
        for ending in losing.values { await ending.value }
        sessions = [:]
        roster.finish()
    }

    private func takeNews() {
        // Taken even at the end: what is left lying would wake the thread again and again.
        let news = source.takeNews()
        guard !isOver else { return }
        for event in news.events {
            switch event.action {
            case .added: add(event.card)
            case .removed, .wedged: remove(event.card)
            // Once for many: what there is to see is seen at once.
            case .hotplug: continue
            }
        }
        var concerned = Set(
            news.events.compactMap { event in
                if case .hotplug = event.action { event.card.path } else { nil }
            })
        if news.overflowed {
            removeVanishedCards()
            concerned.formUnion(sessions.keys)
        }
        for path in concerned { sessions[path]?.hotplug() }
    }

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

    private func removeVanishedCards() {
        guard let cards = try? source.cards() else { return }
        let present = Set(cards.map(\.path))
        for session in sessions.values where !present.contains(session.node.path) { remove(session.node) }
        for node in cards { add(node) }
    }

    private func makeSession(_ node: CardNode) throws(ScreenError) -> CardSession {
        let session = try CardSession(
            node: node, source: source, settings: settings, roster: roster, lit: lit
        ) { [weak self] node in
            guard let self else { return }
            Task { await self.reconcileOthers(than: node) }
        }
        sessions[node.path] = session
        return session
    }

    /// What one card's screens are may decide whether those of another are used.
    private func reconcileOthers(than node: CardNode) {
        guard isSurveyed else { return }
        for session in sessions.values where session.node.path != node.path {
            tell(session) { await $0.reconcile() }
        }
    }

    /// Cards take their time, and the news of others do not wait for it.
    private func tell(_ session: CardSession?, _ body: @escaping @Sendable (CardSession) async -> Void) {
        guard let session else { return }
        Task { await body(session) }
    }
}
