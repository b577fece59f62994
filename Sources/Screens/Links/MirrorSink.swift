/// The way out of a screen that is mirrored, for its own thread: it neither locks nor searches.
struct MirrorSink {
    let feed: MirrorFeed
    let exchange: TripleBuffer
    let link: DisplayLink?
    let signal: FrameSignal?

    /// Whether the mirror takes what is published here: not once it has looked at another screen, even if it is back.
    var isConnected: Bool { feed.exchange === exchange }

    /// In the frame path of the source.
    func publish(_ damage: borrowing Damage, of picture: PixelBuffer) {
        exchange.publish(damage, of: picture)
        // The signal may be another screen's by now, which is woken for nothing then.
        if let link, let signal { link.requestFrame(by: signal) }
    }
}
