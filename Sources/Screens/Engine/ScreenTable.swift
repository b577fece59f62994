import ScreensLinux
import Synchronization

/// All screens of all cards, and the readers of their events.
final class ScreenTable: Sendable {
    /// The published state of a card's session.
    struct Entry {
        let card: Card
        /// The card's number, by which cards are sorted.
        let number: Int
        /// The number of the session. A card that is removed and added has another session.
        let session: UInt64
        let connectors: [Screen]
        /// The settings that enabled screens do not follow.
        var deviations: [ScreenID: [SettingDeviation]] = [:]
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var subscriptions: [Int: EventSubscription] = [:]
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextSubscription = 0
        /// The warnings that came while there was no reader. The first reader gets them.
        var unreadWarnings: [ScreenEvent] = []
        var phase = Phase.notBegun

        /// The entries sorted by the cards' numbers, or by path for cards without a number.
        var ordered: [Entry] {
            entries.values.sorted { ($0.number, $0.card.path) < ($1.number, $1.card.path) }
        }

        /// The connectors of all cards, card by card. The cards together decide which of them count as screens.
        var inCardOrder: [Screen] {
            let drivers = entries.values.filter { !$0.connectors.isEmpty }.compactMap(\.card.driver)
            return ordered.flatMap { entry in
                guard FirmwareCard.isIgnored(entry.card.driver, beside: drivers) else { return entry.connectors }
                return entry.connectors.map { $0.ignored(FirmwareCard.darkness) }
            }
        }

        var connectors: [Screen] {
            let inCardOrder = inCardOrder
            return inCardOrder.filter { $0.role == .internal } + inCardOrder.filter { $0.role != .internal }
        }

        var screens: [Screen] { connectors.filter(\.isConnected) }

        /// The present cards. A card that was lost leaves with its screens, before udev reports it.
        var cards: [Card] { ordered.map(\.card).filter { $0.problem?.code != .cardLost } }

        /// The cards if one of them cannot be used, or the list is empty; otherwise nil.
        var cardsWithProblems: [Card]? {
            entries.isEmpty || cards.contains { $0.problem != nil } ? cards : nil
        }

        mutating func broadcast(_ event: ScreenEvent, at time: MonotonicTime) {
            guard phase == .running else { return }
            if subscriptions.isEmpty, event.isWarning, unreadWarnings.count < ScreenTable.mostUnreadWarnings {
                unreadWarnings.append(event)
            }
            for id in Array(subscriptions.keys) { subscriptions[id]?.enqueue(event, at: time) }
        }
    }

    private enum Phase {
        /// The snapshot is incomplete, because at least one card has not been read yet.
        case notBegun
        case running
        case over
    }

    /// The number of unread warnings that are kept, fewer than a reader's queue has.
    private static let mostUnreadWarnings = 16

    private let time: TimeSource
    private let state = Mutex(State())

    /// - Parameter time: the clock for the times of events.
    init(_ time: TimeSource) {
        self.time = time
    }

    /// All connectors, built-in ones first, then by card.
    var connectors: [Screen] { state.withLock(\.connectors) }
    /// The connected screens, built-in ones first, then by card.
    var screens: [Screen] { state.withLock(\.screens) }
    /// The cards in order.
    var cards: [Card] { state.withLock { $0.ordered.map(\.card) } }

    /// The settings that a screen does not follow.
    func deviations(of screen: ScreenID) -> [SettingDeviation] {
        state.withLock { state in state.entries.values.lazy.compactMap { $0.deviations[screen] }.first ?? [] }
    }

    /// All connectors in the same order, as they will be after an entry is published.
    func connectors(with entry: Entry) -> [Screen] {
        state.withLock { state in
            var state = state
            state.entries[entry.card.path] = entry
            return state.connectors
        }
    }

    /// Publishes the state of a card's session, and sends the difference to the readers.
    ///
    /// - Returns: whether the set of driven or mirroring screens may have changed.
    func publish(_ entry: Entry) -> Bool {
        change { $0.entries[entry.card.path] = entry }
    }

    /// Removes a card with all its screens, unless a later session has published it.
    ///
    /// - Returns: whether screens left.
    func remove(card path: String, session: UInt64) -> Bool {
        change { state in
            if state.entries[path]?.session == session { state.entries[path] = nil }
        }
    }

    /// Forgets an earlier run, whose readers have ended.
    func clear() {
        state.withLock { state in
            state.entries = [:]
            state.phase = .notBegun
            state.unreadWarnings = []
        }
    }

    /// Sends the readers a warning that something is not as requested.
    func warn(_ screen: Screen, _ message: String) {
        let now = time.now
        wake { $0.broadcast(.warning(screen, message), at: now) }
    }

    /// Sends readers their first snapshot, after every card has been read.
    func begin() {
        let now = time.now
        wake { state in
            state.phase = .running
            let (screens, cards) = (state.screens, state.cardsWithProblems)
            for id in Array(state.subscriptions.keys) {
                state.subscriptions[id]?.begin(screens: screens, cards: cards, time: now)
            }
        }
    }

    /// Ends every reader's sequence, until the table begins again.
    func finish() {
        wake { $0.phase = .over }
    }

    /// Sends the readers the difference that a change makes to the screens of all cards.
    ///
    /// - Returns: whether the set of driven or mirroring screens may have changed.
    private func change(_ body: (inout State) -> Void) -> Bool {
        let now = time.now
        var mayChangeRoles = false
        wake { state in
            let (old, oldCards) = (state.inCardOrder.filter(\.isConnected), state.cardsWithProblems)
            body(&state)
            for event in ScreenDifference.events(from: old, to: state.inCardOrder.filter(\.isConnected)) {
                if ScreenDifference.mayChangeRoles(event) { mayChangeRoles = true }
                state.broadcast(event, at: now)
            }
            if ScreenDifference.isOther(state.cardsWithProblems, than: oldCards) {
                state.broadcast(.cards(state.cards), at: now)
            }
        }
        return mayChangeRoles
    }

    private func wake(_ body: (inout State) -> Void) {
        let waiters = state.withLock { state in
            body(&state)
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }
}

extension ScreenTable {
    func subscribe() -> Int {
        state.withLock { state in
            defer { state.nextSubscription += 1 }
            var subscription = EventSubscription()
            if state.phase == .running {
                let now = time.now
                subscription.begin(screens: state.screens, cards: state.cardsWithProblems, time: now)
                for warning in state.unreadWarnings {
                    guard case .warning(let screen, _) = warning, state.screens.contains(where: { $0.id == screen.id })
                    else { continue }
                    subscription.enqueue(warning, at: now)
                }
                state.unreadWarnings = []
            }
            state.subscriptions[state.nextSubscription] = subscription
            return state.nextSubscription
        }
    }

    func unsubscribe(_ id: Int) {
        let waiter = state.withLock { state in
            state.subscriptions[id] = nil
            return state.waiters.removeValue(forKey: id)
        }
        waiter?.resume()
    }

    /// The next event of a reader; nil at the end, or if its task is cancelled.
    func next(_ id: Int) async -> EventRecord? {
        while !Task.isCancelled {
            let (record, isOver) = state.withLock { state in
                let (screens, cards) = (state.screens, state.cardsWithProblems)
                let record = state.subscriptions[id]?.dequeue(screens: screens, cards: cards, time: time.now)
                return (record, state.phase == .over)
            }
            if let record { return record }
            if isOver { return nil }
            await waitForEvent(of: id)
        }
        return nil
    }

    private func waitForEvent(of id: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    precondition(
                        state.waiters[id] == nil, "an events reader has one iterator: next() is called while it waits")
                    let hasEvents = state.subscriptions[id]?.hasEvents ?? true
                    if Task.isCancelled || state.phase == .over || hasEvents { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}

/// One reader of the events. It is subscribed as long as it exists.
final class EventReader: Sendable {
    private let table: ScreenTable
    private let subscription: Int

    init(of table: ScreenTable) {
        self.table = table
        subscription = table.subscribe()
    }

    deinit {
        table.unsubscribe(subscription)
    }

    func next() async -> EventRecord? {
        await table.next(subscription)
    }
}
