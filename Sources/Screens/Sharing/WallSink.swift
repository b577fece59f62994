/// The way from the leader of a wall to another screen's part: it neither locks nor searches.
struct WallSink {
    let part: Rectangle
    let exchange: TripleBuffer
    let link: DisplayLink
    let signal: FrameSignal

    /// In the frame path of the leader.
    func publish(_ damage: borrowing Damage, of surface: PixelBuffer) {
        let changes = damage.clipped(to: part)
        guard !changes.isEmpty else { return }
        exchange.publish(changes, of: surface.part(part))
        // The signal may be another screen's by now, which is woken for nothing then.
        link.requestFrame(by: signal)
    }
}
