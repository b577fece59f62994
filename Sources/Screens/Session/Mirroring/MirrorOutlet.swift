/// What the thread of a screen that is mirrored publishes through: neither locks nor looks anything up.
struct MirrorOutlet {
    let feed: MirrorFeed
    let exchange: PictureExchange
    let link: DisplayLink?
    let mailbox: FrameMailbox?

    /// In the frame path of the source.
    func publish(_ damage: borrowing Damage, of picture: PixelBuffer) {
        exchange.publish(damage, of: picture)
        // The mailbox may be another screen's by now, which is woken for nothing then.
        if let link, let mailbox { link.wish(by: mailbox) }
    }
}
