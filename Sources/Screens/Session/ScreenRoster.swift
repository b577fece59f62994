import Synchronization

/// All screens of all cards, and who wants to hear of them.
final class ScreenRoster: Sendable {
    private struct State {
        var connectors: [String: [Screen]] = [:]
        var cards: [String: Card] = [:]
        /// The cards in the order in which screens are listed.
        var order: [String] = []
        var subscriptions: [Int: EventSubscription] = [:]
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextSubscription = 0
        var isOver = false

        var allConnectors: [Screen] {
            let inCardOrder = order.flatMap { connectors[$0] ?? [] }
            return inCardOrder.filter { $0.role == .internal } + inCardOrder.filter { $0.role != .internal }
        }

        var screens: [Screen] { allConnectors.filter(\.isConnected) }

        mutating func broadcast(_ make: (UInt64) -> ScreenEvent) {
            for id in Array(subscriptions.keys) { subscriptions[id]?.enqueue(make) }
        }
    }

    private let state = Mutex(State())

    /// Every connector, built-in ones first, then by card.
    var connectors: [Screen] { state.withLock(\.allConnectors) }
    /// The connected screens, built-in ones first, then by card.
    var screens: [Screen] { state.withLock(\.screens) }
    /// The cards in order.
    var cards: [Card] { state.withLock { state in state.order.compactMap { state.cards[$0] } } }

    func setOrder(_ paths: [String]) {
        state.withLock { $0.order = paths }
    }

    /// Takes over what a card's session knows now, and tells the readers the difference.
    ///
    /// - Returns: whether screens came or left.
    @discardableResult
    func publish(_ card: Card, connectors: [Screen]) -> Bool {
        change { state in
            let old = (state.connectors[card.path] ?? []).filter(\.isConnected)
            state.cards[card.path] = card
            state.connectors[card.path] = connectors
            return ScreenDifference.steps(from: old, to: connectors.filter(\.isConnected))
        }
    }

    /// Takes a card off the list with all its screens.
    @discardableResult
    func remove(card path: String) -> Bool {
        change { state in
            let old = (state.connectors[path] ?? []).filter(\.isConnected)
            state.cards[path] = nil
            state.connectors[path] = nil
            state.order.removeAll { $0 == path }
            return ScreenDifference.steps(from: old, to: [])
        }
    }

    /// Tells the readers of something that was not as asked.
    func warn(_ screen: Screen, _ message: String) {
        let now = MonotonicClock.now
        wake { state in
            state.broadcast { sequence in
                ScreenEvent(.warning, sequence: sequence, time: now, screen: screen, message: message)
            }
        }
    }

    /// From now on there is something to tell.
    func begin() {
        state.withLock { $0.isOver = false }
    }

    /// Ends every reader's sequence.
    func finish() {
        wake { $0.isOver = true }
    }

    private func change(_ body: (inout State) -> [ScreenDifference.Step]) -> Bool {
        let now = MonotonicClock.now
        var screensCameOrLeft = false
        wake { state in
            for step in body(&state) {
                if case .changed = step {} else { screensCameOrLeft = true }
                state.broadcast { sequence in ScreenEvent(step, sequence: sequence, time: now) }
            }
        }
        return screensCameOrLeft
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

extension ScreenRoster {
    func subscribe() -> Int {
        state.withLock { state in
            defer { state.nextSubscription += 1 }
            state.subscriptions[state.nextSubscription] = EventSubscription()
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

    /// The reader's next event; nil at the end, or when its task is cancelled.
    func next(_ id: Int) async -> ScreenEvent? {
        while !Task.isCancelled {
            let (event, isOver) = state.withLock { state in
                let screens = state.screens
                let event = state.subscriptions[id]?.dequeue(screens: screens, time: MonotonicClock.now)
                return (event, state.isOver)
            }
            if let event { return event }
            if isOver { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isReady = state.withLock { state in
                        if Task.isCancelled || state.isOver || state.subscriptions[id]?.hasNews ?? true { return true }
                        state.waiters[id] = continuation
                        return false
                    }
                    if isReady { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
            }
        }
        return nil
    }
}

extension ScreenEvent {
    init(_ step: ScreenDifference.Step, sequence: UInt64, time: Int64) {
        switch step {
        case .disconnected(let screen): self.init(.disconnected, sequence: sequence, time: time, screen: screen)
        case .connected(let screen): self.init(.connected, sequence: sequence, time: time, screen: screen)
        case .changed(let screen, let changes):
            self.init(.changed, sequence: sequence, time: time, screen: screen, changes: changes)
        }
    }
}
