import Synchronization

/// The links of one screen, and the way to the thread that draws it while it is lit.
final class ScreenLinks: Sendable {
    private struct State {
        /// In the order of their making.
        var links: [DisplayLink] = []
        var mailbox: FrameMailbox?
        var rate: RefreshRate?
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)

    /// Changes whenever the list or a rate does; so they are only looked at then.
    var version: UInt64 { changes.load(ordering: .acquiring) }
    var links: [DisplayLink] { state.withLock(\.links) }
    var isEmpty: Bool { state.withLock(\.links.isEmpty) }
    /// How often the screen is refreshed, or nil while it is dark.
    var rate: RefreshRate? { state.withLock(\.rate) }

    func add(_ link: DisplayLink) {
        change { $0.append(link) }
    }

    func remove(_ link: DisplayLink) {
        change { links in links.removeAll { $0 === link } }
    }

    /// The screen is lit: its thread listens on this mailbox.
    func attach(_ mailbox: FrameMailbox, rate: RefreshRate) {
        state.withLock { state in
            state.mailbox = mailbox
            state.rate = rate
        }
    }

    /// The thread that listens on this mailbox ends.
    func detach(_ mailbox: FrameMailbox) {
        state.withLock { state in
            guard state.mailbox === mailbox else { return }
            state.mailbox = nil
            state.rate = nil
        }
    }

    func post(_ signals: FrameMailbox.Signals) {
        // Posted under the lock: once it is detached the mailbox may be another screen's.
        state.withLock { $0.mailbox?.post(signals) }
    }

    /// Has the list gone through, and the rates.
    func change(_ body: (inout [DisplayLink]) -> Void = { _ in }) {
        state.withLock { body(&$0.links) }
        changes.add(1, ordering: .releasing)
        post(.orders)
    }
}
