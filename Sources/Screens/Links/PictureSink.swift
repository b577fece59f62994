/// The source's end of the way that a picture, or a part of it, takes to another screen's thread.
///
/// The source's thread has a list of them and publishes each frame's damage to all. At the other end is a
/// ``PictureReceiver``, which makes them.
struct PictureSink {
    let receiver: PictureReceiver
    let buffer: TripleBuffer
    /// The part of the source's picture that is published.
    let part: Rectangle
    let wakeUp: WakeUp

    /// Whether the receiver takes what is published here: not after it has had another source, even if it has this one again.
    var isConnected: Bool { receiver.buffer === buffer }

    /// Publishes the damage inside the part and wakes the receiver. In the frame path of the source: without a lock.
    func publish(_ damage: borrowing Damage, of picture: PixelBuffer) {
        let changes = damage.clipped(to: part)
        guard !changes.isEmpty else { return }
        buffer.publish(changes, of: picture.part(part))
        wakeUp.post()
    }
}

/// The link to request a frame of, and the signal that wakes its screen's thread.
struct WakeUp {
    let link: DisplayLink
    let signal: FrameSignal

    /// After the receiver has been detached, the signal may be another screen's, which then wakes up for nothing.
    func post() { link.requestFrame(by: signal) }
}
