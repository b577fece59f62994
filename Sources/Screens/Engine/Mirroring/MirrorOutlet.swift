/// What the thread of a screen that is mirrored publishes through: neither locks nor looks anything up.
struct MirrorOutlet {
    let feed: MirrorFeed
    let exchange: PictureExchange
    let link: DisplayLink?
    let mailbox: FrameMailbox?

    /// Whether the mirror takes what is published here: not once it has looked at another screen, even if it is back.
    var isConnected: Bool { feed.exchange === exchange }

    /// In the frame path of the source.
    func publish(_ damage: borrowing Damage, of picture: PixelBuffer) {
        exchange.publish(damage, of: picture)
        // The mailbox may be another screen's by now, which is woken for nothing then.
        if let link, let mailbox { link.wish(by: mailbox) }
    }
}
