/// What the leader of a span publishes another screen's part through: neither locks nor looks anything up.
struct SpanOutlet {
    let part: Rectangle
    let exchange: PictureExchange
    let link: DisplayLink
    let mailbox: FrameMailbox

    /// In the frame path of the leader.
    func publish(_ damage: borrowing Damage, of surface: PixelBuffer) {
        let changes = damage.clipped(to: part)
        guard !changes.isEmpty else { return }
        exchange.publish(changes, of: surface.part(part))
        // The mailbox may be another screen's by now, which is woken for nothing then.
        link.wish(by: mailbox)
    }
}
