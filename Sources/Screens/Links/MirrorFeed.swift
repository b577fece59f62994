import Synchronization

/// The way from a screen that is mirrored to one of its mirrors.
final class MirrorFeed: Sendable {
    private struct State {
        var exchange: TripleBuffer?
        var source: ScreenLinks?
        /// Of the mirror, once it is lit.
        var link: DisplayLink?
        var signal: FrameSignal?
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)

    /// Another one whenever the exchange is.
    var version: UInt64 { changes.load(ordering: .acquiring) }
    var exchange: TripleBuffer? { state.withLock(\.exchange) }

    /// Sets the link and the signal that wake the mirror from now on.
    func attachMirror(_ link: DisplayLink, _ signal: FrameSignal) {
        state.withLock { state in
            state.link = link
            state.signal = signal
        }
    }

    /// The mirror goes dark: it mirrors nobody, and nobody wakes it.
    func detachMirror() {
        attach(to: nil)
        // The link holds who draws, who holds this.
        state.withLock { state in
            state.link = nil
            state.signal = nil
        }
    }

    /// Mirrors the screen that has these links, or none.
    func attach(to source: ScreenLinks?) {
        let (before, link, signal) = state.withLock { state in
            defer {
                if state.source !== source { state.exchange = nil }
                state.source = source
            }
            return (state.source, state.link, state.signal)
        }
        guard before !== source else { return }
        before?.remove(self)
        changes.add(1, ordering: .releasing)
        if let link, let signal { link.requestFrame(by: signal) }
        source?.add(self)
    }

    /// The source's side: what its thread publishes through, while its picture is of this size.
    ///
    /// - Returns: nil where another one is mirrored meanwhile, which alone may write then.
    func open(for size: Size, by source: ScreenLinks) -> MirrorSink? {
        let sink: MirrorSink? = state.withLock { state in
            guard state.source === source else { return nil }
            let former = state.exchange.flatMap { $0.size == size ? $0 : nil }
            let exchange = former ?? TripleBuffer(size: size)
            state.exchange = exchange
            return MirrorSink(feed: self, exchange: exchange, link: state.link, signal: state.signal)
        }
        if sink != nil { changes.add(1, ordering: .releasing) }
        return sink
    }
}
