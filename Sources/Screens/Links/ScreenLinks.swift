import Synchronization

/// The links of one display, and the way to the thread that draws it while it is lit.
final class ScreenLinks: Sendable {
    private struct State {
        /// In the order of their making.
        var links: [DisplayLink] = []
        var feeds: [MirrorFeed] = []
        var signal: FrameSignal?
        var rate: RefreshRate?
        var isOver = false
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)

    /// Changes whenever the list or a rate does; so they are only looked at then.
    var version: UInt64 { changes.load(ordering: .acquiring) }
    var links: [DisplayLink] { state.withLock(\.links) }
    /// The screens that mirror it.
    var feeds: [MirrorFeed] { state.withLock(\.feeds) }
    /// How often the screen is refreshed, or nil while it is dark.
    var rate: RefreshRate? { state.withLock(\.rate) }

    /// Takes in a link as the last one; where its display has been given up meanwhile, it ends at once.
    func add(_ link: DisplayLink) {
        let isOver = state.withLock { state in
            if !state.isOver { state.links.append(link) }
            return state.isOver
        }
        if isOver { link.close() } else { change() }
    }

    /// Takes in the links of others, which have none from now on: both are of the same display.
    func adopt(_ others: ScreenLinks) {
        for link in others.giveUp() {
            link.move(to: self)
            add(link)
            // Ended on its way, it was not found here.
            if !link.isValid { remove(link) }
        }
    }

    /// Ends them all. Calls that run are not waited for.
    func end() {
        for link in giveUp() { link.close() }
        change()
    }

    /// - Returns: those that there were.
    private func giveUp() -> [DisplayLink] {
        state.withLock { state in
            defer { state.links = [] }
            state.isOver = true
            return state.links
        }
    }

    func remove(_ link: DisplayLink) {
        change { links in links.removeAll { $0 === link } }
    }

    func add(_ feed: MirrorFeed) {
        state.withLock { $0.feeds.append(feed) }
        change()
    }

    func remove(_ feed: MirrorFeed) {
        state.withLock { state in state.feeds.removeAll { $0 === feed } }
        change()
    }

    /// The screen is lit: its thread listens on this signal.
    func attach(_ signal: FrameSignal, rate: RefreshRate) {
        state.withLock { state in
            state.signal = signal
            state.rate = rate
        }
    }

    /// The thread that listens on this signal ends.
    func detach(_ signal: FrameSignal) {
        state.withLock { state in
            guard state.signal === signal else { return }
            state.signal = nil
            state.rate = nil
        }
    }

    func post(_ signals: FrameSignal.Signals) {
        // Posted under the lock: once it is detached the signal may be another screen's.
        state.withLock { $0.signal?.post(signals) }
    }

    /// Makes readers go through the list and the rates again.
    func change(_ body: (inout [DisplayLink]) -> Void = { _ in }) {
        state.withLock { body(&$0.links) }
        changes.add(1, ordering: .releasing)
        post(.changes)
    }
}
