import Synchronization

/// The links of one display, and the signal of the thread that draws it while it is enabled.
final class ScreenLinks: Sendable {
    private struct State {
        /// The links, in the order of their creation.
        var links: [DisplayLink] = []
        var mirrors: [PictureReceiver] = []
        var signal: FrameSignal?
        var rate: RefreshRate?
        var isOver = false
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)

    /// A number that changes whenever a list or a rate does, so that the screen's thread reads them only then.
    var version: UInt64 { changes.load(ordering: .acquiring) }
    var links: [DisplayLink] { state.withLock(\.links) }
    /// The receivers of the screens that mirror this display.
    var mirrors: [PictureReceiver] { state.withLock(\.mirrors) }
    /// The refresh rate, or nil while the screen is dark.
    var rate: RefreshRate? { state.withLock(\.rate) }

    /// Adds a link as the last one. It ends at once if these links have ended meanwhile.
    func add(_ link: DisplayLink) {
        let isOver = state.withLock { state in
            if !state.isOver { state.links.append(link) }
            return state.isOver
        }
        if isOver { link.close() } else { change() }
    }

    /// Takes over all links of another object for the same display.
    func adopt(_ others: ScreenLinks) {
        for link in others.giveUp() {
            link.move(to: self)
            add(link)
            // The link may have ended on its way, before it was found here.
            if !link.isValid { remove(link) }
        }
    }

    /// Ends all links, without waiting for running calls.
    func end() {
        for link in giveUp() { link.close() }
        change()
    }

    /// - Returns: the links so far.
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

    func add(_ mirror: PictureReceiver) {
        state.withLock { $0.mirrors.append(mirror) }
        change()
    }

    func remove(_ mirror: PictureReceiver) {
        state.withLock { state in state.mirrors.removeAll { $0 === mirror } }
        change()
    }

    /// Records that the screen is enabled, and that its thread sleeps on this signal.
    func attach(_ signal: FrameSignal, rate: RefreshRate) {
        state.withLock { state in
            state.signal = signal
            state.rate = rate
        }
    }

    /// Records that the thread that sleeps on this signal ends.
    func detach(_ signal: FrameSignal) {
        state.withLock { state in
            guard state.signal === signal else { return }
            state.signal = nil
            state.rate = nil
        }
    }

    func post(_ signals: FrameSignal.Signals) {
        // The signal is posted under the lock: after it is detached, it may be another screen's.
        state.withLock { $0.signal?.post(signals) }
    }

    /// Makes the screen's thread read the lists and the rates again.
    func change(_ body: (inout [DisplayLink]) -> Void = { _ in }) {
        state.withLock { body(&$0.links) }
        changes.add(1, ordering: .releasing)
        post(.changes)
    }
}
