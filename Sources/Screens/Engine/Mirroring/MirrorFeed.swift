import Synchronization

/// The way from a screen that is mirrored to one of its mirrors.
final class MirrorFeed: Sendable {
    private struct State {
        var exchange: PictureExchange?
        var source: ScreenLinks?
        /// Of the mirror, once it is lit.
        var link: DisplayLink?
        var mailbox: FrameMailbox?
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)

    /// Another one whenever the exchange is.
    var version: UInt64 { changes.load(ordering: .acquiring) }
    var exchange: PictureExchange? { state.withLock(\.exchange) }

    /// Has the mirror woken by these from now on.
    func attachMirror(_ link: DisplayLink, _ mailbox: FrameMailbox) {
        state.withLock { state in
            state.link = link
            state.mailbox = mailbox
        }
    }

    /// The mirror goes dark: it mirrors nobody, and nobody wakes it.
    func detachMirror() {
        attach(to: nil)
        // The link holds who draws, who holds this.
        state.withLock { state in
            state.link = nil
            state.mailbox = nil
        }
    }

    /// Mirrors the screen that has these links, or none.
    func attach(to source: ScreenLinks?) {
        let (before, link, mailbox) = state.withLock { state in
            defer {
                if state.source !== source { state.exchange = nil }
                state.source = source
            }
            return (state.source, state.link, state.mailbox)
        }
        guard before !== source else { return }
        before?.remove(self)
        changes.add(1, ordering: .releasing)
        if let link, let mailbox { link.wish(by: mailbox) }
        source?.add(self)
    }

    /// The source's side: what its thread publishes through, while its picture is of this size.
    ///
    /// - Returns: nil where another one is mirrored meanwhile, which alone may write then.
    func open(for size: Size, by source: ScreenLinks) -> MirrorOutlet? {
        let outlet: MirrorOutlet? = state.withLock { state in
            guard state.source === source else { return nil }
            let former = state.exchange.flatMap { $0.size == size ? $0 : nil }
            let exchange = former ?? PictureExchange(size: size)
            state.exchange = exchange
            return MirrorOutlet(feed: self, exchange: exchange, link: state.link, mailbox: state.mailbox)
        }
        if outlet != nil { changes.add(1, ordering: .releasing) }
        return outlet
    }
}
